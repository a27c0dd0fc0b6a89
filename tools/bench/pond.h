/* SPDX-License-Identifier: MIT */
/* A pool with its pixels, and the stones of a scene that fall into it. */
#ifndef RIPPLE_BENCH_POND_H
#define RIPPLE_BENCH_POND_H

#include "measure.h"

typedef struct Pond {
    Ripple *pool;
    RipplePixels picture, frame;
    const PlaySettings *water;
    SceneKind scene;
    int step;
} Pond;

/* Calm water for a row, with its threads and its level. Returns 0 or -1. */
int pond_init(Pond *pond, const Row *row, const PlaySettings *water,
              Error *error);
void pond_clear(Pond *pond);

/* Drops what falls before the next step, and counts that step. */
void pond_drop(Pond *pond);

/* How many bytes a step and a drawing move for each pixel drawn. */
double pond_pixel_bytes(const Pond *pond);

/* Drops, steps and draws; returns how many rectangles changed. */
int pond_advance(Pond *pond, const RippleRect **changed);

#endif
