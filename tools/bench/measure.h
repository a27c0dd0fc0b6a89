/* SPDX-License-Identifier: MIT */
/*
 * One row of the bench: a scene at a size, with some number of threads and
 * some instruction set. Ours, the plain loop and a bare copy are timed in
 * turns, a few frames of each at a time, so that a slow moment of the machine
 * meets all three; what is told is the median.
 */
#ifndef RIPPLE_BENCH_MEASURE_H
#define RIPPLE_BENCH_MEASURE_H

#include "arguments.h"

typedef struct Row {
    int width, height;
    SceneKind scene;
    const char *preset, *simd;
    int threads;
    double cell;                    /* pixels a cell is high */
    char crc[16];                   /* of the frame that was checked, in hex */
    int steps;                      /* frames of ours that were timed */
    double step_ms, optics_ms;      /* one after the other */
    double frame_ms, best_frame_ms; /* both in one sweep */
    double reference_ms;            /* the plain loop */
    double bytes_moved;             /* of a frame: see pond_pixel_bytes */
    double copy_gb_per_s;           /* copied by memcpy; 0 if none moved */
    double peak_rss_mb;             /* of a process with pool and pixels */
    double upload_ms, present_ms;   /* with --present */
    char renderer[32];              /* empty without */
} Row;

/* What is derived from that. */
double row_fps(const Row *row);
double row_ns_per_pixel(const Row *row);
double row_speedup(const Row *row);
double row_gb_per_s(const Row *row);

/* The median of some values, which are sorted; 0 of none. */
double measure_median(double *values, int count);

/*
 * Checks and times a row whose size, scene, threads and simd are filled in.
 * Returns 0, or -1 with the reason, which may be that the frames are not those
 * of the plainest way to compute them.
 */
int measure_speed(Row *row, const Arguments *arguments, Error *error);

#endif
