/* SPDX-License-Identifier: MIT */
/*
 * Open edges: waves leave the pool. A step treats them as mirrors, so the halo
 * is that of a mirror; then the outermost cells are slowed down, each to a
 * height between its previous one and the one that the mirror gave it. No such
 * height adds energy, whatever the water does (src/lib/water/README.md).
 *
 *        cell 0   cell 1   cell 2         across the left edge; each with three
 *     |+--------+--------+--------+---    heights: x after the step (x0 by a
 *     ||  x0    |  x1    |  x2    |       mirror), h before it, b one step
 *     |+--------+--------+--------+---    earlier, kept in `before`
 *
 * Two one-way wave equations, one after the other, for waves at 0 and at 45
 * degrees to the normal, tell which height lets waves pass. Source: Higdon,
 * "Absorbing boundary conditions for difference approximations to the
 * multi-dimensional wave equation", 1986. Where land is near, and in the
 * corners, cells resist their own movement like the water beyond would.
 */
#ifndef RIPPLE_WATER_BOUNDARY_OPEN_H
#define RIPPLE_WATER_BOUNDARY_OPEN_H

#include "lib/kernels/kernels.h"
#include "lib/water/field.h"
#include "lib/water/mask.h"

/* In narrower pools opposite edges would feed each other. */
#define RIPPLE_OPEN_MIN_CELLS 4

/* Cells of a line across an edge. */
#define RIPPLE_OPEN_DEPTH 3

#define RIPPLE_OPEN_FACTOR_BITS 12 /* of `sum` and `product` */
#define RIPPLE_OPEN_SHARE_BITS  14 /* of `resists` */

/* Fine heights sink by 1/2^RIPPLE_OPEN_SINK_BITS of them a step, others by 1.
 */
#define RIPPLE_OPEN_SINK_BITS 10

typedef enum BoundarySide {
    SIDE_LEFT,
    SIDE_RIGHT,
    SIDE_TOP,
    SIDE_BOTTOM,
    SIDE_COUNT,
} BoundarySide;

typedef struct OpenBoundary {
    int max_height;   /* of springs */
    int sum, product; /* of the coefficients of both equations, in 1/2^12 */
    int resists[2];   /* share of a movement that is left beside one edge and
                         between two, in 1/2^14 */
    int32_t *before[SIDE_COUNT]; /* RIPPLE_OPEN_DEPTH lines, from the edge */
    int32_t *memory;
} OpenBoundary;

/* All that one row of tiles is stepped with. */
typedef struct OpenStep {
    const OpenBoundary *open;
    const Field *field; /* `now` holds the heights before the step */
    const Mask *mask;   /* NULL: open water */
    Plane *next;        /* those after it */
    Plane *speeds;      /* cells are NULL if the model has none */
} OpenStep;

/* Returns 0 or RIPPLE_ERROR_MEMORY; on error *open is as after clear. */
int ripple_boundary_open_init(OpenBoundary *open, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_boundary_open_clear(OpenBoundary *open);

/* Sets the coefficients for waves of the model. */
void ripple_boundary_open_configure(OpenBoundary *open,
                                    const RippleSettings *settings);

/* 1 if cells 1 or 2 of the bottom edge lie in the row of tiles above. */
int ripple_boundary_open_needs_row_above(const Field *field, int tile_y);

/* Keeps what a row of tiles held one step earlier; call before its step. */
void ripple_boundary_open_save_row(const OpenStep *step, int tile_y);

/* Lets waves leave through the edges of a row of tiles that was stepped. */
void ripple_boundary_open_step_row(const OpenStep *step, int tile_y);

#endif
