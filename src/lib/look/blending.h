/* SPDX-License-Identifier: MIT */
/*
 * Heights between two steps, for frames between them: a blend of the newest
 * heights and those of the step before. Rendering reads this plane instead of
 * the newest.
 *
 * Invariant: a tile of the blend is 0 if it is active in neither plane.
 */
#ifndef RIPPLE_LOOK_BLENDING_H
#define RIPPLE_LOOK_BLENDING_H

#include "lib/kernels/kernels.h"
#include "lib/water/boundary.h"
#include "lib/water/field.h"

typedef struct Blending {
    Plane surface;             /* with halo; cells are NULL until needed */
    const Plane *now, *before; /* blended by this rendering */
    int phase;                 /* its phase; RIPPLE_MAX_PHASE: no blend */
} Blending;

/* Allocates memory for a field of this shape unless it exists. Returns 0 or
   RIPPLE_ERROR_MEMORY. */
int ripple_blending_init(Blending *blending, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_blending_clear(Blending *blending);

/* Fills a row of tiles of the surface and the halo beside it, which is 0 at
   fixed edges. Call once per row, in any order or in parallel, after setting
   `now`, `before` and `phase` and completing these rows of the planes. */
void ripple_blending_fill_row(Blending *blending, const Kernels *kernels,
                              const Boundary *boundary, const Field *field,
                              int tile_y);

#endif
