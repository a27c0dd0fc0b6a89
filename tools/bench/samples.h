/* SPDX-License-Identifier: MIT */
/* Measured values, of which the median is reported, and the clock. */
#ifndef RIPPLE_BENCH_SAMPLES_H
#define RIPPLE_BENCH_SAMPLES_H

#define SAMPLES_MAX 65536 /* later values are ignored */

typedef struct Samples {
    double *values;
    int count;
} Samples;

/* Returns 0, or -1 without memory. */
int samples_init(Samples *samples);
void samples_clear(Samples *samples);

void samples_add(Samples *samples, double value);

/* Sorts the values; 0 if there are none. */
double samples_median(Samples *samples);

/* The monotonic clock. */
double samples_clock_seconds(void);

#endif
