/* SPDX-License-Identifier: MIT */
/*
 * The water of a film: what a pool shows after so many steps, in any order.
 * Going forward steps without drawing. Going back starts at the latest moment
 * that was kept; one is kept every 5 seconds, and if they were more than 64 MB
 * or 256, every 10, 20 ... seconds. The water after n steps depends on the
 * settings alone, whatever was asked for before.
 */
#ifndef RIPPLE_PLUGINS_TIMELINE_H
#define RIPPLE_PLUGINS_TIMELINE_H

#include "lib/checkpoint.h"
#include "play/land_floor.h"
#include "play/player.h"
#include "play/sprite_layer.h"

#define TIMELINE_RATE    60 /* steps a second, as in the program */
#define TIMELINE_MOMENTS 256
#define TIMELINE_BYTES   (64u << 20)

/* The water depends on these alone. */
typedef struct TimelineSettings {
    PlaySettings play; /* pixels are ARGB8888 */
    unsigned seed;
    int stone_step; /* before which the user's stone falls; below 0: none */
    double stone_x, stone_y; /* as shares of the frame, 0..1 */
} TimelineSettings;

/* Before a step. */
typedef struct Checkpoint {
    RippleCheckpoint *water;
    uint64_t step;
    Leaves leaves, foam;
    Boats boats;
} Checkpoint;

typedef struct Timeline {
    TimelineSettings settings;
    Player player; /* without a pool until something is drawn */
    Checkpoint *checkpoints[TIMELINE_MOMENTS];
    int count;
    size_t bytes;      /* of all checkpoints */
    uint64_t interval; /* steps between them */
    LandFloor floor;
    SpriteLayer sprites;
    RipplePixels land; /* the picture of land; empty: that under the water */
    int width, height;
} Timeline;

/* Starts anew with other settings. */
void timeline_set(Timeline *timeline, const TimelineSettings *settings);

/* Changes the light alone, which keeps the water. */
void timeline_light(Timeline *timeline, double light);

/*
 * Draws the picture as seen through the water after `steps` steps into *frame,
 * whose alphas become those of the picture. Both have the timeline's size.
 * Returns 0, or -1 without memory; the frame is then undefined.
 */
int timeline_draw(Timeline *timeline, uint64_t steps,
                  const RipplePixels *picture, const RipplePixels *frame);

/* Frees all but the size and the settings. */
void timeline_clear(Timeline *timeline);

#endif
