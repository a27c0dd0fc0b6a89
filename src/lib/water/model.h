/* SPDX-License-Identifier: MIT */
/*
 * The models: a table with one row for each. Code outside this folder uses the
 * row and never tests settings->model.
 */
#ifndef RIPPLE_WATER_MODEL_H
#define RIPPLE_WATER_MODEL_H

#include "lib/kernels/kernels.h"
#include "ripple.h"

/* A setting that is too large for the others: "`setting` must be at most `max`
   with this `why`". `setting` is NULL if the model is stable. Lowering the
   setting to `max` must make it stable. */
typedef struct ModelLimit {
    const char *setting;
    double max;
    const char *why;
} ModelLimit;

typedef struct Model {
    const char *name, *summary;
    const char *source; /* source of the formula */
    int has_speeds;     /* the stencil has a speed per cell, which stones do not
                           change */
    /* The limit that settings in their ranges can exceed; NULL: none. */
    ModelLimit (*limit)(const RippleSettings *settings);
    /* Fills kind, weights and rounding; is_plain as in ripple_model_stencil. */
    void (*make)(Stencil *stencil, const RippleSettings *settings,
                 int is_plain);
    /* (speed of long waves in cells a step)^2, 0..1 */
    double (*speed2)(const RippleSettings *settings);
    /* The share of a wave's energy that a step keeps, 0..1. */
    double (*energy_kept)(const RippleSettings *settings);
} Model;

/* The row of the settings' model, which must exist. */
const Model *ripple_model_of(const RippleSettings *settings);

/* The limit that settings in their ranges exceed, if any. */
ModelLimit ripple_model_limit(const RippleSettings *settings);

/*
 * The stencil for checked settings. is_plain allows the halving kernels of
 * classic and round. These round down and come to rest only with edges and
 * shores at 0. Otherwise, and in all tiles with a depth map, both models use
 * weighted sums.
 */
Stencil ripple_model_stencil(const RippleSettings *settings, int is_plain);

#endif
