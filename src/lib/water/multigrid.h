/* SPDX-License-Identifier: MIT */
/*
 * An approximate inverse of the Laplacian of projection.h, by one symmetric
 * V-cycle of geometric multigrid. Each level has half as many cells a side;
 * a cell of it stands for four of the finer level:
 *
 *     open faces   the mean of the two finer faces, so that narrow gaps stay
 *     down         the sum of the four residuals
 *     up           the same correction for all four
 *
 * Conjugate gradients around it take a few iterations whatever the size of the
 * grid. It is not exact, so floats do; their operations have a fixed order.
 */
#ifndef RIPPLE_WATER_MULTIGRID_H
#define RIPPLE_WATER_MULTIGRID_H

#define RIPPLE_MULTIGRID_LEVELS 16

/* All planes have a halo of one cell: columns + 2 values a row. */
typedef struct MultigridLevel {
    int columns, rows;
    float *west, *north;  /* how open the faces left of and above a cell are */
    float *rate;          /* from a residual to its correction; 0 on land */
    float *right;         /* the right side of the equation */
    float *value, *spare; /* its solution, before and after smoothing */
} MultigridLevel;

typedef struct Multigrid {
    MultigridLevel levels[RIPPLE_MULTIGRID_LEVELS];
    int count; /* levels; the last one is a single cell */
    int wraps;
    float *memory;
} Multigrid;

/* Allocates levels for a grid. Returns 0 or RIPPLE_ERROR_MEMORY; on error
 *multigrid is as after ripple_multigrid_clear. */
int ripple_multigrid_init(Multigrid *multigrid, int columns, int rows);

/* Frees the memory and zeroes the struct. */
void ripple_multigrid_clear(Multigrid *multigrid);

/* Sets how open each face is, 0..1, in the shapes of FlowGrid. */
void ripple_multigrid_open(Multigrid *multigrid, const double *x_open,
                           const double *y_open, int wraps);

/* Stores the correction of the potential for a residual; both have a halo of
   one cell, which is left alone. The residual is 0 on land. */
void ripple_multigrid_correct(Multigrid *multigrid, const double *residual,
                              double *correction);

#endif
