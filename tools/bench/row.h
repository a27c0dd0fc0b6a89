/* SPDX-License-Identifier: MIT */
/* One row of the bench: a scene at a size, with a number of threads and an
   instruction set, and what was measured. */
#ifndef RIPPLE_BENCH_ROW_H
#define RIPPLE_BENCH_ROW_H

#include "play/play_settings.h"
#include "scenes.h"

typedef struct Row {
    char size[24]; /* width and height in words */
    int width, height;
    SceneKind kind; /* of the scene */
    const char *scene, *preset, *simd;
    const PlaySettings *water;
    int threads;  /* with simd, on the GPU too: the CPU does some of its work */
    double cell;  /* pixels a cell is high */
    uint32_t crc; /* of the frame that is checked */
    int steps;    /* frames of ours that were timed */
    double step_ms, optics_ms;      /* step, then render */
    double frame_ms, best_frame_ms; /* both in one pass over the rows */
    double fps, ns_per_pixel;
    double reference_ms, speedup; /* the plain loop */
    double bytes_moved, gb_per_s; /* of a frame: see pond_pixel_bytes */
    double copy_gb_per_s;         /* copied by memcpy; 0 if none moved */
    double peak_rss_mb;           /* of a process with pool and pixels */
    double upload_ms, present_ms; /* with --present */
    double shown_fps;             /* of frames with both, in lent pixels */
    const char *wanted_renderer;
    char renderer[32];
    const char *backend;
    int on_gpu;                   /* whether that is the GPU */
    char gpu[96];                 /* its name, or "" */
    double submit_ms;             /* until the calls of a frame return */
    double stones_ms, picture_ms; /* more, with stones; with a new picture */
} Row;

#endif
