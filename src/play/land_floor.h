/* SPDX-License-Identifier: MIT */
/*
 * The floor of the pool, which the water refracts: the picture itself, or a
 * copy of it if the mask has land or the frame has another format.
 */
#ifndef RIPPLE_PLAY_LAND_FLOOR_H
#define RIPPLE_PLAY_LAND_FLOOR_H

#include "ripple.h"

typedef struct LandFloor {
    RipplePixels laid; /* empty if the floor is the picture itself */
    int has_land;
    int is_bare; /* of the view in perspective */
} LandFloor;

/* Allocates the copy if frames of that format need one. Returns 0, or -1 and
   zeroes the struct. */
int land_floor_init(LandFloor *floor, int width, int height,
                    RippleFormat format);

/* Frees the memory and zeroes the struct. */
void land_floor_clear(LandFloor *floor);

/* The pictures that ripple_lay_land lays. */
typedef struct LandFloorPictures {
    const RipplePixels *water, *land;
} LandFloorPictures;

/* Lays the floor again after a picture or the mask has changed in a part; NULL:
   everywhere. Returns 0, or -1 without memory: the floor is then the picture.
 */
int land_floor_lay(LandFloor *floor, const Ripple *pool,
                   LandFloorPictures pictures, RippleFormat format,
                   const RippleRect *part);

/* 1 if the floor has to be laid again since the view has changed. */
int land_floor_is_stale(const LandFloor *floor, const Ripple *pool);

/* The pixels of the floor; `picture` is the one that was laid. */
const RipplePixels *land_floor_pixels(const LandFloor *floor,
                                      const RipplePixels *picture);

#endif
