/* SPDX-License-Identifier: MIT */
/*
 * The water of a film: what a pool shows after so many steps, in any order.
 * Time is cut into blocks of 5 s. The water of a block begins 10 s before it,
 * as that of a film begins, in rain and events of that time; so a frame takes
 * at most 900 steps, and damped water has forgotten what was before.
 *
 *     steps     0    300   600   900   1200  1500
 *     blocks    0,1,2 ============|
 *                    3 ----------- =====|
 *                          4 ----------- =====|
 *
 * Going back in a block starts at its first step. The water after n steps
 * depends on the settings and on n alone, whatever was asked for before.
 */
#ifndef RIPPLE_PLUGINS_TIMELINE_H
#define RIPPLE_PLUGINS_TIMELINE_H

#include "lib/checkpoint.h"
#include "play/land_floor.h"
#include "play/player.h"
#include "play/sprite_layer.h"

#define TIMELINE_RATE 60 /* steps a second, as in the program */

/* The water depends on these alone. */
typedef struct TimelineSettings {
    PlaySettings play; /* pixels are ARGB8888 */
    unsigned seed;
    int stone_step; /* before which the user's stone falls; below 0: none */
    double stone_x, stone_y; /* as shares of the frame, 0..1 */
} TimelineSettings;

/* Before a step; UINT64_MAX: there is none. */
typedef struct Checkpoint {
    RippleCheckpoint *water;
    uint64_t step;
    Leaves leaves, foam;
    Shoal shoal;
    Boats boats;
    Floats floats;
} Checkpoint;

typedef struct Timeline {
    TimelineSettings settings;
    Player player;           /* without a pool until something is drawn */
    uint64_t start;          /* the step at which this water began */
    Checkpoint first, block; /* of the film, of the block */
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
