/* SPDX-License-Identifier: MIT */
/*
 * The flow between the cells of a coarse grid, and how it is made free of
 * divergence. Flows live on the faces between cells (Harlow and Welch, 1965),
 * so what flows into a cell and out of it can be counted exactly.
 */
#ifndef RIPPLE_WATER_PROJECTION_H
#define RIPPLE_WATER_PROJECTION_H

typedef struct FlowGrid {
    int columns, rows;
    int wraps;
    unsigned char *land;    /* by cell */
    double *across, *along; /* by face: (columns + 1) x rows to the right,
                               columns x (rows + 1) down */
    double *across_open, *along_open; /* 1, or 0 where land is beside a face */
    double *potential; /* by cell, with a ring around; a start for the next
                          solution */
    double *work[3];   /* as the potential */
    void *memory;
} FlowGrid;

/* Makes still water. Returns 0 or RIPPLE_ERROR_MEMORY. */
int ripple_projection_init(FlowGrid *flow, int columns, int rows, int wraps);

/* Frees the memory and zeroes the struct. */
void ripple_projection_clear(FlowGrid *flow);

/* Stops what flows through land. */
void ripple_projection_close_land(FlowGrid *flow);

/* The largest amount that a cell gains or loses. */
double ripple_projection_divergence(const FlowGrid *flow);

/*
 * Takes the divergence out by conjugate gradients, down to `tolerance` or as
 * far as `most` iterations get. Returns how many it took.
 */
int ripple_projection_solve(FlowGrid *flow, double tolerance, int max);

#endif
