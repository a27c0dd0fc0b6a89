/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include "os/step_clock.h"

#include <stdlib.h>

double samples_clock(void)
{
    return (double)step_clock_read_ns() / STEP_CLOCK_SECOND_NS;
}

double samples_add_ms(Samples *samples, double start)
{
    double end = samples_clock();

    samples_add(samples, (end - start) * 1e3);
    return end;
}

void samples_add(Samples *samples, double value)
{
    if (samples->count < SAMPLES_MAX)
        samples->values[samples->count++] = value;
}

static int compare(const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

double samples_median(Samples *samples)
{
    if (samples->count == 0)
        return 0;
    qsort(samples->values, (size_t)samples->count, sizeof(double), compare);
    return samples->values[samples->count / 2];
}
