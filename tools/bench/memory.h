/* SPDX-License-Identifier: MIT */
/* The peak memory of a row. */
#ifndef RIPPLE_BENCH_MEMORY_H
#define RIPPLE_BENCH_MEMORY_H

#include "os/error.h"
#include "row.h"

/*
 * Fills in peak_rss_mb of a row, of which size, scene, threads and simd are
 * filled in: the peak of a child process that holds the pool and its pixels
 * alone; on Windows, which has no fork, the memory of this process. Returns 0
 * or -1.
 */
int memory_measure(Row *row, Error *error);

#endif
