/* SPDX-License-Identifier: MIT */
/*
 * Random calls of ripple.h on two pools at once. The fast pool has threads, any
 * instruction set, skips calm tiles and redraws changed rectangles; its shadow
 * is scalar, has one thread, skips nothing and draws every pixel. After each
 * call both must return the same, hold the same heights and show the same
 * pixels. Another thread may make the next call.
 */
#ifndef RIPPLE_TESTS_RANDOM_CALLS_H
#define RIPPLE_TESTS_RANDOM_CALLS_H

#include "ripple.h"
#include "source.h"

typedef struct TwinsLimits {
    int width, height; /* pixels */
    int threads;
    int flows; /* currents solved around land: each takes as long as all else */
} TwinsLimits;

typedef struct Twins {
    Source source;
    TwinsLimits limits;
    Ripple *fast, *shadow;
    RippleFormat format;
    int is_carried; /* there is or was a current */
    int flows;      /* solved so far */
    /* limits.width x limits.height pixels each, of either format */
    uint32_t *picture, *fast_frame, *shadow_frame, *previous;
} Twins;

/* Creates both pools with a random size, model and boundary. The caller must
   call twins_destroy. */
void twins_create(Twins *twins, Source source, const TwinsLimits *limits);

/* Makes one random call and compares the pools. */
void twins_call(Twins *twins);

/* Steps (unless `steps` is 0) and renders, and compares heights and pixels. */
void twins_advance(Twins *twins, int steps);

void twins_destroy(Twins *twins);

#endif
