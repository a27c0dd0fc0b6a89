/* SPDX-License-Identifier: MIT */
/* Sines and cosines from their series: those of libm may differ in the last bit
   between machines. */
#ifndef RIPPLE_UTIL_TRIG_H
#define RIPPLE_UTIL_TRIG_H

#include <stdint.h>

/* The sine of an angle in degrees; error at most 1e-15 within 360 degrees. */
double ripple_sine(double degrees);

/* The cosine of an angle in degrees. */
static inline double ripple_cosine(double degrees)
{
    return ripple_sine(degrees + 90);
}

/* Fraction bits of ratios and of cosines. */
#define RIPPLE_RATIO_BITS  18
#define RIPPLE_COSINE_BITS 30

/* (1 + cos(pi * sqrt(ratio))) / 2 for a ratio in 0..1; error at most 4e-6. A
   ratio is a squared distance, so no square root is needed. */
int64_t ripple_raised_cosine(int64_t ratio);

#endif
