/* SPDX-License-Identifier: MIT */
/*
 * Draws leaves over a frame of water, and takes them off before the water is
 * rendered again, which writes only what it changes itself:
 *
 *     lift   puts back the pixels that lie under the leaves
 *     (the water is rendered)
 *     lay    keeps the pixels under the leaves, draws them, and adds where
 *            they were and are to the rectangles that have changed
 */
#ifndef RIPPLE_PLAY_NATURE_LEAF_LAYER_H
#define RIPPLE_PLAY_NATURE_LEAF_LAYER_H

#include "play/nature/leaf_shape.h"
#include "play/nature/leaves.h"

#define LEAF_LAYER_RECTS 512
#define LEAF_IMAGES      4 /* of a leaf on a torus: at both sides of each seam */

typedef struct LaidLeaf {
    LeafPose pose;
    RippleRect rect; /* of the frame; empty if it is out of sight */
} LaidLeaf;

typedef struct LeafLayer {
    LaidLeaf laid[LEAVES_MAX * LEAF_IMAGES];
    int count;
    uint32_t *under; /* the pixels under each of them, one after the other */
    size_t capacity;
    RippleRect changed[LEAF_LAYER_RECTS];
    int changes; /* how many of them are of leaves */
} LeafLayer;

/* Frees the memory and zeroes the struct: nothing is laid. */
void leaf_layer_clear(LeafLayer *layer);

/* Takes the leaves off the frame that they were laid on. They are kept until
   the next lay. */
void leaf_layer_lift(const LeafLayer *layer, const RipplePixels *frame);

/*
 * Lays leaves on a frame of RIPPLE_FORMAT_ARGB8888 whose *count rectangles of
 * *changed were rendered, and adds theirs; these may overlap. NULL as leaves
 * for none. Returns 0, or -1 without memory: none are laid then.
 */
int leaf_layer_lay(LeafLayer *layer, const Leaves *leaves, const Ripple *pool,
                   const RipplePixels *frame, const RippleRect **changed,
                   int *count);

#endif
