/* SPDX-License-Identifier: MIT */
/*
 * Lays the floor of the pool: the picture as it looks under calm water, and
 * another picture on land, with the shore between them.
 * Rendering then refracts the floor instead of the picture.
 */
#ifndef RIPPLE_LOOK_SHORE_H
#define RIPPLE_LOOK_SHORE_H

#include "lib/util/thread_pool.h"
#include "lib/look/grid_map.h"
#include "lib/water/mask.h"

#include <stdint.h>

/* Open water farther from land than so many pixels shows the picture. */
#define RIPPLE_SHORE_REACH 48

#define RIPPLE_SHORE_PIXEL 16
#define RIPPLE_SHORE_FAR   (RIPPLE_SHORE_REACH * RIPPLE_SHORE_PIXEL)

/*
 * How a shore looks: the colour of a point by its distance from the shore. Land
 * is wet beside water, with a rim that the sun from the top left lights; water
 * takes a tint and a shadow from the land beside it, and foam lies between
 * them:
 *
 *     land   |wet| foam       tint, fading to the picture
 *     -------+---+-:--.:------------------------------------> distance
 *                0        RIPPLE_SHORE_REACH
 *
 * Shallows are a little brighter. The scale says how large a frame draws this.
 */
typedef struct ShoreScale {
    int points;             /* points of the drawing in a pixel, in 1/256; the
                               height of a frame is 1080 points */
    int shadow_x, shadow_y; /* pixels from a point of land to its shadow */
    int is_bare;            /* a shore is a line, and nothing else */
    int water, dry;         /* the distances from which on all is water without
                               foam, and dry land */
    uint8_t tint[RIPPLE_SHORE_FAR + 1]; /* share of the tint, by distance */
    uint8_t dark[RIPPLE_SHORE_FAR + 1]; /* of the shadow, by that of the point
                                           that casts it */
} ShoreScale;

/* A point of the frame. Distances are those from the shore in 1/16 pixel, on
   land negative: each cell's to the nearest cell of the other kind, less half a
   cell, at most RIPPLE_SHORE_REACH; if nearer, smoothed over 3x3 cells;
   bilinear between cells. */
typedef struct ShorePoint {
    int x, y; /* pixels */
    int distance;
    int shadow;      /* the distance of the point whose shadow falls here */
    int shallowness; /* 255 - depth, 0..254; 0 on land */
} ShorePoint;

/* Points beside each other in a row, from (x, y) on. */
typedef struct ShoreRow {
    int x, y, count;
    const int *distances, *shadows, *shallows;
} ShoreRow;

/* For a frame of some rows, bare if `is_bare` is 1; those below 480 and above
   2160 are drawn as with so many, so that no part of the shore is lost or
   exceeds the reach. */
ShoreScale ripple_shore_scale(int height, int is_bare);

/* The pixel of the floor at a point, from those of the picture and of land. */
uint32_t ripple_shore_colour(const ShoreScale *scale, const ShorePoint *point,
                             uint32_t picture, uint32_t land);

/* The same for all points of a row. `pixels` are those of the picture and
   become those of the floor. */
void ripple_shore_colour_row(const ShoreScale *scale, const ShoreRow *row,
                             uint32_t *pixels, const uint32_t *land);

/* Pictures on the floor. Land repeats its own, of any size, from the top left
   of the frame. */
typedef struct ShorePictures {
    const RipplePixels *water;
    const RipplePixels *land; /* NULL: the same picture */
    int is_bare;              /* without tint, foam, light and shadow */
} ShorePictures;

/* The pixels of the floor that depend on the depths of some cells. */
RippleRect ripple_shore_reach(const GridSize *size, RippleRect cells);

/* Writes `part` of `floor` from the same part of the picture; both have the
   size of the frame. Threads share the rows. Returns 0 or RIPPLE_ERROR_MEMORY;
   then land is not to be told from water. */
int ripple_shore_lay_floor(const Mask *mask, const GridMap *grid_map,
                           const ShorePictures *pictures,
                           const RipplePixels *floor, RippleRect part,
                           ThreadPool *thread_pool);

#endif
