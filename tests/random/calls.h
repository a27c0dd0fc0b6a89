/* SPDX-License-Identifier: MIT */
/*
 * A pool and all that is done to it, by chance, as a pure function of a
 * number. What is done and how it is done are two streams of chance: the
 * water must not depend on the second.
 */
#ifndef RIPPLE_TESTS_RANDOM_CALLS_H
#define RIPPLE_TESTS_RANDOM_CALLS_H

#include "ripple.h"

#define PLAY_ACTS 120

typedef struct Play {
    uint64_t number;
    int is_wild;        /* else with one thread and the scalar kernels */
    uint64_t what, how; /* numbers drawn so far */
    int acts;           /* done so far */
    const char *wrong;  /* what failed that must not, or NULL */
    uint32_t crc;       /* of all that was to be seen */
    Ripple *pool;
    RipplePixels picture, frame;
} Play;

void play_init(Play *play, uint64_t number, int is_wild);

/* Does so many acts; returns whether there are more to come. */
int play_on(Play *play, int acts);

/* Frees all that the play holds. */
void play_clear(Play *play);

#endif
