/* SPDX-License-Identifier: MIT */
/*
 * The models: each is one row with all that the rest must know. Nothing outside
 * this folder asks which model it is: it asks the row.
 */
#ifndef RIPPLE_WATER_MODEL_H
#define RIPPLE_WATER_MODEL_H

#include "lib/kernels/kernels.h"
#include "ripple.h"

/* A setting that is too large for the others: "`setting` must be at most `max`
   with this `why`". `setting` is NULL if the model is stable. Lowering the
   setting must end the complaint. */
typedef struct ModelLimit {
    const char *setting;
    double max;
    const char *why;
} ModelLimit;

typedef struct Model {
    const char *name, *summary;
    const char *source; /* where the formula is from */
    int has_speeds;     /* its stencil keeps a speed per cell, which a stone
                           leaves as it is */
    /* The limit that settings in their ranges break; NULL: there is none. */
    ModelLimit (*limit)(const RippleSettings *settings);
    /* Fills kind, weights and rounding; is_plain as in ripple_model_stencil. */
    void (*make)(Stencil *stencil, const RippleSettings *settings,
                 int is_plain);
    /* (cells that long waves travel a step)^2, 0..1 */
    double (*speed2)(const RippleSettings *settings);
    /* The share of its energy that a wave keeps a step, 0..1. */
    double (*energy_kept)(const RippleSettings *settings);
} Model;

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
