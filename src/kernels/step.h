/* SPDX-License-Identifier: MIT */
/*
 * Contracts of the kernels that move water: step, advect and absorb. The
 * conventions of kernels.h apply; the formulas stand above the scalar kernels.
 */
#ifndef RIPPLE_KERNELS_STEP_H
#define RIPPLE_KERNELS_STEP_H

#include <stddef.h>
#include <stdint.h>

/* Fixed point of a stencil: bits behind the point. */
#define RIPPLE_WEIGHT_BITS    14
#define RIPPLE_SPEED_BITS     4
#define RIPPLE_STIFFNESS_BITS 11

/* Heights at which ROUND_TO_REST and ROUND_AWAY change what they do. */
#define RIPPLE_LOW  8
#define RIPPLE_HIGH 20

/* What a kernel reports of a block: where its heights are not zero. */
enum {
    RIPPLE_ACTIVE = 1,     /* some height or speed is not zero */
    RIPPLE_ACTIVE_TOP = 2, /* some height of the first row is not zero */
    RIPPLE_ACTIVE_BOTTOM = 4,
    RIPPLE_ACTIVE_LEFT = 8,
    RIPPLE_ACTIVE_RIGHT = 16,
    RIPPLE_ACTIVE_ALL = 31,
};

/* The formulas by which a cell's next height follows from its neighbours. The
   kernel of STENCIL_CLASSIC is step_classic. */
#define RIPPLE_STENCILS(STENCIL) \
    /* half the sum of the 4 edge neighbours; no land */ \
    STENCIL(CLASSIC, classic) \
    /* a quarter of the sum of all 8; no land */ \
    STENCIL(ROUND, round) \
    /* weights for previous, newest, 4 edge neighbours */ \
    STENCIL(LINEAR, linear) \
    /* and for the 4 diagonal ones */ \
    STENCIL(LINEAR_ROUND, linear_round) \
    /* a speed per cell, driven by a force */ \
    STENCIL(SPRING, spring)

#define RIPPLE_STENCIL_KIND(NAME, name) STENCIL_##NAME,
typedef enum StencilKind {
    RIPPLE_STENCILS(RIPPLE_STENCIL_KIND) STENCIL_COUNT
} StencilKind;

/*
 * How weighted sums are rounded. ROUND_DOWN is right on average and makes an
 * undamped step reversible. ROUND_TO_REST takes a little from every wave, so
 * that the water comes to rest. ROUND_AWAY gives as much to waves higher than
 * RIPPLE_HIGH: damped models use the two in turns, so that only low waves lose.
 */
typedef enum Rounding {
    ROUND_DOWN,
    ROUND_TO_REST,
    ROUND_AWAY,
} Rounding;

/* The numbers of a model. Bounds keep every sum of a kernel within 32 bits. */
typedef struct Stencil {
    StencilKind kind;
    int mirror;  /* 1: land reflects waves upright; 0: inverted */
    int damping; /* classic, round: 0..15, 0 for none */
    /* linear: in 1/2^14; -32767 <= w_now, 0 <= w_edge, 0 <= w_diag,
       w_edge + w_diag <= 8192,
       |w_prev| + |w_now| + 5 * (w_edge + w_diag) < 2^16 */
    int16_t w_prev, w_now, w_edge, w_diag;
    Rounding rounding; /* linear, spring */
    /* spring: a speed is in 1/16 of a height per step */
    int16_t speed_kept;  /* factor of the speed, in 1/2^11, 0..2048 */
    int16_t stiffness;   /* speed per height of force, in 1/2^11, 0..16384 */
    int16_t friction;    /* taken from each speed after that, 0 or 1 */
    int16_t height_kept; /* factor of the height, in 1/2^14, 0..16384 */
    int16_t max_speed;   /* 0..32000 */
    int16_t max_height;  /* 0..32767 */
} Stencil;

/*
 * A block to step: columns x rows cells, each at least 1. Pointers are to its
 * first cell. `depth_map` is NULL in open water (always for STENCIL_CLASSIC
 * and STENCIL_ROUND), else it tells per cell how much of the depth is missing,
 * from 0 (open water) to RIPPLE_SHALLOWEST, in 1/2^15, or RIPPLE_LAND.
 */
typedef struct StepArgs {
    int16_t *next;      /* holds the previous heights, receives the next */
    const int16_t *now; /* the newest heights */
    int16_t *speeds;    /* STENCIL_SPRING only */
    const int16_t *depth_map;
    ptrdiff_t stride; /* cells from one row to the next, in every plane */
    int columns, rows;
} StepArgs;

#define RIPPLE_SHALLOWEST 32512
#define RIPPLE_LAND       (-1)

/* Steps a block; returns the RIPPLE_ACTIVE flags of the new heights. */
#define RIPPLE_STEP(name) int name(const StepArgs *args, const Stencil *stencil)
typedef RIPPLE_STEP(Step);

/* The flow of one row of cells: x[i], and for y the value `share` / 2^15 of the
   way from above[i] to below[i]; share is 0..32767. */
typedef struct FlowRow {
    const int16_t *x, *above, *below;
    int16_t share;
} FlowRow;

/*
 * A block to advect, from plane `from` to plane `to`, laid out as in StepArgs.
 * A flow is in 1/2^15 cells per call, each component in -32767..32767. Cell
 * (column, row) of the block has flow[row] at flow_column + column, or, if
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

/*
 * A piece of an open edge, `count` cells long. Drawn for a left edge, where
 * along = stride and outside = -1:
 *
 *      halo   cell 0   cell 1   cell 2
 *     +------+--------+--------+-----
 *     |  H   |   0    |   1    |        next and now point to cell 0 of the
 *     +------+--------+--------+-----   first row; H = cell 0 + outside,
 *     |  H   |   0    |   1    |        cell 1 = cell 0 - outside
 *     +--.---+---.----+--------+-----
 *        |       |
 *      outer   inner                    residues of the one-way wave equation
 *     (H to 0) (0 to 1)                 between two cells, one int16 per row
 *
 * H of `next` is written, as are inner and outer. Cells 0 and 1 of both planes
 * and H of `now` are read; cell 2 may be read.
 */
typedef struct AbsorbingBoundary {
    int16_t *next;
    const int16_t *now;
    ptrdiff_t along;   /* from one cell 0 to the next */
    ptrdiff_t outside; /* from a cell 0 to its halo cell */
    int16_t *inner, *outer;
    int count;
    /* (r - 1) / (r + 1) in 1/2^15, -32767..32767, for waves that cross the
       edge at r cells per step: at normal and at oblique incidence */
    int16_t normal, oblique;
    int is_first_order; /* only the equation for `normal` is used */
    int decay;          /* `outer` loses 1/2^decay of itself a step, 1..15 */
} AbsorbingBoundary;

/* Halo heights and outer residues up to these go to 0 by 1 a step. */
#define RIPPLE_SMALL_HEIGHT  2
#define RIPPLE_SMALL_RESIDUE 6

#define RIPPLE_BOUNDARY_ACTIVE 1
#define RIPPLE_OPPOSITE_ACTIVE 2

/*
 * Fills the halo along a piece of an open edge. `opposite` is NULL or the piece
 * of the right edge with the same rows, count and factors as `boundary`, which
 * is then of the left edge: vector levels do both at once. Returns
 * RIPPLE_BOUNDARY_ACTIVE if a halo cell or a residue of `boundary` is not
 * zero, RIPPLE_OPPOSITE_ACTIVE for those of `opposite`.
 */
#define RIPPLE_ABSORB(name) \
    int name(const AbsorbingBoundary *boundary, \
             const AbsorbingBoundary *opposite)
typedef RIPPLE_ABSORB(Absorb);

#endif
