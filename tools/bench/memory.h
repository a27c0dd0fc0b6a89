/* SPDX-License-Identifier: MIT */
/* How much memory a row takes at most. */
#ifndef RIPPLE_BENCH_MEMORY_H
#define RIPPLE_BENCH_MEMORY_H

#include "measure.h"

/*
 * Fills in the peak memory of a row whose size, scene, threads and simd are
 * filled in, from a process of its own, which holds nothing but the pool and
 * its pixels; on Windows, where none can be split off, what this one holds
 * then. Returns 0 or -1.
 */
int memory_measure(Row *row, const Arguments *arguments, Error *error);

#endif
