/* SPDX-License-Identifier: MIT */
/*
 * The models of the water: their names, their settings with the limits of
 * what is stable, and the law that a kernel follows for each.
 */
#ifndef RIPPLE_WATER_MODELS_TABLE_H
#define RIPPLE_WATER_MODELS_TABLE_H

#include "kernels/kernels.h"
#include "ripple.h"

/*
 * The law of checked settings. Plain is what rounds down, where open water is
 * pulled to rest by something of fixed height; other laws, and all in cells
 * with a bed, round weighted sums.
 */
Stencil ripple_model_stencil(const RippleSettings *settings, int is_plain);

/* The square of how many cells long waves travel a step, 0..1. */
double ripple_model_speed2(const RippleSettings *settings);

/* The share of its energy that a wave keeps a step, 0..1. */
double ripple_model_energy_kept(const RippleSettings *settings);

#endif
