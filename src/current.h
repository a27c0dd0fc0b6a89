/* SPDX-License-Identifier: MIT */
/*
 * A current carries the water along: everywhere the same, or by a map of
 * flows. A map that gained water somewhere would let waves grow without end,
 * so its sources and sinks are taken out (Helmholtz: what is left after the
 * gradient of a potential is subtracted has no divergence), and with them
 * what would flow through land. Water comes in and leaves freely at the edges
 * of the pool, and runs around a torus.
 */
#ifndef RIPPLE_CURRENT_H
#define RIPPLE_CURRENT_H

#include "flow.h"
#include "heights.h"
#include "shore.h"

/* A kernel carries by up to a cell; faster flows take several passes. */
#define RIPPLE_MAX_PASSES 4 /* RIPPLE_MAX_CURRENT */

/* The flow is solved for on a grid of at most this many cells a side. */
#define RIPPLE_FLOW_SIDE 256

typedef struct FlowMap {
    float *x, *y; /* cells a step, row by row */
    int width, height;
} FlowMap;

typedef struct Current {
    FlowMap drawn; /* as it was asked for, of any size */
    int passes;    /* how often to carry in a step */
    int x, y;      /* flow of a pass in 1/2^15 cells, where there is no map */
    int16_t *flow_x, *flow_y; /* the same by cell, or NULL */
    int16_t *memory;          /* of both */
    Flow flow;                /* on the coarse grid; a start for the next */
    double divergence;        /* the largest left, in cells a step per cell */
} Current;

/* Makes still water. */
void current_init(Current *current);

/* Frees the memory and makes still water. */
void current_clear(Current *current);

/*
 * Takes a flow: `x` and `y` in cells a step, width x height values, of which
 * the current keeps a copy. Returns 0, RIPPLE_ERROR_SETTING when a component
 * is not a number from -RIPPLE_MAX_CURRENT to RIPPLE_MAX_CURRENT, or
 * RIPPLE_ERROR_MEMORY, and then nothing has changed.
 */
int current_set(Current *current, const float *x, const float *y, int width,
                int height);

int current_is_still(const Current *current);

/*
 * Fits the flow to the water, around the land of the shore, which may be
 * NULL. Returns 0 or RIPPLE_ERROR_MEMORY, and then the water is still.
 */
int current_fit(Current *current, const Heights *heights, const Shore *shore,
                int wraps);

#endif
