/* SPDX-License-Identifier: MIT */
/* The random numbers of the tests: the same on every machine. */
#ifndef RIPPLE_TESTS_XORSHIFT_H
#define RIPPLE_TESTS_XORSHIFT_H

#include <stdint.h>

/* xorshift64* (Vigna, 2014); *state must not be 0. The high bits are the best
   ones. */
static inline uint64_t xorshift_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717u;
}

#endif
