/* SPDX-License-Identifier: MIT */
/*
 * What lies beyond the edges of the pool: fills the ring of cells around the
 * heights, and the border of their flags, so that kernels need not know.
 *
 * fixed: zeros. mirror: each cell shows its neighbour inside. wrap: the cells
 * of the other side. open: the ring goes on as if there were more water, by
 * two one-way wave equations in a row, one for waves that leave straight, one
 * for those that leave at 45 degrees. Source: Higdon, "Absorbing boundary
 * conditions for difference approximations to the multi-dimensional wave
 * equation", 1986; the first alone is the well-known condition of Mur, 1981.
 * Where a current carries waves over the edge these would grow, so the ring
 * then just shows what was inside a step ago, a little calmer. Pools of less
 * than four cells across have fixed edges instead.
 */
#ifndef RIPPLE_WATER_BOUNDARY_H
#define RIPPLE_WATER_BOUNDARY_H

#include "water/field.h"
#include "kernels/kernels.h"
#include "water/models/table.h"
#include "water/mask.h"

typedef enum BoundarySide {
    SIDE_LEFT,
    SIDE_RIGHT,
    SIDE_TOP,
    SIDE_BOTTOM,
    SIDE_COUNT,
} BoundarySide;

/* What the first equation left over along a side, by its cells. */
typedef struct BoundaryResidue {
    int16_t *inner, *outer; /* between cells 1 and 0, and 0 and the ring */
} BoundaryResidue;

typedef struct Boundary {
    RippleEdges kind;
    int16_t normal_q15, oblique_q15; /* see Outlet */
    int is_normal;                   /* the first equation will do */
    int decay;                       /* what is left over loses 1/2^leak */
    int smooths;                     /* along the ring, for corners */
    int follows; /* in a current: the ring shows just what was inside */
    BoundaryResidue rest[SIDE_COUNT];
    int16_t *memory;
} Boundary;

/* Makes fixed edges. Returns 0 or RIPPLE_ERROR_MEMORY, and then *edges is as
   after ripple_boundary_clear. */
int ripple_boundary_init(Boundary *edges, const Field *heights);

/* Frees the memory and zeroes the struct. */
void ripple_boundary_clear(Boundary *edges);

/* Changes to the edges that the settings ask for. */
void ripple_boundary_configure(Boundary *edges, Field *heights,
                               const RippleSettings *settings, int has_current);

/* Forgets what is on its way out, after ripple_field_reset. */
void ripple_boundary_reset(Boundary *edges, const Field *heights);

/* Fills the ring of `now`, and of the buffers that belong to it, after
   something fell in. */
void ripple_boundary_refresh(const Boundary *edges, Field *heights);

/* Makes calm what lies beyond land at open edges, after a change of it. */
void ripple_boundary_clear_land(Boundary *edges, Field *heights,
                                const Mask *shore);

/* Smooths the ring along open edges where the law needs it, before a step
   from `buffer`. */
void ripple_boundary_smooth(const Boundary *edges, const Field *heights,
                            Plane *buffer);

/* Whether what lies beyond a row of tiles also follows from the row before it,
   as it is after a step: open edges look at two rows of cells, and the last row
   of tiles may have but one. */
int ripple_boundary_needs_row_above(const Boundary *edges, const Field *heights,
                                    int tile_y);

/*
 * Fills what lies beyond a row of tiles of `next`, which was stepped from
 * `now` where `moving` says so, and marks the tiles as wet from which
 * something is still on its way out.
 */
void ripple_boundary_step_row(const Boundary *edges, const Kernels *kernels,
                              const Field *heights, Plane *next,
                              const Plane *now, const uint8_t *moving,
                              int tile_y);

/* The same where the edges are copies of what lies inside: what else they
   show is not touched. */
void ripple_boundary_copy_row(const Boundary *edges, const Field *heights,
                              Plane *buffer, int tile_y);

/* The same for a buffer that was carried along from another. */
void ripple_boundary_advect_row(const Boundary *edges, const Field *heights,
                                Plane *to, const Plane *from, int tile_y);

#endif
