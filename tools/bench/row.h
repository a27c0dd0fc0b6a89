/* SPDX-License-Identifier: MIT */
/* One row of the bench: a scene at a size, with a number of threads and an
   instruction set, and what was measured. */
#ifndef RIPPLE_BENCH_ROW_H
#define RIPPLE_BENCH_ROW_H

#include "scenes.h"

typedef struct Row {
    int width, height;
    SceneKind scene;
    const char *preset, *simd;
    int threads;
    double cell;                    /* pixels a cell is high */
    char crc[16];                   /* of the frame that was checked, in hex */
    int steps;                      /* frames of ours that were timed */
    double step_ms, optics_ms;      /* step, then render */
    double frame_ms, best_frame_ms; /* both in one pass over the rows */
    double reference_ms;            /* the plain loop */
    double bytes_moved;             /* of a frame: see pond_pixel_bytes */
    double copy_gb_per_s;           /* copied by memcpy; 0 if none moved */
    double peak_rss_mb;             /* of a process with pool and pixels */
    double upload_ms, present_ms;   /* with --present */
    char renderer[32];              /* empty without --present */
} Row;

static inline double row_pixels(const Row *row)
{
    return (double)row->width * row->height;
}

static inline double row_fps(const Row *row)
{
    return 1000 / row->frame_ms;
}

static inline double row_reference_fps(const Row *row)
{
    return 1000 / row->reference_ms;
}

static inline double row_ns_per_pixel(const Row *row)
{
    return row->frame_ms * 1e6 / row->width / row->height;
}

static inline double row_speedup(const Row *row)
{
    return row->reference_ms / row->frame_ms;
}

static inline double row_gb_per_s(const Row *row)
{
    return row->bytes_moved / row->frame_ms / 1e6;
}

#endif
