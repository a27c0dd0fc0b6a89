/* SPDX-License-Identifier: MIT */
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
 * Shallows are a little brighter.
 */
#ifndef RIPPLE_RENDER_SHORE_COLOUR_H
#define RIPPLE_RENDER_SHORE_COLOUR_H

#include <stdint.h>

/* Open water farther from land than so many pixels shows the picture. */
#define RIPPLE_SHORE_REACH 48

/* How large a frame draws the shore. */
typedef struct ShoreScale {
    int points;             /* points of the drawing in a pixel, in 1/256; the
                               height of a frame is 1080 points */
    int shadow_x, shadow_y; /* pixels from a point of land to its shadow */
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

#define RIPPLE_SHORE_PIXEL 16

/* For a frame of some rows; those below 480 and above 2160 are drawn as with
   so many, so that no part of the shore is lost or exceeds the reach. */
ShoreScale ripple_shore_scale(int height);

/* The pixel of the floor at a point, from those of the picture and of land. */
uint32_t ripple_shore_colour(const ShoreScale *scale, const ShorePoint *point,
                             uint32_t picture, uint32_t land);

#endif
