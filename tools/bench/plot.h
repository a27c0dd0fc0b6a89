/* SPDX-License-Identifier: MIT */
/*
 * Frames per second over pixels, both logarithmic, as an SVG: a line for each
 * scene (and level, and number of threads, where there are several), the
 * plain loop dashed.
 */
#ifndef RIPPLE_BENCH_PLOT_H
#define RIPPLE_BENCH_PLOT_H

#include "measure.h"

/* Writes the file. Returns 0 or -1. */
int plot_write(const char *path, const Row *rows, int count, Error *error);

#endif
