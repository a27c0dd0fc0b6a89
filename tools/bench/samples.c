/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include <stdlib.h>
#include <time.h>

int samples_init(Samples *samples)
{
    *samples = (Samples){malloc(SAMPLES_MAX * sizeof(double)), 0};
    return samples->values != NULL ? 0 : -1;
}

void samples_clear(Samples *samples)
{
    free(samples->values);
    *samples = (Samples){0};
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

double samples_clock_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
