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

/* Both return 0, or -1 with the reason. Size, scene, threads and simd of the
   row are filled in. */

/* Fills in the CRC that the checked frame of all rows of this size and scene
   has: that of the scalar kernels on one thread with nothing skipped. */
int measure_crc(Row *row, Error *error);

/* Fills in the times; fails if the checked frame has another CRC. */
int measure_speed(Row *row, const Arguments *arguments, Error *error);

#endif
