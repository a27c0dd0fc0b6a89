/* SPDX-License-Identifier: MIT */
/*
 * A current carries the water along: everywhere the same, or by a map of
 * flows. A map that gained water somewhere would let waves grow without end,
 * so its sources and sinks are taken out (Helmholtz: what is left after the
 * gradient of a potential is subtracted has no divergence), and with them
 * what would flow through land. Water comes in and leaves freely at the edges
 * of the pool, and runs around a torus.
 */
#ifndef RIPPLE_WATER_ADVECTION_H
#define RIPPLE_WATER_ADVECTION_H

#include "water/projection.h"
#include "water/field.h"
#include "kernels/kernels.h"
#include "water/mask.h"

/*
 * A kernel carries by up to a cell; faster flows take several passes. Slower
 * ones carry once for several steps, which costs less and blurs less.
 */
#define RIPPLE_MAX_PASSES   4 /* RIPPLE_MAX_CURRENT */
#define RIPPLE_MAX_INTERVAL 8

/* The flow is solved for on a grid of at most this many cells a side. */
#define RIPPLE_FLOW_SIDE 256

typedef struct FlowMap {
    float *x, *y; /* cells a step, row by row */
    int width, height;
} FlowMap;

/* What a flow needs that is not the same everywhere. */
typedef struct FlowWorkspace {
    FlowGrid flow;    /* on the coarse grid; a start for the next */
    FlowRow *rows;    /* the flow of a pass by row of cells, or NULL */
    int16_t *columns; /* of these rows, by column of cells */
} FlowWorkspace;

typedef struct Advection {
    FlowMap drawn; /* as it was asked for, of any size */
    int passes;    /* how often to carry, by the flow of one pass, */
    int interval;  /* for so many steps */
    int phase;     /* which of them is next, 0..every - 1 */
    int leads;     /* the newest heights were carried on, those before not */
    int x, y;      /* flow of a pass in 1/2^15 cells, where there is no map */
    FlowWorkspace workspace; /* zeros where the flow is x and y everywhere */
    double divergence;       /* the largest left, in cells a step per cell */
} Advection;

/*
 * Takes a flow: `x` and `y` in cells a step, width x height values, of which
 * the current keeps a copy. Returns 0, RIPPLE_ERROR_SETTING when a component
 * is not a number from -RIPPLE_MAX_CURRENT to RIPPLE_MAX_CURRENT, or
 * RIPPLE_ERROR_MEMORY, and then *current is as after ripple_advection_clear.
 */
int ripple_advection_init(Advection *current, const float *x, const float *y,
                          int width, int height);

/* Frees the memory and zeroes the struct, which is still water. */
void ripple_advection_clear(Advection *current);

int ripple_advection_is_still(const Advection *current);

/*
 * Makes room to fit a current to water of that shape, unless there is room, or
 * none is needed. Returns 0 or RIPPLE_ERROR_MEMORY, and then *room is as it
 * was.
 */
int ripple_advection_make_workspace(FlowWorkspace *workspace,
                                    const Advection *current,
                                    const Field *heights, int has_land);

/* Frees the memory and zeroes the struct. */
void ripple_advection_clear_workspace(FlowWorkspace *workspace);

/* Fits the flow to the water and its edges, around the land of the shore, which
   may be NULL; there must be room. */
void ripple_advection_fit(Advection *current, const Field *heights,
                          const Mask *shore, RippleEdges edges);

#endif
