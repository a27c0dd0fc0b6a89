/* SPDX-License-Identifier: MIT */
/*
 * Random numbers and rain. Rain is a pure function of the seed and the step's
 * number: it is the same in a window and in a recording, and the next drop can
 * be looked up without playing the steps before it.
 */
#ifndef RIPPLE_PLAY_RAIN_H
#define RIPPLE_PLAY_RAIN_H

#include <stdint.h>

/* A random 64-bit value of (seed, index): SplitMix64 (Steele, Lea and Flood,
   2014) applied to both. */
uint64_t rain_random(uint64_t seed, uint64_t index);

/* A number in [0, 1) from the upper 53 bits of a random value. */
double rain_fraction(uint64_t random);

/* How many drops fall before a step: floor(per_step), plus 1 with a probability
   of the fraction. */
int rain_count(uint64_t seed, uint64_t step, double per_step);

/* The first step in [from, from + limit) with a drop, or from + limit. If it
   rains, a limit above 65536 counts as that. */
uint64_t rain_next(uint64_t seed, uint64_t from, uint64_t limit,
                   double per_step);

#endif
