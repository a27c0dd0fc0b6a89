/* SPDX-License-Identifier: MIT */
/*
 * The models of the water: a table of names with the kernel of each, and the
 * sweep that carries the heights one step on, tile by tile where wet.
 */
#ifndef RIPPLE_MODEL_H
#define RIPPLE_MODEL_H

#include "heights.h"
#include "kernels/kernels.h"

/* Advances the heights by one step. damping is 0..15. */
void model_step(Heights *heights, StepRow *step_row, int damping);

#endif
