/* SPDX-License-Identifier: MIT */
/*
 * The maps that the view in perspective reads: ground, water, its slopes, and
 * the light on the ground, in the layout of Terrain. Ground follows from the
 * relief, the others from the heights that a frame shows.
 */
#ifndef RIPPLE_VIEW3D_MAPS_H
#define RIPPLE_VIEW3D_MAPS_H

#include "lib/kernels/perspective.h"
#include "lib/view3d/relief.h"

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
