/* SPDX-License-Identifier: MIT */
/*
 * A boat presses the water down below its hull and lifts it around, by as much,
 * so that the level stays. It is rowed: the push comes in strokes, because a
 * boat slower than the waves would leave no wake at all. It is at most 1.2
 * times as fast as they are: faster, its wake would be shreds.
 */
#ifndef RIPPLE_PLAY_BOAT_H
#define RIPPLE_PLAY_BOAT_H

#include "ripple.h"

#include <stdint.h>

typedef struct Boat {
    double x, y; /* pixels */
    int radius;  /* pixels; 0 or less presses nothing */
    int depth;   /* units of height, about; negative lifts */
} Boat;

/* Pixels that a boat goes in a step, at most. */
double boat_max_speed(const Ripple *pool);

/* Presses a boat before the step of that number. */
void boat_press(Ripple *pool, const Boat *boat, uint64_t step);

#endif
