/* SPDX-License-Identifier: MIT */
/*
 * Contracts of the kernels for light on the floor: scatter and collect. The
 * formulas are in caustics.inc. Cells whose coordinates are both even are
 * nodes. Each block of 2 x 2 cells that begins at a node has four nodes around
 * it. A ray that ends in the block is divided among them, RIPPLE_RAY in all. A
 * cell of a plane of rays sums the shares for one of the four nodes:
 *
 *     node . . . . . node        A ray that ends at * adds much to a, less to
 *      .  a     b     .          b and c and little to d. The light of a node
 *      .    *         .          is a + b + c + d of the four blocks beside it.
 *      .  c     d     .
 *     node . . . . . node
 */
#ifndef RIPPLE_KERNELS_CAUSTICS_KERNELS_H
#define RIPPLE_KERNELS_CAUSTICS_KERNELS_H

#include "lib/kernels/shared.h"

#include <stddef.h>
#include <stdint.h>

#define RIPPLE_RAY_REACH 4 /* cells from the start of a ray to its block */

/*
 * Adds the rays of the cells (x, y) of a block with even x + y to a plane of
 * rays, at most RIPPLE_RAY_REACH cells around the block. Rays already in the
 * plane stay. The first cell of both has even coordinates.
 */
typedef struct ScatterArgs {
    const int16_t *cells; /* heights: the first cell; its neighbours are read */
    ptrdiff_t stride;
    int16_t *to; /* rays of the first cell */
    ptrdiff_t to_stride;
    int columns, rows;
    RayBend bend;
} ScatterArgs;

#define RIPPLE_SCATTER(name) void name(const ScatterArgs *args)
typedef RIPPLE_SCATTER(Scatter);

#define RIPPLE_COLLECT_PLANES  3
#define RIPPLE_COLLECT_COLUMNS 64
#define RIPPLE_COLLECT_ROWS    8
#define RIPPLE_COLLECT_AROUND  3 /* cells read on each side */

/*
 * Computes the light of up to RIPPLE_COLLECT_COLUMNS x RIPPLE_COLLECT_ROWS
 * cells from the sum of three planes of rays. Returns 1 if any light is not 0.
 * rays[i] starts at the first column of row i - RIPPLE_COLLECT_AROUND of the
 * block. The first cell has even coordinates. The rays must
 * not give a node less than -RIPPLE_MAX_RAYS; more is clamped.
 */
typedef struct CollectArgs {
    const int16_t *rays[RIPPLE_COLLECT_ROWS + 2 * RIPPLE_COLLECT_AROUND]
                       [RIPPLE_COLLECT_PLANES];
    int16_t *to; /* light of the first cell */
    ptrdiff_t stride;
    int columns, rows;
} CollectArgs;

#define RIPPLE_COLLECT(name) int name(const CollectArgs *args)
typedef RIPPLE_COLLECT(Collect);

#endif
