/* SPDX-License-Identifier: MIT */
/*
 * Contracts of the kernels that move water: step, advect and measure. The
 * conventions of kernels.h apply. The formulas are above the scalar kernels.
 */
#ifndef RIPPLE_KERNELS_STEP_KERNELS_H
#define RIPPLE_KERNELS_STEP_KERNELS_H

#include "lib/kernels/shared.h"

#include <stddef.h>
#include <stdint.h>

/* Flags that a kernel returns: where heights of a block are not zero. */
enum {
    RIPPLE_ACTIVE = 1,     /* some height or speed is not zero */
    RIPPLE_ACTIVE_TOP = 2, /* some height of the first row is not zero */
    RIPPLE_ACTIVE_BOTTOM = 4,
    RIPPLE_ACTIVE_LEFT = 8,
    RIPPLE_ACTIVE_RIGHT = 16,
    RIPPLE_ACTIVE_ALL = 31,
};

/* The formulas for the next height of a cell from its neighbours. The kernel of
   STENCIL_CLASSIC is step_classic. */
#define RIPPLE_STENCILS(STENCIL) \
    /* half the sum of the 4 edge neighbours; no land */ \
    STENCIL(CLASSIC, classic) \
    /* a quarter of the sum of all 8; no land */ \
    STENCIL(ROUND, round) \
    /* weights for previous, newest, 4 edge neighbours */ \
    STENCIL(LINEAR, linear) \
    /* and for the 4 diagonal ones */ \
    STENCIL(LINEAR_ROUND, linear_round) \
    /* linear, of heights with fractions */ \
    STENCIL(FINE, fine) \
    /* a speed per cell, driven by a force */ \
    STENCIL(SPRING, spring)

#define RIPPLE_STENCIL_KIND(NAME, name) STENCIL_##NAME,
typedef enum StencilKind {
    RIPPLE_STENCILS(RIPPLE_STENCIL_KIND) STENCIL_COUNT
} StencilKind;

/*
 * A block to step: columns x rows cells, each at least 1. Pointers are to its
 * first cell. `depth_map` is NULL in open water, and always for STENCIL_CLASSIC
 * and STENCIL_ROUND. Else it has the missing share of the depth of each cell,
 * from 0 (open water) to RIPPLE_SHALLOWEST, in 1/2^15, or RIPPLE_LAND.
 */
typedef struct StepArgs {
    int16_t *next;           /* holds the previous heights, receives the next */
    const int16_t *now;      /* the newest heights */
    int16_t *speeds;         /* STENCIL_SPRING only */
    int16_t *next_fractions; /* of `next`; STENCIL_FINE only */
    const int16_t *now_fractions; /* of `now`; STENCIL_FINE only */
    const int16_t *depth_map;
    ptrdiff_t stride; /* cells from one row to the next, in every plane */
    int columns, rows;
} StepArgs;

#define RIPPLE_SHALLOWEST 32512
#define RIPPLE_LAND       (-1)

/* Steps a block; returns the RIPPLE_ACTIVE flags of the new heights. */
#define RIPPLE_STEP(name) int name(const StepArgs *args, const Stencil *stencil)
typedef RIPPLE_STEP(Step);

/* The flow of one row of cells: its x is x[i], its y is `share` / 2^15 of the
   way from above[i] to below[i]. share is 0..32767. */
typedef struct FlowRow {
    const int16_t *x, *above, *below;
    int16_t share;
} FlowRow;

/*
 * A block to advect from plane `from` to plane `to`, laid out as in StepArgs.
 * Flows are in 1/2^15 cells per call, each component in -32767..32767. Cell
 * (column, row) of the block has flow[row] at flow_column + column or, if
 * `flow` is NULL, the uniform flow (x, y).
 */
typedef struct AdvectArgs {
    int16_t *to;
    const int16_t *from;
    const FlowRow *flow;
    int flow_column;
    const int16_t *depth_map;
    ptrdiff_t stride;
    int x, y;
    int columns, rows;
} AdvectArgs;

/* Advects a block; returns the RIPPLE_ACTIVE flags of `to`. */
#define RIPPLE_ADVECT(name) int name(const AdvectArgs *args)
typedef RIPPLE_ADVECT(Advect);

/* Heights to read, and their fractions, or NULL. */
typedef struct Heights {
    const int16_t *cells, *fractions;
} Heights;

/*
 * A block to measure: three heights of each cell, before, at and after `now`.
 */
typedef struct EnergyArgs {
    Heights before, now, next;
    ptrdiff_t before_stride, stride; /* of `before`; of the others */
    int columns, rows;
} EnergyArgs;

/* The sum of products of two heights. Heights with fractions also have the sums
   of crossed products, in 1/2^12, and of products of fractions, in 1/2^24. */
typedef struct Product {
    int64_t cells, crossed, fractions;
} Product;

typedef struct Energy {
    Product now2, next2, product; /* now^2, next^2, next * before */
} Energy;

#define RIPPLE_MEASURE_CELLS 4096

/* Measures a block of at most RIPPLE_MEASURE_CELLS cells, none -32768. */
#define RIPPLE_MEASURE(name) Energy name(const EnergyArgs *args)
typedef RIPPLE_MEASURE(Measure);

#endif
