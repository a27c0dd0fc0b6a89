/* SPDX-License-Identifier: MIT */
/*
 * Draws the floor of the pool: the picture as it looks under calm water,
 * another picture on land, and the shore between them. Rendering then refracts
 * the floor instead of the picture.
 */
#ifndef RIPPLE_LOOK_SHORE_H
#define RIPPLE_LOOK_SHORE_H

#include "lib/util/thread_pool.h"
#include "lib/look/grid_map.h"
#include "lib/water/mask.h"

#include <stdint.h>

/* Open water shows the picture if land is more than this many pixels away. */
#define RIPPLE_SHORE_REACH 48

#define RIPPLE_SHORE_PIXEL 16
#define RIPPLE_SHORE_FAR   (RIPPLE_SHORE_REACH * RIPPLE_SHORE_PIXEL)

/*
 * The colour of a point by its distance from the shore. Land is wet beside
 * water and has a rim that the sun lights from the top left. Water takes a tint
 * and a shadow from the land beside it. Foam is between them:
 *
 *     land   |wet| foam       tint, fading to the picture
 *     -------+---+-:--.:------------------------------------> distance
 *                0        RIPPLE_SHORE_REACH
 *
 * Shallows are a little brighter. The scale fits all lengths to the frame.
 */
typedef struct ShoreScale {
    int points;             /* points per pixel, in 1/256; a frame is 1080
                               points high */
    int shadow_x, shadow_y; /* pixels from a point of land to its shadow */
    int is_bare;            /* draw the shore only as a line */
    int water, dry;         /* distances from which on there is only water
                               without foam, and only dry land */
    uint8_t tint[RIPPLE_SHORE_FAR + 1]; /* share of the tint, by distance */
    uint8_t dark[RIPPLE_SHORE_FAR + 1]; /* share of the shadow, by distance of
                                           the point that casts it */
} ShoreScale;

/* A point of the frame. Distances to the shore are in 1/16 pixel, negative on
   land. A cell's is that to the nearest cell of the other kind less half a
   cell, at most RIPPLE_SHORE_REACH; smaller ones are smoothed over 3x3 cells.
   Between cells they are bilinear. */
typedef struct ShorePoint {
    int x, y; /* pixels */
    int distance;
    int shadow;      /* the distance of the point whose shadow falls here */
    int shallowness; /* 255 - depth, 0..254; 0 on land */
} ShorePoint;

/* The scale for a frame of `height` rows, bare if `is_bare` is 1. Heights below
   480 and above 2160 count as these, so no part of the shore vanishes or
   exceeds the reach. */
ShoreScale ripple_shore_scale(int height, int is_bare);

/* The pixel of the floor at a point, from those of picture and land. */
uint32_t ripple_shore_colour(const ShoreScale *scale, const ShorePoint *point,
                             uint32_t picture, uint32_t land);

/* The pictures of the floor. The one on land has any size and repeats from the
   top left of the frame. */
typedef struct ShorePictures {
    const RipplePixels *water;
    const RipplePixels *land; /* NULL: the same as `water` */
    int is_bare;              /* without tint, foam, light and shadow */
} ShorePictures;

/* The pixels of the floor that depend on the depths of these cells. */
RippleRect ripple_shore_reach(const GridSize *size, RippleRect cells);

/* Writes `part` of `floor` from the same part of the picture; both have the
   size of the frame. Threads share the rows. Returns 0 or RIPPLE_ERROR_MEMORY;
   on error the floor shows the picture alone, without land. */
int ripple_shore_lay_floor(const Mask *mask, const GridMap *grid_map,
                           const ShorePictures *pictures,
                           const RipplePixels *floor, RippleRect part,
                           ThreadPool *thread_pool);

#endif
