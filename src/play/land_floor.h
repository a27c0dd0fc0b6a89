/* SPDX-License-Identifier: MIT */
/*
 * The floor of the pool, which is looked at through the water: a picture as it
 * is, or pixels of its own where land is laid in it, or the frame is in
 * another format.
 */
#ifndef RIPPLE_PLAY_LAND_FLOOR_H
#define RIPPLE_PLAY_LAND_FLOOR_H

#include "ripple.h"

typedef struct LandFloor {
    RipplePixels laid; /* nothing where the floor is the picture itself */
    int has_land;
} LandFloor;

/* Makes room where frames of that format need it, of the size of the frame.
   Returns 0, or -1 and zeroes the struct. */
int land_floor_init(LandFloor *floor, int width, int height,
                    RippleFormat format);

/* Frees the memory and zeroes the struct. */
void land_floor_clear(LandFloor *floor);

/* Lays the floor anew after a change of the picture, or of the mask in a part
   of it; NULL: in all of it. Returns 0, or -1 when there is no memory for
   land, and then none is laid. */
int land_floor_lay(LandFloor *floor, const Ripple *pool,
                   const RipplePixels *picture, RippleFormat format,
                   const RippleRect *part);

/* What to look at; the picture as it was laid. */
const RipplePixels *land_floor_pixels(const LandFloor *floor,
                                      const RipplePixels *picture);

#endif
