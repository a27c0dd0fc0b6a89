/* SPDX-License-Identifier: MIT */
#include "play/nature/rain.h"

#include "lib/util/fixed.h"

#include <math.h>

#define GOLDEN_GAMMA 0x9e3779b97f4a7c15u /* 2^64 / golden ratio, odd */
#define R2_X         0xc13fa9a902a6328fu /* 2^64 / g, see rain_place */
#define R2_Y         0x91e10da5c79e7b1cu /* 2^64 / g^2 */
#define DEALT        8
#define JITTER       8 /* a place is anywhere in 1/8 of each side */

static uint64_t mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

uint64_t rain_random(uint64_t seed, uint64_t index)
{
    return mix(mix(seed + GOLDEN_GAMMA) + (index + 1) * GOLDEN_GAMMA);
}

double rain_fraction(uint64_t random)
{
    return (double)(random >> 11) / 9007199254740992.0; /* 2^53 */
}

/* The step, a whole number, in which the drop of a slot falls. A slot has
   1 / chance steps. */
static double slot_step(uint64_t seed, uint64_t slot, double chance)
{
    double place = rain_fraction(rain_random(seed, slot));

    return floor(((double)slot + place) / chance);
}

/* The first slot with a drop in step `step` or later. It is searched for from
   where rounding may have left the slot of that step. */
static uint64_t slot_from(uint64_t seed, uint64_t step, double chance)
{
    uint64_t slot = (uint64_t)((double)step * chance);

    slot -= min_uint64(slot, 2);
    while (slot_step(seed, slot, chance) < (double)step)
        slot++;
    return slot;
}

uint64_t rain_before(uint64_t seed, uint64_t step, double per_step)
{
    uint64_t whole = (uint64_t)per_step;
    double chance = per_step - (double)whole;

    return whole * step + (chance > 0 ? slot_from(seed, step, chance) : 0);
}

uint64_t rain_next(uint64_t seed, uint64_t from, uint64_t limit,
                   double per_step)
{
    double pause;

    if (per_step <= 0)
        return from + limit;
    if (per_step >= 1)
        return from;
    pause = slot_step(seed, slot_from(seed, from, per_step), per_step) -
            (double)from;
    return pause < (double)limit ? from + (uint64_t)pause : from + limit;
}

/* The sequence R2 (Roberts, 2018): multiples of 1/g and 1/g^2 with
   g^3 = g + 1. Eight in a row are dealt out in an order of their own, or the
   drops would march over the pool. */
void rain_place(uint64_t seed, uint64_t drop, double *left, double *top)
{
    uint64_t order = rain_random(~seed, drop / DEALT);
    uint64_t place =
        drop / DEALT * DEALT + ((order | 1) * drop + order / DEALT) % DEALT;
    uint64_t x = rain_random(~seed, UINT64_MAX) + place * R2_X;
    uint64_t y = rain_random(~seed, UINT64_MAX - 1) + place * R2_Y;

    *left = rain_fraction(x + rain_random(seed, 2 * drop) / JITTER);
    *top = rain_fraction(y + rain_random(seed, 2 * drop + 1) / JITTER);
}
