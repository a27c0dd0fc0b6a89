/* SPDX-License-Identifier: MIT */
/*
 * Light on the floor. Every second cell, as on a chessboard, starts a ray
 * straight down. The ray moves by the offset of refraction at its cell, softly
 * limited to 3 cells, and its light is split among the four cells around its
 * end: the floor is bright where rays gather.
 *
 *     surface    .-"-.___.-"-.     The rays of a row of tiles fall into a strip
 *     rays       \\|//   \\|//     of its own, which has 4 rows more above and
 *     floor    .  -*-  .  -*-  .   below. A row of light is the sum of three
 *                                  strips, blurred by 4 cells.
 *
 * Invariant: a ray is subtracted at its cell and added where it ends. So calm
 * cells change nothing, skipped or not, and light is 0 where all heights within
 * 9 cells are 0. Rays that leave at an edge come back mirrored.
 */
#ifndef RIPPLE_LOOK_CAUSTICS_H
#define RIPPLE_LOOK_CAUSTICS_H

#include "lib/kernels/kernels.h"
#include "lib/water/field.h"

typedef struct Caustics {
    Plane light;    /* -128 (none) to 256 (three times calm water's); 0 in calm
                       water. Flags mark tiles that are not all 0 */
    int16_t *rays;  /* strips, one for each row of tiles; NULL: no caustics */
    size_t stride;  /* elements per row of a strip */
    uint8_t *moved; /* by tile, with a border of one: rays may have moved */
    RayBend bend;
} Caustics;

/* Allocates memory for a field of this shape unless it exists. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *caustics is as after clear. */
int ripple_caustics_init(Caustics *caustics, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_caustics_clear(Caustics *caustics);

/* For a refraction above 0: cells of offset per height difference of 1. */
RayBend ripple_caustics_bend(double refraction);

/*
 * Call both once per row of tiles, in any order or in parallel. Scatter also
 * reads the rows of cells above and below. Gather needs scatter of its row and
 * of the rows above and below.
 */
void ripple_caustics_scatter_row(Caustics *caustics, const Kernels *kernels,
                                 const Field *field, const Plane *plane,
                                 int tile_y);
void ripple_caustics_gather_row(Caustics *caustics, const Kernels *kernels,
                                const Field *field, int tile_y);

#endif
