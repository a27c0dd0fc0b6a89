/* SPDX-License-Identifier: MIT */
/*
 * Contracts of the kernels for light: scatter and collect. The formulas are in
 * caustics.inc. A plane of rays has a number for each cell: the light that
 * falls on the floor below. A ray that ends between cells is divided among four
 * of them, RIPPLE_RAY in all:
 *
 *     a . . . b
 *     .  *    .        A ray that ends at * adds much to a, less to b and c,
 *     .       .        and little to d.
 *     c . . . d
 */
#ifndef RIPPLE_KERNELS_CAUSTICS_KERNELS_H
#define RIPPLE_KERNELS_CAUSTICS_KERNELS_H

#include "lib/kernels/shared.h"

#include <stddef.h>
#include <stdint.h>

#define RIPPLE_RAY_REACH 7 /* cells from the start of a ray to its end */

/* Adds each cell's ray to a plane of rays, at most RIPPLE_RAY_REACH cells
   around the block. Rays already in the plane stay. */
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
#define RIPPLE_COLLECT_RAYS    2 /* cells around whose rays are read */
#define RIPPLE_COLLECT_SLOPES  3 /* cells around whose slopes are read */

/*
 * Computes light and shine of up to RIPPLE_COLLECT_COLUMNS x
 * RIPPLE_COLLECT_ROWS cells from their heights and from the sum of three planes
 * of rays. Returns 1 if any is not 0. rays[i] starts at the first column of row
 * i - RIPPLE_COLLECT_RAYS of the block. The sums of rays are -RIPPLE_RAY or
 * more; light above RIPPLE_MAX_RAYS is cut off.
 */
typedef struct CollectArgs {
    const int16_t *rays[RIPPLE_COLLECT_ROWS + 2 * RIPPLE_COLLECT_RAYS]
                       [RIPPLE_COLLECT_PLANES];
    const int16_t *cells; /* heights: the first cell */
    ptrdiff_t stride;
    int16_t *light, *shine; /* of the first cell */
    ptrdiff_t to_stride;    /* of both */
    int columns, rows;
    /* The field, relative to the first cell. Cells beyond have the slopes of
       the nearest one inside. */
    int left, top, right, bottom; /* the first and the last column and row */
    RayBend bend;
    Lighting lighting;
} CollectArgs;

#define RIPPLE_COLLECT(name) int name(const CollectArgs *args)
typedef RIPPLE_COLLECT(Collect);

#endif
