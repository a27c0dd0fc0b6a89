/* SPDX-License-Identifier: MIT */
/*
 * Draws all that floats and swims of a player over a frame of water, and takes
 * them off before the water is rendered again, which writes only what it
 * changes itself:
 *
 *     lift   puts back the pixels that lie under the sprites
 *     (the water is rendered)
 *     lay    keeps the pixels under the sprites, draws them, and adds where
 *            they were and are to the rectangles that have changed
 */
#ifndef RIPPLE_PLAY_SPRITE_LAYER_H
#define RIPPLE_PLAY_SPRITE_LAYER_H

#include "play/player.h"
#include "play/sprite.h"

#define SPRITES_MAX        (2 * (LEAVES_MAX + FLOATS_MAX) + BOATS_MAX + FISH_MAX)
#define SPRITE_LAYER_RECTS 1024
#define SPRITE_IMAGES      4 /* of one on a torus: at both sides of a seam */

typedef struct LaidSprite {
    Sprite sprite;
    RippleRect rect; /* of the frame; empty if it is out of sight */
} LaidSprite;

typedef struct SpriteLayer {
    LaidSprite laid[SPRITES_MAX * SPRITE_IMAGES];
    int count;
    uint32_t *under; /* the pixels under each of them, one after the other;
                        at the end those to draw one in */
    size_t capacity;
    RippleRect changed[SPRITE_LAYER_RECTS];
    int changes; /* how many of them are of sprites */
} SpriteLayer;

/* Frees the memory and zeroes the struct: nothing is laid. */
void sprite_layer_clear(SpriteLayer *layer);

/* Takes the sprites off the frame that they were laid on. They are kept until
   the next lay. */
void sprite_layer_lift(const SpriteLayer *layer, const RipplePixels *frame);

/* The sprites that a frame of the player's pool shows: those of water, and
   boats and floats in perspective, both in RIPPLE_FORMAT_ARGB8888 alone. */
int sprite_layer_count(const Player *player, RippleFormat format);

/*
 * Lays the sprites on a frame whose *count rectangles of *changed were
 * rendered, and adds theirs; these may overlap. Returns 0, or -1 without
 * memory: none are laid then.
 */
int sprite_layer_lay(SpriteLayer *layer, const Player *player,
                     const RipplePixels *frame, const RippleRect **changed,
                     int *count);

#endif
