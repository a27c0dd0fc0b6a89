/* SPDX-License-Identifier: MIT */
/* Scales or repeats a picture to the size of a pool. A picture of the pool's
   size is copied. */
#ifndef RIPPLE_MEDIA_FIT_H
#define RIPPLE_MEDIA_FIT_H

#include <SDL.h>

#include "ripple.h"

typedef enum Fit {
    FIT_COVER,   /* fill the pool, keep the aspect, cut off the rest: on both
                    sides as much, or a third above and two thirds below */
    FIT_CONTAIN, /* show all of it, keep the aspect, add black bars */
    FIT_STRETCH, /* fill the pool, ignore the aspect */
    FIT_TILE,    /* repeat it in its own size from the top left */
} Fit;

/*
 * Sets every pixel of the target from the source, which must be ARGB8888; all
 * alphas become 0xFF. One whose `userdata` is not NULL is stretched: it is
 * painted for pools of every size. Sides are 1 to RIPPLE_MAX_SIZE. Returns 0,
 * or -1 with an SDL error and an undefined target.
 */
int fit_picture(const RipplePixels *target, SDL_Surface *source, Fit fit);

#endif
