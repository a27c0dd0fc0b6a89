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

typedef enum EdgesSide {
    SIDE_LEFT,
    SIDE_RIGHT,
    SIDE_TOP,
    SIDE_BOTTOM,
    SIDE_COUNT,
} EdgesSide;

/* What the first equation left over along a side, by its cells. */
typedef struct EdgesRest {
    int16_t *inner, *outer; /* between cells 1 and 0, and 0 and the ring */
} EdgesRest;

typedef struct Edges {
    RippleEdges kind;
    int16_t straight_q15, aslant_q15; /* see Outlet */
    int is_straight;                  /* the first equation will do */
    int leak;                         /* what is left over loses 1/2^leak */
    int smooths;                      /* along the ring, for corners */
    int follows; /* in a current: the ring shows just what was inside */
    EdgesRest rest[SIDE_COUNT];
    int16_t *memory;
} Edges;

/* Makes fixed edges. Returns 0 or RIPPLE_ERROR_MEMORY, and then *edges is as
   after edges_clear. */
int edges_init(Edges *edges, const Heights *heights);

/* Frees the memory and zeroes the struct. */
void edges_clear(Edges *edges);

/* Changes to the edges that the settings ask for. */
void edges_set(Edges *edges, Heights *heights, const RippleSettings *settings,
               int has_current);

/* Forgets what is on its way out, after heights_calm. */
void edges_calm(Edges *edges, const Heights *heights);

/* Fills the ring of `now`, and of the buffers that belong to it, after
   something fell in. */
void edges_refresh(const Edges *edges, Heights *heights);

/* Makes calm what lies beyond land at open edges, after a change of it. */
void edges_dry(Edges *edges, Heights *heights, const Shore *shore);

/* Smooths the ring along open edges where the law needs it, before a step
   from `buffer`. */
void edges_smooth(const Edges *edges, const Heights *heights,
                  HeightsBuffer *buffer);

/* Whether what lies beyond a row of tiles also follows from the row before it,
   as it is after a step: open edges look at two rows of cells, and the last row
   of tiles may have but one. */
int edges_look_up(const Edges *edges, const Heights *heights, int tile_y);

/*
 * Fills what lies beyond a row of tiles of `next`, which was stepped from
 * `now` where `moving` says so, and marks the tiles as wet from which
 * something is still on its way out.
 */
void edges_step_row(const Edges *edges, const Kernels *kernels,
                    const Heights *heights, HeightsBuffer *next,
                    const HeightsBuffer *now, const uint8_t *moving,
                    int tile_y);

/* The same where the edges are copies of what lies inside: what else they
   show is not touched. */
void edges_copy_row(const Edges *edges, const Heights *heights,
                    HeightsBuffer *buffer, int tile_y);

/* The same for a buffer that was carried along from another. */
void edges_carry_row(const Edges *edges, const Heights *heights,
                     HeightsBuffer *to, const HeightsBuffer *from, int tile_y);

#endif
