/* SPDX-License-Identifier: MIT */
#include "play/rain.h"

#define LOOK_AHEAD   65536               /* steps */
#define GOLDEN_GAMMA 0x9e3779b97f4a7c15u /* 2^64 / golden ratio, odd */

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

int rain_count(uint64_t seed, uint64_t step, double per_step)
{
    int whole = (int)per_step;
    double chance = rain_fraction(rain_random(seed, step));

    return whole + (chance < per_step - whole);
}

uint64_t rain_next(uint64_t seed, uint64_t from, uint64_t limit,
                   double per_step)
{
    uint64_t step = from;

    if (per_step <= 0)
        return from + limit;
    if (limit > LOOK_AHEAD)
        limit = LOOK_AHEAD;
    while (step < from + limit && rain_count(seed, step, per_step) == 0)
        step++;
    return step;
}
