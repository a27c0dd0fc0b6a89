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
#define RIPPLE_MAX_PASSES 4 /* RIPPLE_MAX_CURRENT */
#define RIPPLE_MAX_EVERY  8

/* The flow is solved for on a grid of at most this many cells a side. */
#define RIPPLE_FLOW_SIDE 256

typedef struct FlowMap {
    float *x, *y; /* cells a step, row by row */
    int width, height;
} FlowMap;

/* What a flow needs that is not the same everywhere. */
typedef struct FlowRoom {
    Flow flow;        /* on the coarse grid; a start for the next */
    FlowRow *rows;    /* the flow of a pass by row of cells, or NULL */
    int16_t *columns; /* of these rows, by column of cells */
} FlowRoom;

typedef struct Current {
    FlowMap drawn; /* as it was asked for, of any size */
    int passes;    /* how often to carry, by the flow of one pass, */
    int every;     /* for so many steps */
    int turn;      /* which of them is next, 0..every - 1 */
    int is_ahead;  /* the newest heights were carried on, those before not */
    int x, y;      /* flow of a pass in 1/2^15 cells, where there is no map */
    FlowRoom room; /* zeros where the flow is x and y everywhere */
    double divergence; /* the largest left, in cells a step per cell */
} Current;

/*
 * Takes a flow: `x` and `y` in cells a step, width x height values, of which
 * the current keeps a copy. Returns 0, RIPPLE_ERROR_SETTING when a component
 * is not a number from -RIPPLE_MAX_CURRENT to RIPPLE_MAX_CURRENT, or
 * RIPPLE_ERROR_MEMORY, and then *current is as after current_clear.
 */
int current_init(Current *current, const float *x, const float *y, int width,
                 int height);

/* Frees the memory and zeroes the struct, which is still water. */
void current_clear(Current *current);

int current_is_still(const Current *current);

/*
 * Makes room to fit a current to water of that shape, unless there is room, or
 * none is needed. Returns 0 or RIPPLE_ERROR_MEMORY, and then *room is as it
 * was.
 */
int current_make_room(FlowRoom *room, const Current *current,
                      const Heights *heights, int has_land);

/* Frees the memory and zeroes the struct. */
void current_clear_room(FlowRoom *room);

/* Fits the flow to the water and its edges, around the land of the shore, which
   may be NULL; there must be room. */
void current_fit(Current *current, const Heights *heights, const Shore *shore,
                 RippleEdges edges);

#endif
