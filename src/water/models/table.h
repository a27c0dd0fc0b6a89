/* SPDX-License-Identifier: MIT */
/*
 * The table of models, made of RIPPLE_MODELS. Nothing outside this folder asks
 * which model it is: it asks the model's row.
 */
#ifndef RIPPLE_WATER_MODELS_TABLE_H
#define RIPPLE_WATER_MODELS_TABLE_H

#include "water/models/model.h"

/* The row of the settings' model, which must exist. */
const Model *ripple_model_of(const RippleSettings *settings);

/* The limit that settings in their ranges break, if any. */
ModelLimit ripple_model_limit(const RippleSettings *settings);

/*
 * The stencil for checked settings. is_plain allows the halving kernels of
 * classic and round, which round down and need edges and shores at 0 to come to
 * rest; otherwise, and in all tiles with a depth map, these models are weighted
 * sums too.
 */
Stencil ripple_model_stencil(const RippleSettings *settings, int is_plain);

#endif
