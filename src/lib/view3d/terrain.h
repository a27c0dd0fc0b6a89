/* SPDX-License-Identifier: MIT */
/*
 * The ground under a pool, land and the floor of the sea, with the sunlight on
 * it (Relief), and the maps that rays are cast into (Maps). Heights are in
 * units of columns / 16 / 32767 cells, so that +-32767 is the range of a land
 * map; 0 is the level of calm water. The ground is above 0 exactly where a cell
 * is land.
 */
#ifndef RIPPLE_VIEW3D_TERRAIN_H
#define RIPPLE_VIEW3D_TERRAIN_H

#include "lib/kernels/perspective_kernels.h"
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

/*
 * The maps that the view in perspective reads: ground, water, its slopes, and
 * the light on the ground, in the layout of Terrain. Ground follows from the
 * relief, the others from the heights that a frame shows.
 */
typedef struct Maps {
    int columns, rows; /* of the pool */
    Place *places;
    Terrain terrain;   /* of these */
    float *fades;      /* the share of waves that a column shows */
    float band;        /* cells along the edges where waves fade */
    float lap;         /* units of Terrain that waves rise at most on land */
    float water_scale; /* units of Terrain for a height of 1 */
    float slope_scale; /* and for a height difference of 1 over two cells */
    float ray_scale;   /* share of light for a curvature of 1 */
} Maps;

/* Allocates maps without contents, of a relief that outlives them. Returns 0 or
 *RIPPLE_ERROR_MEMORY; on error maps is as after ripple_maps_clear. */
int ripple_maps_init(Maps *maps, const Relief *relief);

/* Frees the memory and zeroes the struct. */
void ripple_maps_clear(Maps *maps);

/* How high waves stand; `refraction` is the setting. */
void ripple_maps_scale(Maps *maps, double refraction);

/* Takes over the ground. */
void ripple_maps_set_ground(Maps *maps, const Relief *relief);

/* The highest place, in cells above the calm sea, with room for waves. */
float ripple_maps_highest(const Maps *maps);

/* The ground at a place, in cells, 0 or more. */
float ripple_maps_level(const Maps *maps, float x, float y);

/* Sunlight on the ground with what the sky adds, by a value of the relief. */
int ripple_maps_shine(int light);

/* Takes over row `y` of the heights, and the light that its waves gather on the
   floor of the relief. The rows of heights beside it are read, up to the edges.
 */
void ripple_maps_survey(Maps *maps, const Relief *relief,
                        const int16_t *heights, size_t stride, int y);

#endif
