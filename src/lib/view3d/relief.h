/* SPDX-License-Identifier: MIT */
/*
 * The ground under a pool, land and the floor of the sea, and the sunlight on
 * it. Heights are in units of columns / 16 / 32767 cells, so that +-32767 is
 * the range of a land map; 0 is the level of calm water. The ground is above 0
 * exactly where a cell is land.
 */
#ifndef RIPPLE_VIEW3D_RELIEF_H
#define RIPPLE_VIEW3D_RELIEF_H

#include "lib/kernels/perspective.h"
#include "ripple.h"

#define RIPPLE_RELIEF_UNITS 32767  /* of a 1/16 of the pool's width */
#define RIPPLE_RELIEF_OPEN  -16384 /* the floor of open water */
#define RIPPLE_RELIEF_LEVEL 128    /* light on level ground in the sun */

typedef struct Relief {
    int columns, rows; /* of the pool */
    Floor *floor;      /* with a column and a row more than there are cells;
                          its light is left to ripple_maps_survey */
    ptrdiff_t stride;  /* of it, columns + 1 */
    uint8_t *light; /* of `columns` cells a row; RIPPLE_RELIEF_LEVEL times the
                       cosine between normal and sun, by that of level ground,
                       less the shadow of land */
    const uint16_t *map; /* of the caller: ripple_land_map_scale; NULL: none */
    uint16_t *blurs;     /* scratch for rows with the sums of their blurs */
    int *shadows;        /* scratch for two rows of shadow */
} Relief;

/* Allocates planes without contents and no map. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *relief is as after ripple_relief_clear. */
int ripple_relief_init(Relief *relief, int columns, int rows);

/* Frees the memory, but not the map, and zeroes the struct. */
void ripple_relief_clear(Relief *relief);

/*
 * Derives ground and light from the depths of the cells, columns x rows, NULL
 * for open water, and from the map. `part` has the cells whose depth changed
 * since the last call; NULL: all, or the map or the sun changed. `sun` is a
 * unit vector to the sun: right, down the picture, up.
 *
 * Where the map has land on land or sea on water the ground is the map's. Else
 * land rises from its shore and the floor falls from there to its depth, over
 * 12 cells; beyond the edges is open water.
 */
void ripple_relief_update(Relief *relief, const uint8_t *depths,
                          const RippleRect *part, const float sun[3]);

#endif
