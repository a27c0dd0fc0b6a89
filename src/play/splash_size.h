/* SPDX-License-Identifier: MIT */
/*
 * How large and how deep stones and drops are: radii are shares of the frame,
 * depths are cells of refraction offset, so that they look alike in every size
 * and with all settings.
 */
#ifndef RIPPLE_PLAY_SPLASH_SIZE_H
#define RIPPLE_PLAY_SPLASH_SIZE_H

#include "ripple.h"
#include "play/transition.h"
#include "play/play_settings.h"

#include <stdint.h>

/* The weight of a depth in cells of refraction offset. */
int splash_depth_weight(const PlaySettings *settings, double depth);

/* The weight of a stone with that radius in cells. That of a disc is random. */
int splash_weight(const PlaySettings *settings, double radius, uint64_t random);

/* A stone at (x, y) whose radius is `scale` times the usual share of the
   frame. */
RippleStone splash_stone(const Ripple *pool, const PlaySettings *settings,
                         int x, int y, double scale, uint64_t random);

/* Drops a stone, which sinks over some steps; a smooth one with its rim. */
void splash_drop(Ripple *pool, const RippleStone *stone);

/* A click is a train of rings: after its stone come more splashes, each smaller
   and later. A disc falls alone, as in 1999. */
void splash_drop_click(Ripple *pool, const RippleStone *stone);

/* Drops raindrop `drop` of a seed, see rain_place. */
RippleStone splash_drop_rain(Ripple *pool, const PlaySettings *settings,
                             uint64_t seed, uint64_t drop);

/* Drops the stone with which a transition begins at (x, y): always smooth. */
void splash_drop_smooth(Ripple *pool, const PlaySettings *settings, int x,
                        int y);

/* Drops a ring of smooth stones at the edge of a transition. Those that would
   reach over an edge of the pool are left out: edges would throw them back as
   straight lines. */
void splash_drop_ring(Ripple *pool, const PlaySettings *settings,
                      const Transition *transition);

#endif
