/* SPDX-License-Identifier: MIT */
/*
 * The table of models: a model is one row in table.c and one Model in shift.c,
 * linear.c or spring.c.
 */
#ifndef RIPPLE_WATER_MODELS_TABLE_H
#define RIPPLE_WATER_MODELS_TABLE_H

#include "water/models/model.h"

/* The limit that settings in their ranges break, if any. */
ModelLimit ripple_model_limit(const RippleSettings *settings);

/*
 * The stencil for checked settings. is_plain allows the halving kernels of
 * classic and round, which round down and need edges and shores at 0 to come to
 * rest; otherwise, and in all tiles with a depth map, these models are weighted
 * sums too.
 */
Stencil ripple_model_stencil(const RippleSettings *settings, int is_plain);

/* See Model. */
double ripple_model_speed2(const RippleSettings *settings);
double ripple_model_energy_kept(const RippleSettings *settings);

#endif
