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
    const char *source; /* where the formula is from */
    int has_speeds;     /* its stencil keeps a speed per cell, which a stone
                           leaves as it is */
    int has_diagonals;  /* its stencil weighs the diagonal neighbours */
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

/* Every model once: RIPPLE_MODEL_CLASSIC is the row ripple_model_classic. */
#define RIPPLE_MODELS(MODEL) \
    MODEL(CLASSIC, ripple_model_classic) /* shift.c */ \
    MODEL(ROUND, ripple_model_round) \
    MODEL(WAVE, ripple_model_wave) /* linear.c */ \
    MODEL(SHALLOW, ripple_model_shallow) \
    MODEL(SPRING, ripple_model_spring) /* spring.c */

#define RIPPLE_DECLARE_MODEL(NAME, row) extern const Model row;
RIPPLE_MODELS(RIPPLE_DECLARE_MODEL)

#define RIPPLE_COUNT_MODEL(NAME, row) +1
enum { RIPPLE_MODEL_COUNT = 0 RIPPLE_MODELS(RIPPLE_COUNT_MODEL) };

/* Undamped steps round down, which makes them reversible; damped ones round to
   rest. */
static inline Rounding choose_rounding(int is_damped)
{
    return is_damped ? ROUND_TO_REST : ROUND_DOWN;
}

#endif
