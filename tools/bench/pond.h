/* SPDX-License-Identifier: MIT */
/* A pool with its pixels, and a scene whose stones fall into it. */
#ifndef RIPPLE_BENCH_POND_H
#define RIPPLE_BENCH_POND_H

#include "os/error.h"
#include "row.h"

typedef struct Pond {
    Ripple *pool;
    RipplePixels picture, frame;
    const RipplePixels *target; /* of frames; NULL: they stay on the GPU */
    struct GlContext *context;  /* of the GPU, current; NULL: none */
    int is_simulated;           /* that GPU, by the CPU */
    const PlaySettings *water;
    SceneKind scene;
    int step;
} Pond;

/* Calm water for a row, with its backend, threads and level. Returns 0 or -1.
 */
int pond_init(Pond *pond, const Row *row, const PlaySettings *water,
              Error *error);
void pond_clear(Pond *pond);

/* Has the GPU of the current context do the work; real hardware if there is
   some, else the CPU simulates one. Returns 0 or -1. */
int pond_use_gpu(Pond *pond, Error *error);

/* Finds a function of OpenGL in the current context; NULL: there is none. */
void pond_load_gpu(void *function, const char *name);

/* Waits until the GPU has done all that the current context was told. */
void pond_finish_gpu(void);

/* Has the CPU go on with the same water, and closes the context of its own. */
void pond_leave_gpu(Pond *pond);

/* Drops the stones before the next step, and counts that step. */
void pond_drop(Pond *pond);

/* The bytes that a step and a render move for each rendered pixel. */
double pond_pixel_bytes(const Pond *pond);

/* The same of a frame of which `count` rectangles changed. */
double pond_count_bytes(const Pond *pond, const RippleRect *rects, int count);

/* Drops, steps and renders; returns the number of changed rectangles, or a
   RippleError if the frame cannot stay on the GPU. */
int pond_advance(Pond *pond, const RippleRect **changed);

/* Reads a frame that stayed on the GPU. */
void pond_read_frame(Pond *pond);

#endif
