/* SPDX-License-Identifier: MIT */
/*
 * Light on the floor and glints on the surface, as planes of cells. Every cell
 * starts a ray straight down. It moves by `depth` times the offset of
 * refraction at its cell, softly limited to 6 cells, and its light is split
 * among the four cells around its end: the floor is bright where rays gather.
 *
 *     surface    .-"-.___.-"-.     The rays of a row of tiles fall into a strip
 *     rays       \\|//   \\|//     of its own, which has 7 rows more above and
 *     floor    .  -*-  .  -*-  .   below. A row of light is the sum of three
 *                                  strips, blurred by 2 cells, and shifted away
 *                                  from the sun by up to 2.
 *
 * Invariant: a ray is subtracted at its cell and added where it ends. So calm
 * cells change nothing, skipped or not, and light is 0 where all heights within
 * 12 cells are 0. Rays that leave at an edge come back mirrored.
 */
#ifndef RIPPLE_LOOK_CAUSTICS_H
#define RIPPLE_LOOK_CAUSTICS_H

#include "lib/kernels/kernels.h"
#include "lib/water/field.h"
#include "ripple.h"

typedef struct Caustics {
    Plane light;   /* added to the picture, -140..154; 0 in calm water. Flags
                      mark tiles where light or shine is not 0 */
    Plane shine;   /* the sun and the sky in the surface, 0..251; flags as
                      for `light`, but no active_tiles */
    int16_t *rays; /* strips, one for each row of tiles; NULL: no light */
    size_t stride; /* elements per row of a strip */
    uint8_t
        *moved; /* by tile, with a border of two rows: rays may have moved */
    RayBend bend;
    int shift_x, shift_y; /* cells to move the light on the floor */
} Caustics;

/* Allocates memory for a field of this shape unless it exists. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *caustics is as after clear. */
int ripple_caustics_init(Caustics *caustics, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_caustics_clear(Caustics *caustics);

/* For checked settings with a refraction above 0. */
void ripple_caustics_configure(Caustics *caustics,
                               const RippleSettings *settings);

/*
 * Call both once per row of tiles, in any order or in parallel. Scatter also
 * reads the rows of cells above and below. Gather needs scatter of its row and
 * of two rows above and below.
 */
void ripple_caustics_scatter_row(Caustics *caustics, const Kernels *kernels,
                                 const Field *field, const Plane *plane,
                                 int tile_y);
void ripple_caustics_gather_row(Caustics *caustics, const Kernels *kernels,
                                const Lighting *lighting, const Field *field,
                                const Plane *plane, int tile_y);

#endif
