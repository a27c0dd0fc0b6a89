/* SPDX-License-Identifier: MIT */
/*
 * The models of the water: their names, their settings with the limits of
 * what is stable, and the law that a kernel follows for each.
 */
#ifndef RIPPLE_MODEL_H
#define RIPPLE_MODEL_H

#include "kernels/kernels.h"
#include "ripple.h"

/*
 * The law of checked settings. Plain water has fixed edges, no land and no
 * current; anything else rounds towards zero where plain water rounds down,
 * because no fixed height pulls it to rest.
 */
Law model_law(const RippleSettings *settings, int is_plain);

/* The square of how many cells long waves travel a step, 0..1. */
double model_speed2(const RippleSettings *settings);

/* The share of its energy that a wave keeps a step, 0..1. */
double model_kept(const RippleSettings *settings);

#endif
