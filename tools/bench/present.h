/* SPDX-License-Identifier: MIT */
/* Frames shown in a real window. */
#ifndef RIPPLE_BENCH_PRESENT_H
#define RIPPLE_BENCH_PRESENT_H

#include "pond.h"
#include "samples.h"

/* Milliseconds of each frame. */
typedef struct Presented {
    Samples upload, present;
    Samples all; /* advance, upload and present */
} Presented;

/* Adds to the samples, and fills in renderer of the row. Returns 0 or -1.
   Exists if RIPPLE_SDL is defined. */
int present_measure(Row *row, Pond *pond, Presented *presented, double seconds,
                    Error *error);

#endif
