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

#define RIPPLE_RELIEF_UNITS 32767 /* per 1/16 of the pool's width */

typedef struct Relief {
    int columns, rows; /* of the pool */
    Floor *floor;      /* (columns + 1) x (rows + 1) elements;
                          ripple_maps_survey sets their light */
    ptrdiff_t stride;  /* elements per row of `floor`: columns + 1 */
    uint8_t *light;    /* by cell: RIPPLE_RELIEF_LEVEL times the cosine between
                          normal and sun, divided by the cosine on level
                          ground, less the shadow of land */
    const uint16_t *map; /* the caller's, see ripple_land_map_scale; or NULL */
    uint16_t *blurs;     /* scratch for the rows of a band and their blurs */
    int *shadows;        /* scratch for two rows of shadow */
} Relief;

/* Allocates empty planes; there is no map. Returns 0 or RIPPLE_ERROR_MEMORY; on
   error *relief is as after ripple_relief_clear. */
int ripple_relief_init(Relief *relief, int columns, int rows);

/* Frees the memory, but not the map, and zeroes the struct. */
void ripple_relief_clear(Relief *relief);

/*
 * Derives ground and light from the map and from the depths of the cells,
 * columns x rows, NULL for open water. `part` has the cells whose depth changed
 * since the last call; NULL if all may have, or map or sun changed. `sun` is a
 * unit vector to the sun: right, down the picture, up.
 *
 * The ground is the map's where map and mask agree on land or sea. Elsewhere
 * land rises from its shore, and the floor falls from there to its depth, over
 * 12 cells. Beyond the edges is open water.
 */
void ripple_relief_update(Relief *relief, const uint8_t *depths,
                          const RippleRect *part, const float sun[3]);

/*
 * The maps that the view in perspective reads: ground, water, its slopes, and
 * the light on the ground, in the layout of Terrain. The ground comes from the
 * relief, the rest from the heights of a frame.
 */
typedef struct Maps {
    int columns, rows; /* of the pool */
    Place *places;
    Terrain terrain; /* points to `places` */
    float *fades;    /* factor of wave heights, by column */
    float band;      /* cells from the edges over which waves fade */
    SurveyScale scale;
} Maps;

/* Allocates empty maps of a relief, which must outlive them. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *maps is as after ripple_maps_clear. */
int ripple_maps_init(Maps *maps, const Relief *relief);

/* Frees the memory and zeroes the struct. */
void ripple_maps_clear(Maps *maps);

/* Sets the drawn height of waves from the setting `refraction`. */
void ripple_maps_scale(Maps *maps, double refraction);

/* Copies the ground of the relief. */
void ripple_maps_set_ground(Maps *maps, const Relief *relief);

/* The highest ground, in cells above the calm sea, 0 or more. */
float ripple_maps_highest(const Maps *maps);

/* The height of ground or calm sea at a place, in cells, 0 or more. */
float ripple_maps_level(const Maps *maps, float x, float y);

/* Sunlight and sky light on the ground, from a value of Relief.light. */
int ripple_maps_shine(int light);

/* The share of waves left at row `y`. */
float ripple_maps_fade(const Maps *maps, int y);

/* Fills row `y` of the maps from the heights, and the relief's floor with the
   light that waves gather there. Reads two more rows of heights above and
   below, within the pool. */
void ripple_maps_survey(Maps *maps, const Relief *relief,
                        const int16_t *heights, size_t stride, int y);

#endif
