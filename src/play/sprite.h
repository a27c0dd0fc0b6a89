/* SPDX-License-Identifier: MIT */
/*
 * What a leaf looks like: its shape, its colours and its shadow on the floor.
 * Integers only.
 */
#ifndef RIPPLE_PLAY_SPRITE_H
#define RIPPLE_PLAY_SPRITE_H

#include "play/nature/leaves.h"

/* All that the look of a leaf depends on. */
typedef struct Sprite {
    int x, y;             /* of its middle, in 1/16 pixel */
    int along_x, along_y; /* from its stalk to its tip; LEAVES_ONE is 1 */
    int length;           /* 1/256 pixel */
    int fade;             /* 0..LEAVES_FADE */
    uint64_t look;
} Sprite;

/* The length of a leaf of that look in 1/256 pixel. */
int leaf_length(const Ripple *pool, uint64_t look);

/* The pixels that a leaf and its shadow may touch. */
RippleRect sprite_bounds(const Sprite *sprite);

/* Draws the part of a leaf that lies in `rect`, a part of a frame of
   RIPPLE_FORMAT_ARGB8888. */
void sprite_draw(const Sprite *sprite, const RipplePixels *frame,
                 const RippleRect *rect);

#endif
