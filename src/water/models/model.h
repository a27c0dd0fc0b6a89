/* SPDX-License-Identifier: MIT */
/*
 * What every model provides. Formulas, limits and sources of all models are in
 * src/water/README.md.
 */
#ifndef RIPPLE_WATER_MODELS_MODEL_H
#define RIPPLE_WATER_MODELS_MODEL_H

#include "kernels/kernels.h"
#include "ripple.h"

#define RIPPLE_WEIGHT_ONE (1 << RIPPLE_WEIGHT_BITS)

/* A setting that is too large for the others: "`setting` must be at most `max`
   with this `why`". `setting` is NULL if the model is stable. */
typedef struct ModelLimit {
    const char *setting;
    double max;
    const char *why;
} ModelLimit;

typedef struct Model {
    const char *name, *summary;
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

extern const Model ripple_model_classic, ripple_model_round; /* shift.c */
extern const Model ripple_model_wave, ripple_model_shallow;  /* linear.c */
extern const Model ripple_model_spring;                      /* spring.c */

/* Undamped steps round down, which makes them reversible; damped ones round to
   rest. */
static inline Rounding choose_rounding(int is_damped)
{
    return is_damped ? ROUND_TO_REST : ROUND_DOWN;
}

#endif
