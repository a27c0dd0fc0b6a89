/* SPDX-License-Identifier: MIT */
/*
 * The stones of a measured scene: a pure function of the scene, the size and
 * the number of the step.
 */
#ifndef RIPPLE_BENCH_SCENES_H
#define RIPPLE_BENCH_SCENES_H

#include "play/play_settings.h"

typedef enum SceneKind {
    SCENE_CALM,    /* nothing moves */
    SCENE_DRIZZLE, /* a stone every 8 steps */
    SCENE_RAIN,  /* a stone a step and megapixel, and one in 2 steps below that
                  */
    SCENE_STORM, /* nearly every cell moves */
    SCENE_COUNT,
} SceneKind;

/* The name of a SceneKind; NULL past the last. */
const char *scenes_name(int kind);

/* The number of stones that fall before a step. */
int scenes_count(SceneKind kind, int width, int height, int step);

/* Stone number i of these, of radius 3..14, for cells of `cell` pixels. */
RippleStone scenes_stone(const PlaySettings *water, double cell, int width,
                         int height, int step, int i);

#endif
