/* SPDX-License-Identifier: MIT */
/*
 * The heights between two steps, for frames that are shown between them: a
 * blend of the newest and those before them, in a plane of their own that is
 * read for rendering in place of the newest.
 *
 * Invariant: a tile of it that is active in neither is 0.
 */
#ifndef RIPPLE_LOOK_BLENDING_H
#define RIPPLE_LOOK_BLENDING_H

#include "lib/kernels/kernels.h"
#include "lib/water/boundary.h"
#include "lib/water/field.h"

typedef struct Blending {
    Plane surface; /* halo too; cells are NULL until they are needed */
    const Plane *now, *before; /* of this rendering */
    int phase;                 /* of this rendering; RIPPLE_MAX_PHASE: none */
} Blending;

/* Allocates what a field of this shape needs, unless it is there. Returns 0 or
   RIPPLE_ERROR_MEMORY. */
int ripple_blending_init(Blending *blending, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_blending_clear(Blending *blending);

/* Fills a row of tiles of the surface, and the halo beside it, which of fixed
   edges is 0. Once for each row, in any order or at the same time; `now`,
   `before` and `phase` are set and these rows of the planes complete. */
void ripple_blending_fill_row(Blending *blending, const Kernels *kernels,
                              const Boundary *boundary, const Field *field,
                              int tile_y);

#endif
