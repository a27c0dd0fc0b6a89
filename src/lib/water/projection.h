/* SPDX-License-Identifier: MIT */
/*
 * Helmholtz projection of a flow on a coarse grid. The components live on the
 * faces between cells (Harlow and Welch, 1965), so that the divergence of a
 * cell is exactly the sum over its four faces:
 *
 *             y[0]               divergence = x[1] - x[0] + y[1] - y[0]
 *           +------+
 *      x[0] | cell | x[1]        After ripple_projection_solve it is 0 within
 *           +------+             the tolerance, and no face at land has a flow.
 *             y[1]
 *
 * Outside the pool the potential is 0: water passes the edges freely.
 */
#ifndef RIPPLE_WATER_PROJECTION_H
#define RIPPLE_WATER_PROJECTION_H

#define RIPPLE_MULTIGRID_LEVELS 16

/* All planes have a halo of one cell: columns + 2 values a row. */
typedef struct MultigridLevel {
    int columns, rows;
    float *west, *north; /* how open the faces left of and above a cell are */
    float *rate; /* factor from a residual to its correction; 0 on land */
    float *rhs;  /* the right-hand side of the equation */
    float *value, *spare; /* its solution, before and after smoothing */
} MultigridLevel;

typedef struct Multigrid {
    MultigridLevel levels[RIPPLE_MULTIGRID_LEVELS];
    int count; /* levels; the last one is a single cell */
    int wraps;
    float *memory;
} Multigrid;

typedef struct FlowGrid {
    int columns, rows;
    int wraps;
    unsigned char *land;     /* by cell: 0 or 1 */
    double *x, *y;           /* by face: (columns + 1) x rows to the right,
                                columns x (rows + 1) down */
    double *x_open, *y_open; /* by face: 0 next to land, else 1 */
    double *potential; /* by cell, with a halo; starts the next solution */
    double *work[4];   /* scratch of the same shape */
    Multigrid multigrid;
    void *memory;
} FlowGrid;

/* Makes a grid without flow. Returns 0 or RIPPLE_ERROR_MEMORY; on error *grid
   is as after ripple_projection_clear. */
int ripple_projection_init(FlowGrid *grid, int columns, int rows, int wraps);

/* Frees the memory and zeroes the struct. */
void ripple_projection_clear(FlowGrid *grid);

/* Copies the potential and `wraps` of `from`, which has the same shape. */
void ripple_projection_copy(FlowGrid *grid, const FlowGrid *from);

/* Sets x_open and y_open from `land` and zeroes the flow through closed faces.
   If the grid wraps, opposite edges get their mean flow. */
void ripple_projection_close_land(FlowGrid *grid);

/* The maximum of |divergence| over all cells. */
double ripple_projection_max_divergence(const FlowGrid *grid);

/*
 * Removes the divergence by conjugate gradients with multigrid, until it is at
 * most `tolerance` or after `max` iterations. Returns their number.
 */
int ripple_projection_solve(FlowGrid *grid, double tolerance, int max);

/* Max. cells a side of the grid on which the projection is solved. */
#define RIPPLE_FLOW_SIDE 256

/*
 * A map of a current from the caller: of any size, over the whole pool,
 * bilinear between its values, which are at the centres of its cells.
 */
typedef struct FlowMap {
    float *x, *y; /* cells a step, row by row */
    int width, height;
} FlowMap;

/* Copies a flow of width x height values. Errors are those of
   ripple_advection_init; on error *map is as after ripple_flow_map_clear. */
int ripple_flow_map_init(FlowMap *map, const float *x, const float *y,
                         int width, int height);

/* Frees the memory and zeroes the struct, which means still water. */
void ripple_flow_map_clear(FlowMap *map);

/* 1 if the flow is 0 everywhere. */
int ripple_flow_map_is_still(const FlowMap *map);

/* Sets the flow through the faces of a grid of at most RIPPLE_FLOW_SIDE cells a
   side. */
void ripple_flow_map_sample(const FlowMap *map, FlowGrid *grid);

#endif
