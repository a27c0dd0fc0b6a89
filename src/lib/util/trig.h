/* SPDX-License-Identifier: MIT */
/* Sines and cosines by their series: those of libm may differ in the last bit
   between machines. */
#ifndef RIPPLE_UTIL_TRIG_H
#define RIPPLE_UTIL_TRIG_H

#include <stdint.h>

/* The sine of an angle in degrees; 1e-15 off at most within 360 degrees. */
double ripple_sine(double degrees);

/* Its cosine. */
static inline double ripple_cosine(double degrees)
{
    return ripple_sine(degrees + 90);
}

/* Bits behind the point of ratios and of cosines. */
#define RIPPLE_RATIO_BITS  18
#define RIPPLE_COSINE_BITS 30

/* (1 + cos(pi * sqrt(ratio))) / 2 for a ratio in 0..1, 4e-6 off at most. A
   ratio is the square of a distance, so no square root is needed. */
int64_t ripple_raised_cosine(int64_t ratio);

#endif
