/* SPDX-License-Identifier: MIT */
/*
 * Random numbers and rain. Rain is a pure function of the seed and the step's
 * number: it is the same in a window and in a recording, and the next drop can
 * be looked up without playing the steps before it.
 */
#ifndef RIPPLE_PLAY_NATURE_RAIN_H
#define RIPPLE_PLAY_NATURE_RAIN_H

#include <stdint.h>

/* Where the wind blows, as RIPPLE_SWELL_FROM_WIND has it: 1 long. */
#define WIND_X 0.8
#define WIND_Y 0.6

/* A random 64-bit value of (seed, index): SplitMix64 (Steele, Lea and Flood,
   2014) applied to both. */
uint64_t rain_random(uint64_t seed, uint64_t index);

/* A number in [0, 1) from the upper 53 bits of a random value. */
double rain_fraction(uint64_t random);

/*
 * How many drops fall before step `step`: the drops of that step are those from
 * rain_before(step) up to, not including, rain_before(step + 1). In each step
 * fall floor(per_step) of them; for the rest of per_step, the chance, time is
 * cut into slots of 1 / chance steps, and in each slot one drop falls at a
 * random place. So in n steps fall between n * per_step - 2 and
 * n * per_step + 2 drops. per_step is at least 0.
 */
uint64_t rain_before(uint64_t seed, uint64_t step, double per_step);

/* The first step in [from, from + limit) with a drop, or from + limit. */
uint64_t rain_next(uint64_t seed, uint64_t from, uint64_t limit,
                   double per_step);

/*
 * Where a drop falls, in shares of the pool's width and height in [0, 1). The
 * places are spread evenly: those of two drops in a row are at least 1/32 of
 * the width or the height apart.
 */
void rain_place(uint64_t seed, uint64_t drop, double *left, double *top);

#endif
