/* SPDX-License-Identifier: MIT */
/*
 * Swell: the sum of all waves at each cell and halo cell, by the formula in
 * lib/look/swell.h, on heights between two steps.
 */
#include "reference.h"

#include "lib/look/swell.h"

#include <math.h>

/* In 1/2^15, from the first terms of the series of the cosine of an angle of at
   most half a turn. */
static int32_t cosine(uint32_t phase)
{
    int64_t half_turns = (int32_t)phase;
    int64_t raised = reference_raised_cosine(half_turns * half_turns >> 44);

    return (int32_t)clamp_int64((2 * raised - 1073741824 + 16384) >> 15, -32767,
                                32767);
}

static int32_t sine(uint32_t phase)
{
    return cosine(phase - 1073741824u);
}

static int32_t find_height(const SwellWave *waves, uint32_t step, int phase,
                           int x, int y)
{
    int32_t sum = 0;

    for (int i = 0; i < RIPPLE_SWELL_WAVES; i++) {
        uint32_t a = (uint32_t)x * waves[i].per_column;
        uint64_t late = (uint64_t)(256 - phase) * waves[i].per_step / 256;
        uint32_t b = (uint32_t)y * waves[i].per_row + step * waves[i].per_step -
                     (uint32_t)late + waves[i].start;

        sum += cosine(a) * times_q15(waves[i].amplitude, cosine(b)) -
               sine(a) * times_q15(waves[i].amplitude, sine(b));
    }
    return (sum + (1 << (14 + RIPPLE_SWELL_BITS))) >> (15 + RIPPLE_SWELL_BITS);
}

/* The share `phase` / 256 of the newest height, and the rest of the one before.
 */
static int32_t find_between(const Reference *water, int phase, int x, int y)
{
    int32_t now = height_at(water, water->state.now, x, y);
    int32_t before = height_at(water, water->state.before, x, y);

    return (phase * now + (256 - phase) * before + 128) >> 8;
}

void reference_add_swell(Reference *water, int phase)
{
    SwellWave waves[RIPPLE_SWELL_WAVES];

    for (int i = 0; i < RIPPLE_SWELL_WAVES; i++)
        waves[i] = ripple_swell_wave(&water->settings, i);
    for (int y = -1; y <= water->size.rows; y++) {
        for (int x = -1; x <= water->size.columns; x++)
            *plane_at(water, water->surface, x, y) =
                sat16(find_between(water, phase, x, y) +
                      find_height(waves, water->state.swell_step, phase, x, y));
    }
}
