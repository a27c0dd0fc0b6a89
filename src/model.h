/* SPDX-License-Identifier: MIT */
/*
 * The models of the water: a table of names, and how one row of tiles is
 * carried a step on. Rows may be done in any order and side by side: a row
 * reads `now` and writes only its own cells and flags of `before`.
 */
#ifndef RIPPLE_MODEL_H
#define RIPPLE_MODEL_H

#include "heights.h"
#include "kernels/kernels.h"

typedef struct Stepping {
    Step *step;
    int damping;    /* 0..15 */
    int everywhere; /* also where the water is calm */
} Stepping;

/*
 * Overwrites a row of tiles of `before` with the next heights. When all rows
 * are done, heights_swap makes them the newest.
 */
void model_step_row(Heights *heights, const Stepping *stepping, int tile_y);

#endif
