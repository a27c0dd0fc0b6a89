/* SPDX-License-Identifier: MIT */
/*
 * Fills the halo of the planes, and the border of their flags, so that kernels
 * read across the edges of the pool without testing for them.
 *
 *     fixed    0
 *     mirror   the edge cell itself
 *     wrap     the cell at the opposite side
 *     open     as if the water went on; see boundary_open.h
 *
 * Invariant: when a row of tiles is stepped, the halo of `now` next to it is
 * up to date. Pools of less than RIPPLE_OPEN_MIN_CELLS columns or rows have
 * fixed edges instead of open ones.
 */
#ifndef RIPPLE_WATER_BOUNDARY_H
#define RIPPLE_WATER_BOUNDARY_H

#include "water/boundary_open.h"

typedef struct Boundary {
    RippleEdges kind;
    OpenBoundary open; /* used if kind is RIPPLE_EDGES_OPEN */
} Boundary;

/* Makes fixed edges. Returns 0 or RIPPLE_ERROR_MEMORY; on error *boundary is as
   after ripple_boundary_clear. */
int ripple_boundary_init(Boundary *boundary, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_boundary_clear(Boundary *boundary);

/* Takes over the edges of the settings. Zeroes the halo and what open edges
   remember if the edges change, or whether there is a current. */
void ripple_boundary_configure(Boundary *boundary, Field *field,
                               const RippleSettings *settings, int has_current);

/* Forgets the waves that are leaving; call with ripple_field_reset. */
void ripple_boundary_reset(Boundary *boundary, const Field *field);

/* Fills the halo of `now`, `before` and the speeds again if it is stale and the
   edges are mirror or wrap. */
void ripple_boundary_refresh(const Boundary *boundary, Field *field);

/* 1 if nothing beyond the edges can move water that is 0. */
int ripple_boundary_is_zero(const Boundary *boundary, const Field *field);

/* Clears the halo next to land; call after the mask changes. */
void ripple_boundary_clear_land(Boundary *boundary, Field *field,
                                const Mask *mask);

/* Prepares the halo of `now` for a step; call once before its first row. */
void ripple_boundary_smooth(const Boundary *boundary, Field *field);

/* 1 if the halo of a row of tiles can only be filled after the row above has
   been stepped. */
int ripple_boundary_needs_row_above(const Boundary *boundary,
                                    const Field *field, int tile_y);

/*
 * Fills the halo of a row of tiles of `next` after the tiles with active[x]
 * != 0 were stepped from `now`. Activates the tiles that waves are leaving.
 */
void ripple_boundary_step_row(const Boundary *boundary, const Kernels *kernels,
                              const Field *field, Plane *next,
                              const uint8_t *active, int tile_y);

/* Fills the halo of a row of tiles with copies of cells inside (mirror, wrap);
   leaves that of fixed and open edges alone. */
void ripple_boundary_copy_row(const Boundary *boundary, const Field *field,
                              Plane *plane, int tile_y);

/* Fills the halo of a row of tiles of `to` after `from` was advected to it. */
void ripple_boundary_advect_row(const Boundary *boundary, const Field *field,
                                Plane *to, const Plane *from, int tile_y);

#endif
