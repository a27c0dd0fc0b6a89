/* SPDX-License-Identifier: MIT */
/* Steps of a pool without a current, held to the law (law.h). */
#ifndef RIPPLE_TESTS_RANDOM_WATCH_H
#define RIPPLE_TESTS_RANDOM_WATCH_H

#include "law.h"

/* The most cells of a pool that is watched. */
#define WATCH_CELLS 4096

typedef struct Watch {
    Law law;
    int is_open, steps;
    int32_t heights[3][WATCH_CELLS]; /* the newest last */
} Watch;

/* Begins; NULL, and pools that no law holds for, are not watched. */
void watch_open(Watch *watch, const Ripple *pool);

/* Call after each step. Returns 0 if it was not lawful. */
int watch_step(Watch *watch, const Ripple *pool);

void watch_close(Watch *watch);

#endif
