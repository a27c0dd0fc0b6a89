/* SPDX-License-Identifier: MIT */
/*
 * What falls into the water: how large and how deep it is, as parts of the
 * frame and of what the water's settings make of a height, so that it looks
 * alike in every size and in every water.
 */
#ifndef RIPPLE_PLAY_SPLASH_SIZE_H
#define RIPPLE_PLAY_SPLASH_SIZE_H

#include "ripple.h"
#include "play/transition.h"
#include "play/play_settings.h"

#include <stdint.h>

/* A body that a hand holds into the water. */
typedef struct HeldBody {
    int held;
    int x, y;         /* where it is */
    int was_x, was_y; /* where it last pressed */
    int radius;
} HeldBody;

/* How deep a stone of that radius, in cells, presses the water of some
   settings; the depth of a disc is chance. */
int stones_weight(const Water *water, double radius, uint64_t random);

/* A stone for (x, y), as large a part of the frame as at any other size;
   `scale` makes it larger or smaller. */
RippleStone stones_make(const Ripple *pool, const Water *water, int x, int y,
                        double scale, uint64_t random);

/* Drop number `index` of all the rain that there ever is in a seed. */
void stones_drop_rain(Ripple *pool, const Water *water, uint64_t seed,
                      uint64_t index);

/* Presses the body down along its way from where it last did. */
void stones_press(Ripple *pool, const Water *water, HeldBody *body);

/* Drops the stone that a fade begins with at (x, y): soft whatever those are
   like that hands drop. */
void stones_drop_soft(Ripple *pool, const Water *water, int x, int y);

/* Drops a ring of soft stones where a fade has come to. */
void stones_drop_ring(Ripple *pool, const Water *water, const Fade *fade);

#endif
