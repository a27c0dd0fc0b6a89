/* SPDX-License-Identifier: MIT */
/*
 * Lays the floor of the pool: the picture as it looks under calm water. Land is
 * the picture, wet along the shore; water takes a tint and a shadow from the
 * land beside it, and foam lies between them:
 *
 *     land   |wet| foam       tint, fading to the picture
 *     -------+---+-:--.:------------------------------------> distance
 *           -8   0        RIPPLE_SHORE_REACH
 *
 * Rendering then refracts the floor instead of the picture.
 */
#ifndef RIPPLE_RENDER_SHORE_H
#define RIPPLE_RENDER_SHORE_H

#include "render/grid_map.h"
#include "water/mask.h"

/* Open water farther from land than so many pixels shows the picture. */
#define RIPPLE_SHORE_REACH 48

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

#define RIPPLE_SHORE_PIXEL 16
#define RIPPLE_SHADOW_X    5 /* pixels from a point to its shadow */
#define RIPPLE_SHADOW_Y    9

/* The pixel of the floor at a point, from that of the picture. */
uint32_t ripple_shore_colour(const ShorePoint *point, uint32_t pixel);

/* The pixels of the floor that depend on the depths of some cells. */
RippleRect ripple_shore_reach(const GridSize *size, RippleRect cells);

/* Writes `part` of `floor` from the same part of `picture`; both have the size
   of the frame. Returns 0 or RIPPLE_ERROR_MEMORY; then land is not to be told
   from water. */
int ripple_shore_lay_floor(const Mask *mask, const GridMap *grid_map,
                           const RipplePixels *picture,
                           const RipplePixels *floor, RippleRect part);

#endif
