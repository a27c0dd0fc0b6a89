/* SPDX-License-Identifier: MIT */
/*
 * How one row of tiles is carried a step on, or along a current. Rows may be
 * done side by side, and in any order.
 */
#ifndef RIPPLE_WATER_STEP_H
#define RIPPLE_WATER_STEP_H

#include "water/advection.h"
#include "water/boundary.h"
#include "water/field.h"
#include "kernels/kernels.h"
#include "water/mask.h"

typedef struct Stepping {
    const Kernels *kernels;
    Law law;      /* near land and in shallows */
    Law open_law; /* elsewhere */
    const Edges *edges;
    const Shore *shore;     /* NULL: open water everywhere */
    const Current *current; /* NULL: none */
    int carries_first;      /* along it before this step, */
    int carries_on;         /* after it */
    int everywhere;         /* also where the water is calm */
} Stepping;

/*
 * Overwrites a row of tiles of `next`, which holds the heights before, with
 * those after; `speeds`, of springs, belong to `now` and go with it. Reads
 * `now` one row of cells farther. Also writes what lies beyond the edges, for
 * which open ones need the row before the last if the last is one cell high.
 */
void stepping_step_row(const Stepping *stepping, const Heights *heights,
                       HeightsBuffer *next, HeightsBuffer *speeds, int tile_y);

/* Overwrites a row of tiles of `to` with what comes there from `from`, of
   which it reads one row of cells farther. */
void stepping_carry_row(const Stepping *stepping, const Heights *heights,
                        HeightsBuffer *to, const HeightsBuffer *from,
                        int tile_y);

#endif
