/* SPDX-License-Identifier: MIT */
/*
 * A cosine in integers: that of libm may differ in the last bit between
 * machines.
 */
#ifndef RIPPLE_UTIL_RAISED_COSINE_H
#define RIPPLE_UTIL_RAISED_COSINE_H

#include <stdint.h>

/* Bits behind the point of ratios and of cosines. */
#define RIPPLE_RATIO_BITS  18
#define RIPPLE_COSINE_BITS 30

/* (1 + cos(pi * sqrt(ratio))) / 2 for a ratio in 0..1, 4e-6 off at most. A
   ratio is the square of a distance, so no square root is needed. */
int64_t ripple_raised_cosine(int64_t ratio);

#endif
