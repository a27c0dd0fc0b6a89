/* SPDX-License-Identifier: MIT */
/*
 * Chance, from a seed. Rain is a pure function of seed and step number, so
 * that it falls alike in a window and offscreen, and so that one can look
 * ahead for the next drop without having rained until then.
 */
#ifndef RIPPLE_PLAY_RAIN_H
#define RIPPLE_PLAY_RAIN_H

#include <stdint.h>

/* A well mixed 64-bit value for (seed, index): SplitMix64 (Steele, Lea and
   Flood, 2014) applied to both. */
uint64_t rain_random(uint64_t seed, uint64_t index);

/* A number in [0, 1) from the upper bits of a random value. */
double rain_fraction(uint64_t random);

/*
 * How many drops fall before a step: the whole part of `per_step`, and one
 * more with a chance of the rest.
 */
int rain_count(uint64_t seed, uint64_t step, double per_step);

/*
 * The first step in [from, from + limit) with rain, or from + limit.
 */
uint64_t rain_next(uint64_t seed, uint64_t from, uint64_t limit,
                   double per_step);

#endif
