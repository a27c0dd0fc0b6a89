/* SPDX-License-Identifier: MIT */
/*
 * Times one row. Our frames, the plain loop and a bare copy take turns of a few
 * frames each, so that a slow moment of the machine meets all three; the
 * medians are reported.
 */
#ifndef RIPPLE_BENCH_MEASURE_H
#define RIPPLE_BENCH_MEASURE_H

#include "arguments.h"
#include "row.h"

/*
 * Checks and times a row, of which size, scene, threads and simd are filled in.
 * Returns 0, or -1 with the reason, also if its frames differ from those of the
 * scalar kernel without skipping.
 */
int measure_speed(Row *row, const Arguments *arguments, Error *error);

#endif
