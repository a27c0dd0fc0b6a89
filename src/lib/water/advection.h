/* SPDX-License-Identifier: MIT */
/*
 * A current: a flow that moves the heights along, uniform or from a map.
 *
 *     h'(p) = bilinear(h, p - flow(p))       for `now` and `before` (or speeds)
 *
 * A map that gains water somewhere would make waves grow without limit.
 * So the flow is projected onto the nearest flow without divergence
 * (Helmholtz: subtract the gradient of the solution of a Poisson equation) and
 * without flow through land. Water enters and leaves freely at the edges of the
 * pool, or wraps.
 *
 * A pass of the kernel moves heights by less than one cell. A fast flow takes
 * several passes after each step; a slow flow takes one pass after several
 * steps, which costs less and blurs less. Only AdvectionSchedule holds this
 * choice.
 */
#ifndef RIPPLE_WATER_ADVECTION_H
#define RIPPLE_WATER_ADVECTION_H

#include "lib/kernels/kernels.h"
#include "lib/water/projection.h"

#include "ripple.h"

#define RIPPLE_MAX_PASSES   4 /* RIPPLE_MAX_CURRENT */
#define RIPPLE_MAX_INTERVAL 8

/* A flow that varies by cell. */
typedef struct FlowWorkspace {
    FlowGrid grid;   /* its potential starts the next solution */
    FlowRow *rows;   /* the flow of a pass, by row of cells; NULL: none */
    int16_t *values; /* the flows that `rows` points into */
    int16_t *counts; /* scratch, by column of cells; after the values */
    int columns, row_count; /* of cells */
} FlowWorkspace;

/*
 * When heights are moved. `now` is moved after the last step of an interval
 * and then leads: `before` (or the speeds) is moved before the next step.
 *
 *     interval 2:   step, step, move now | move before, step, step, move now
 */
typedef struct AdvectionSchedule {
    int passes;   /* each time; 0: no current */
    int interval; /* steps, 1..RIPPLE_MAX_INTERVAL */
    int phase;    /* of the next step, 0..interval - 1 */
    int leads;    /* `now` has been moved, `before` not yet */
} AdvectionSchedule;

/* Passes before and after one step. */
typedef struct AdvectionPlan {
    int before, after;
} AdvectionPlan;

typedef struct Advection {
    FlowMap map; /* as set by the caller */
    AdvectionSchedule schedule;
    int x, y; /* flow of a pass in 1/2^15 cells, if there are no rows */
    FlowWorkspace workspace; /* zeros if the flow is x, y everywhere */
    double divergence; /* maximum after the fit, in cells a step per cell */
} Advection;

/*
 * Copies a flow of width x height values in cells a step. Returns 0,
 * RIPPLE_ERROR_SETTING if a component is not a number in -RIPPLE_MAX_CURRENT..
 * RIPPLE_MAX_CURRENT, or RIPPLE_ERROR_MEMORY; on error *advection is as after
 * ripple_advection_clear.
 */
int ripple_advection_init(Advection *advection, const float *x, const float *y,
                          int width, int height);

/* Frees the memory and zeroes the struct, which means still water. */
void ripple_advection_clear(Advection *advection);

/* Makes a copy that behaves like the original. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *to is as after ripple_advection_clear. */
int ripple_advection_copy(Advection *to, const Advection *from);

/* 1 if the flow is 0 everywhere. */
int ripple_advection_is_still(const Advection *advection);

/*
 * Allocates the memory that ripple_advection_fit needs for columns x rows
 * cells; keeps an existing workspace. Returns 0 or RIPPLE_ERROR_MEMORY; on
 * error *workspace is unchanged.
 */
int ripple_advection_make_workspace(FlowWorkspace *workspace,
                                    const Advection *advection, int columns,
                                    int rows, int has_land);

/* Frees the memory and zeroes the struct. */
void ripple_advection_clear_workspace(FlowWorkspace *workspace);

/* Fits the flow to the edges and to the land of `depths`, which has the shape
   of the workspace (NULL: open water). The workspace must exist. Restarts the
   schedule but keeps `leads`. */
void ripple_advection_fit(Advection *advection, const uint8_t *depths,
                          RippleEdges edges);

/* Stores the fitted flow of a cell in 1/2^16 cells a step, rounded toward 0. A
   cell outside the pool gets the flow of the nearest one inside. */
void ripple_advection_flow_at(const Advection *advection, int column, int row,
                              int *x, int *y);

/* Returns the plan of the next step and advances the schedule by that step.
   Without a current it clears `leads`. */
AdvectionPlan ripple_advection_next(AdvectionSchedule *schedule);

/* Restarts the schedule, for water at rest. */
void ripple_advection_restart(AdvectionSchedule *schedule);

#endif
