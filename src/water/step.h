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

typedef struct StepContext {
    const Kernels *kernels;
    Stencil stencil;      /* near land and in shallows */
    Stencil open_stencil; /* elsewhere */
    const Boundary *edges;
    const Mask *shore;        /* NULL: open water everywhere */
    const Advection *current; /* NULL: none */
    int advects_before;       /* along it before this step, */
    int advects_after;        /* after it */
    int everywhere;           /* also where the water is calm */
} StepContext;

/*
 * Overwrites a row of tiles of `next`, which holds the heights before, with
 * those after; `speeds`, of springs, belong to `now` and go with it. Reads
 * `now` one row of cells farther. Also writes what lies beyond the edges, for
 * which open ones need the row before the last if the last is one cell high.
 */
void ripple_step_row(const StepContext *context, const Field *heights,
                     Plane *next, Plane *speeds, int tile_y);

/* Overwrites a row of tiles of `to` with what comes there from `from`, of
   which it reads one row of cells farther. */
void ripple_step_advect_row(const StepContext *context, const Field *heights,
                            Plane *to, const Plane *from, int tile_y);

#endif
