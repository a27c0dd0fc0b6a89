/* SPDX-License-Identifier: MIT */
/*
 * The plain loop to compare with, after source R, the DirectDraw tutorial of
 * 1999: two buffers of the picture's size, a step over all cells but the
 * outermost, and a copy pixel by pixel that leaves out pixels from outside the
 * picture. No skipping, one thread, built with -O3 -march=native.
 */
#ifndef RIPPLE_BENCH_REFERENCE_H
#define RIPPLE_BENCH_REFERENCE_H

#include "ripple.h"

typedef struct Reference {
    int width, height;
    int damping;
    int gain_q12; /* 4096: heights count whole pixels, as in source R */
    int16_t *now, *before;
    const uint32_t *picture; /* width x height, not owned */
    uint32_t *frame;         /* its own, the same size */
} Reference;

/* Calm water over a picture. Returns 0 or -1. */
int reference_init(Reference *reference, int width, int height,
                   const RippleSettings *settings, const uint32_t *picture);
void reference_clear(Reference *reference);

/* Copies the newest heights of a pool to `to`: now or before. */
void reference_load(const Reference *reference, int16_t *to,
                    const Ripple *pool);

void reference_drop(Reference *reference, const RippleStone *stone);
void reference_step(Reference *reference);
void reference_draw(const Reference *reference);

#endif
