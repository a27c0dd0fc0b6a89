/* SPDX-License-Identifier: MIT */
/* The last part of a frame: upload and present, in a real window. */
#ifndef RIPPLE_BENCH_PRESENT_H
#define RIPPLE_BENCH_PRESENT_H

#include "pond.h"
#include "samples.h"

/* Adds the milliseconds of each, and fills in renderer of the row. Returns 0 or
   -1. Exists if RIPPLE_SDL is defined. */
int present_measure(Row *row, Pond *pond, Samples *uploads, Samples *presents,
                    double seconds, Error *error);

#endif
