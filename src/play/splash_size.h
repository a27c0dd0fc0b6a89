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

/* The weight of a depth in pixels of offset. */
int splash_depth_weight(const PlaySettings *water, double depth);

/* How deep a stone of that radius, in cells, presses the water of some
   settings; the depth of a disc is chance. */
int splash_weight(const PlaySettings *water, double radius, uint64_t random);

/* A stone for (x, y), as large a part of the frame as at any other size;
   `scale` makes it larger or smaller. */
RippleStone splash_stone(const Ripple *pool, const PlaySettings *water, int x,
                         int y, double scale, uint64_t random);

/* Drop number `index` of all the rain that there ever is in a seed. */
void splash_drop_rain(Ripple *pool, const PlaySettings *water, uint64_t seed,
                      uint64_t index);

/* Drops the stone that a fade begins with at (x, y): soft whatever those are
   like that hands drop. */
void splash_drop_smooth(Ripple *pool, const PlaySettings *water, int x, int y);

/* Drops a ring of soft stones where a fade has come to. */
void splash_drop_ring(Ripple *pool, const PlaySettings *water,
                      const Transition *transition);

#endif
