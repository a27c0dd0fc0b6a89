/* SPDX-License-Identifier: MIT */
/*
 * Steps or advects one row of tiles. Only tiles that can change are written:
 * active tiles and tiles next to active cells, except those of land alone.
 * Different rows of one stage may run in any order and at the same time.
 */
#ifndef RIPPLE_WATER_STEP_H
#define RIPPLE_WATER_STEP_H

#include "lib/kernels/kernels.h"
#include "lib/water/advection.h"
#include "lib/water/boundary.h"
#include "lib/water/field.h"
#include "lib/water/governor.h"
#include "lib/water/mask.h"

typedef struct StepContext {
    const Kernels *kernels;
    Stencil stencil;       /* in tiles with land or shallows */
    Stencil plain_stencil; /* in all others */
    const Boundary *boundary;
    const Mask *mask;           /* NULL: open water everywhere */
    const Advection *advection; /* may be NULL if the plan is 0, 0 */
    AdvectionPlan plan;
    EnergySums *energy; /* NULL: not measured */
    int everywhere;     /* step tiles at rest, too */
} StepContext;

/*
 * Overwrites a row of tiles of `next` (the previous heights) with the heights
 * after the step, and `speeds` in place if it has cells. Reads one more row of
 * cells of `now` above and below. Fills the halo of `next` beside the row; see
 * ripple_boundary_needs_row_above for the one case in which order matters.
 */
void ripple_step_row(const StepContext *context, const Field *field,
                     Plane *next, Plane *speeds, int tile_y);

/* Overwrites a row of tiles of `to` with `from` moved by the flow of one pass;
   reads one more row of cells of `from` above and below. */
void ripple_step_advect_row(const StepContext *context, const Field *field,
                            Plane *to, const Plane *from, int tile_y);

#endif
