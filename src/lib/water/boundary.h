/* SPDX-License-Identifier: MIT */
/*
 * Fills the halo of the planes, and the border of their flags, so that kernels
 * read across the edges of the pool without testing for them.
 *
 *     fixed    0
 *     mirror   the edge cell itself
 *     wrap     the cell at the opposite side
 *     open     as mirror; see boundary_open.h
 *
 * Invariant: when a row of tiles is stepped, the halo of `now` next to it is
 * up to date. Pools of less than RIPPLE_OPEN_MIN_CELLS columns or rows have
 * fixed edges instead of open ones.
 */
#ifndef RIPPLE_WATER_BOUNDARY_H
#define RIPPLE_WATER_BOUNDARY_H

#include "lib/water/boundary_open.h"

typedef struct Boundary {
    RippleEdges kind;
    OpenBoundary open; /* used if kind is RIPPLE_EDGES_OPEN */
} Boundary;

/* Makes fixed edges. Returns 0 or RIPPLE_ERROR_MEMORY; on error *boundary is as
   after ripple_boundary_clear. */
int ripple_boundary_init(Boundary *boundary, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_boundary_clear(Boundary *boundary);

/* Takes over the edges of the settings. Zeroes the halo if they change. */
void ripple_boundary_configure(Boundary *boundary, Field *field,
                               const RippleSettings *settings);

/* Fills the halo of `now`, `before` and the speeds again if it is stale. */
void ripple_boundary_refresh(const Boundary *boundary, Field *field);

/* 1 if a row of tiles can only be finished after the row above has been
   stepped. */
int ripple_boundary_needs_row_above(const Boundary *boundary,
                                    const Field *field, int tile_y);

/* Call before a row of tiles is stepped, and if the one below needs it. */
void ripple_boundary_save_row(const Boundary *boundary, const OpenStep *step,
                              int tile_y);

/* Lets waves leave through open edges and fills the halo of a row of tiles of
   `next` after it was stepped. */
void ripple_boundary_step_row(const Boundary *boundary, const OpenStep *step,
                              int tile_y);

/* Fills the halo of a row of tiles with copies of cells inside; leaves that of
   fixed edges alone. */
void ripple_boundary_copy_row(const Boundary *boundary, const Field *field,
                              Plane *plane, int tile_y);

#endif
