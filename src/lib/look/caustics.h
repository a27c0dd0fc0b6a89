/* SPDX-License-Identifier: MIT */
/*
 * Light on the floor. Every second cell, as on a chessboard, is a ray that
 * falls straight down. The slope of the surface moves it by the offset that
 * refraction has there, softly limited to 3 cells, and it is divided among the
 * four cells around its end: where rays gather the floor is bright.
 *
 *     surface    .-"-.___.-"-.     The rays of a row of tiles fall into a strip
 *     rays       \\|//   \\|//     of its own, which has 4 rows more above and
 *     floor    .  -*-  .  -*-  .   below. A row of light is the sum of three
 *                                  strips, blurred by 4 cells.
 *
 * Invariant: a ray is taken from its cell and added where it ends, so calm
 * cells change nothing, skipped or not, and light is 0 if no height within 9
 * cells differs from 0. What leaves at an edge comes back mirrored.
 */
#ifndef RIPPLE_LOOK_CAUSTICS_H
#define RIPPLE_LOOK_CAUSTICS_H

#include "lib/kernels/kernels.h"
#include "lib/water/field.h"

typedef struct Caustics {
    Plane light;    /* -128, none, to 256, three times that of calm water, 0;
                       its flags tell in which tiles it is not 0 */
    int16_t *rays;  /* strips, one for each row of tiles; NULL: no caustics */
    size_t stride;  /* of strips */
    uint8_t *moved; /* by tile, with a border of one: its rays may have moved */
    RayBend bend;
} Caustics;

/* Allocates what a field of this shape needs, unless it is there. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *caustics is as after clear. */
int ripple_caustics_init(Caustics *caustics, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_caustics_clear(Caustics *caustics);

/* For a refraction above 0: the offset in cells for a height difference of 1.
 */
RayBend ripple_caustics_bend(double refraction);

/*
 * Both once for each row of tiles, in any order or at the same time. Scatter
 * reads one row of cells more above and below; gather follows scatter of its
 * row and of those above and below.
 */
void ripple_caustics_scatter_row(Caustics *caustics, const Kernels *kernels,
                                 const Field *field, const Plane *plane,
                                 int tile_y);
void ripple_caustics_gather_row(Caustics *caustics, const Kernels *kernels,
                                const Field *field, int tile_y);

#endif
