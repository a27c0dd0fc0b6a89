/* SPDX-License-Identifier: MIT */
/* A pool with its pixels, and a scene whose stones fall into it. */
#ifndef RIPPLE_BENCH_POND_H
#define RIPPLE_BENCH_POND_H

#include "host/error.h"
#include "row.h"

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

/* Drops the stones before the next step, and counts that step. */
void pond_drop(Pond *pond);

/* The bytes that a step and a render move for each rendered pixel. */
double pond_pixel_bytes(const Pond *pond);

/* Drops, steps and renders; returns the number of changed rectangles. */
int pond_advance(Pond *pond, const RippleRect **changed);

#endif
