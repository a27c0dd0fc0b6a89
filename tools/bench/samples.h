/* SPDX-License-Identifier: MIT */
/* Measured values, of which the median is reported, and the clock. */
#ifndef RIPPLE_BENCH_SAMPLES_H
#define RIPPLE_BENCH_SAMPLES_H

#define SAMPLES_MAX 65536 /* later values are ignored */

/* Begins as zeros. */
typedef struct Samples {
    double values[SAMPLES_MAX];
    int count;
} Samples;

/* Seconds of the monotonic clock. */
double samples_clock(void);

/* Adds the milliseconds since `start`; returns the present time. */
double samples_add_ms(Samples *samples, double start);

void samples_add(Samples *samples, double value);

/* Sorts the values; 0 if there are none. */
double samples_median(Samples *samples);

#endif
