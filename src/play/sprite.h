/* SPDX-License-Identifier: MIT */
/*
 * Draws leaves, foam, fish, boats, ships and ducks, and their shadows, as they
 * look from above. All with a hull may be seen at a slant, too: they are drawn
 * in layers, from the top down to the waterline. Integers only.
 */
#ifndef RIPPLE_PLAY_SPRITE_H
#define RIPPLE_PLAY_SPRITE_H

#include "play/nature/leaves.h"

typedef enum SpriteKind {
    SPRITE_LEAF,
    SPRITE_TREES, /* a leaf of a birch, an oak or a willow */
    SPRITE_FOAM,  /* has no shadow */
    SPRITE_BOAT,
    SPRITE_SHIP,
    SPRITE_PAPER, /* a boat */
    SPRITE_DUCK,  /* of rubber */
    SPRITE_FISH   /* under the water */
} SpriteKind;

/* All that the look of one depends on. */
typedef struct Sprite {
    int x, y;               /* of its middle, in 1/16 pixel */
    int along_x, along_y;   /* to its tip or bow; LEAVES_ONE is 1 */
    int across_x, across_y; /* to its right, as long if seen from above */
    int is_upright;         /* has height; from above none can be seen */
    int length;             /* 1/256 pixel */
    int fade;               /* 0..LEAVES_FADE */
    int light_x, light_y;   /* where light comes from; 256 is 1 */
    int shadow_x, shadow_y; /* from the sprite, in 1/256 of its length */
    int tint[3];            /* of red, green and blue; 256 keeps them */
    SpriteKind kind;
    uint64_t look; /* of a leaf or fish */
    int tail;      /* of a fish, to its right: 256 is as far as it goes */
    int bend[2];   /* by waves, of a fish's tail and head against its middle,
                      to its right in 1/16 pixel */
} Sprite;

/* The length of a leaf of that look in 1/256 pixel. */
int leaf_length(const Ripple *pool, uint64_t look);

/* The pixels that a sprite and its shadow may touch. */
RippleRect sprite_bounds(const Sprite *sprite);

/* Draws the part of a sprite that lies in `rect`, a part of a frame of
   RIPPLE_FORMAT_ARGB8888. An upright one uses as many pixels of `scratch`. */
void sprite_draw(const Sprite *sprite, const RipplePixels *frame,
                 const RippleRect *rect, uint32_t *scratch);

#endif
