/* SPDX-License-Identifier: MIT */
/*
 * Fills the halo of the planes and the border of their flags, so that kernels
 * read across the edges of the pool without tests.
 *
 *     fixed    0
 *     mirror   the edge cell itself
 *     wrap     the cell at the opposite side
 *     open     as mirror; then waves leave through the outermost cells
 *
 * Invariant: when a row of tiles is stepped, the halo of `now` next to it is up
 * to date. Pools with fewer than RIPPLE_OPEN_MIN_CELLS columns or rows have
 * fixed edges in place of open ones.
 */
#ifndef RIPPLE_WATER_BOUNDARY_H
#define RIPPLE_WATER_BOUNDARY_H

#include "lib/kernels/kernels.h"
#include "lib/water/field.h"
#include "lib/water/mask.h"

/* In narrower pools, opposite edges would feed each other. */
#define RIPPLE_OPEN_MIN_CELLS 4

/* Depth of an open edge: its own cells and two lines of cells inward. */
#define RIPPLE_OPEN_DEPTH 3

typedef enum BoundarySide {
    SIDE_LEFT,
    SIDE_RIGHT,
    SIDE_TOP,
    SIDE_BOTTOM,
    SIDE_COUNT,
} BoundarySide;

typedef struct OpenBoundary {
    int max_height;   /* of springs */
    int sum, product; /* of the coefficients of both equations, in 1/2^12 */
    int kept[2];      /* share of a movement that remains at an edge and in a
                            corner, in 1/2^14 */
    int32_t *before[SIDE_COUNT]; /* RIPPLE_OPEN_DEPTH lines, edge first */
    int32_t *memory;
} OpenBoundary;

/* Arguments for stepping the open edges of a row of tiles. */
typedef struct OpenStep {
    const OpenBoundary *open;
    const Field *field; /* `now` holds the heights before the step */
    const Mask *mask;   /* NULL: open water */
    Plane *next;        /* the heights after the step */
    Plane *speeds;      /* cells are NULL if the model has none */
} OpenStep;

typedef struct Boundary {
    RippleEdges kind;
    OpenBoundary open; /* used if kind is RIPPLE_EDGES_OPEN */
} Boundary;

/* Makes fixed edges. Returns 0 or RIPPLE_ERROR_MEMORY; on error *boundary is
   cleared. */
int ripple_boundary_init(Boundary *boundary, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_boundary_clear(Boundary *boundary);

/* Stores the edges of the settings. Zeroes the halo if they change. */
void ripple_boundary_configure(Boundary *boundary, Field *field,
                               const RippleSettings *settings);

/* Refills the halo of `now`, `before` and the speeds if it is stale. */
void ripple_boundary_refresh(const Boundary *boundary, Field *field);

/* Returns 1 if a row of tiles needs the step of the row above to be
   finished. */
int ripple_boundary_needs_row_above(const Boundary *boundary,
                                    const Field *field, int tile_y);

/* Saves the heights of open edges. Call before a row of tiles is stepped, and
   if the row below needs it. */
void ripple_boundary_save_row(const Boundary *boundary, const OpenStep *step,
                              int tile_y);

/* Lets waves leave through open edges and fills the halo of a row of tiles of
   `next`. Call after the row was stepped. */
void ripple_boundary_step_row(const Boundary *boundary, const OpenStep *step,
                              int tile_y);

/* Fills the halo of a row of tiles with copies of cells inside. At fixed edges
   the halo stays unchanged. */
void ripple_boundary_copy_row(const Boundary *boundary, const Field *field,
                              Plane *plane, int tile_y);

#endif
