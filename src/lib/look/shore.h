/* SPDX-License-Identifier: MIT */
/*
 * Lays the floor of the pool: the picture as it looks under calm water, and
 * another picture on land, with the shore between them (shore_colour.h).
 * Rendering then refracts the floor instead of the picture.
 */
#ifndef RIPPLE_LOOK_SHORE_H
#define RIPPLE_LOOK_SHORE_H

#include "lib/util/thread_pool.h"
#include "lib/look/grid_map.h"
#include "lib/water/mask.h"

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
