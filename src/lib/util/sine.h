/* SPDX-License-Identifier: MIT */
/* A sine by its series: that of libm may differ in the last bit between
   machines. */
#ifndef RIPPLE_UTIL_SINE_H
#define RIPPLE_UTIL_SINE_H

/* The sine of an angle in degrees; 1e-15 off at most within 360 degrees. */
double ripple_sine(double degrees);

/* Its cosine. */
static inline double ripple_cosine(double degrees)
{
    return ripple_sine(degrees + 90);
}

#endif
