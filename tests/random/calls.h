/* SPDX-License-Identifier: MIT */
/*
 * Random calls of ripple.h on two pools at once. The fast pool has threads, any
 * instruction set, skips calm tiles and redraws changed rectangles; its
 * reference is scalar, has one thread, skips nothing and draws every pixel.
 * After each call both must return the same, hold the same heights and show the
 * same pixels. Another thread may make the next call.
 */
#ifndef RIPPLE_TESTS_RANDOM_CALLS_H
#define RIPPLE_TESTS_RANDOM_CALLS_H

#include "ripple.h"
#include "source.h"

typedef struct PoolPairLimits {
    int width, height; /* pixels */
    int threads;
    int flows; /* currents solved around land: each takes as long as all else */
} PoolPairLimits;

typedef struct PoolPair {
    Source source;
    PoolPairLimits limits;
    Ripple *fast, *reference;
    RippleFormat format;
    int has_current;   /* there is or was a current */
    int flows;         /* solved so far */
    unsigned advances; /* so far */
    /* limits.width x limits.height pixels each, of either format */
    uint32_t *picture, *fast_frame, *reference_frame, *previous;
} PoolPair;

/* Creates both pools with a random size, model and boundary. The caller must
   call pool_pair_destroy. */
void pool_pair_create(PoolPair *pair, Source source,
                      const PoolPairLimits *limits);

/* Makes one random call and compares the pools. */
void pool_pair_call(PoolPair *pair);

/* Steps (unless `steps` is 0) and renders, and compares heights and pixels. */
void pool_pair_advance(PoolPair *pair, int steps);

void pool_pair_destroy(PoolPair *pair);

#endif
