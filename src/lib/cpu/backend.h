/* SPDX-License-Identifier: MIT */
/*
 * The seam between a pool and who steps and renders it. A backend owns the
 * heights and all that follows from them: mask, current, planes, what the frame
 * shows. pool.c checks arguments, turns pixels into cells and calls a backend;
 * it never touches a height. Backends are rows of src/lib/backends.c.
 *
 *     pool.c    settings, size, tuning            in pixels, checked
 *     ----------------------------------------    this file
 *     backend   heights, mask, current, frame     in cells
 *
 * Invariants: every backend gives the same bits for the same calls. A function
 * that returns an int is 0 or a RippleError, and after an error the water is as
 * before. The caller has checked sizes and settings, and pixels fit the frame.
 */
#ifndef RIPPLE_CPU_BACKEND_H
#define RIPPLE_CPU_BACKEND_H

#include "lib/cpu/state.h"
#include "lib/util/shapes.h"
#include "lib/util/thread_pool.h"
#include "lib/kernels/kernels.h"
#include "lib/look/dirty_rects.h"
#include "lib/look/grid_map.h"
#include "lib/look/shore.h"

/* Numbers that change the speed and no bit. */
typedef struct BackendTuning {
    const Kernels *kernels; /* of backends that run on the CPU */
    int threads;            /* 1..RIPPLE_MAX_THREADS */
    int skips_calm;         /* 0: step and render calm tiles too */
} BackendTuning;

typedef struct Backend {
    const char *name;

    /* Makes calm water and stores it in *self; on error *self is NULL. Errors:
       MEMORY. */
    int (*create)(void **self, const GridSize *size,
                  const RippleSettings *settings);
    /* Frees the water; NULL is allowed. */
    void (*destroy)(void *self);
    /* Changes size and settings; keeps the water that fits unless `cell`
       changes; scales mask and current. Errors: MEMORY. */
    int (*resize)(void *self, const GridSize *size,
                  const RippleSettings *settings);
    /* Changes the settings but not `cell`. Errors: MEMORY. */
    int (*configure)(void *self, const RippleSettings *settings);
    /* Errors: MEMORY, THREADS. */
    int (*tune)(void *self, const BackendTuning *tuning);

    /* See ripple_set_mask; NULL: open water. Errors: MEMORY. */
    int (*set_mask)(void *self, const uint8_t *depths, int width, int height,
                    size_t stride);
    /* Sets the depth under a brush; *changed are the cells that can look
       different. Errors: MEMORY. */
    int (*paint_mask)(void *self, const Capsule *brush, int depth,
                      RippleRect *changed);
    /* columns x rows depths; NULL if all is open water. */
    const uint8_t *(*depths)(const void *self);
    /* See ripple_set_current_map. Errors: SETTING, MEMORY. */
    int (*set_current)(void *self, const float *x, const float *y, int width,
                       int height);
    double (*divergence)(const void *self);
    /* The fitted flow of a cell in 1/2^16 cells a step, rounded toward 0; of
       one outside that of the nearest inside. */
    void (*current_at)(const void *self, int column, int row, int *x, int *y);

    /* See ripple_drop_line and ripple_disturb. */
    void (*splash)(void *self, const RippleStone *stone, int x, int y);
    void (*disturb)(void *self, int x, int y, int magnitude);
    /* Makes the water calm. */
    void (*clear)(void *self);
    int (*is_calm)(const void *self);
    /* The newest heights, valid until the next call; see ripple_heights. */
    const int16_t *(*heights)(const void *self, size_t *stride);

    /*
     * Steps once if `steps` is 1, then renders unless `picture` is NULL, in
     * which case `frame` is NULL too. With a picture alone the frame stays
     * where it is drawn, in backends that can. Returns what was written, valid
     * until the next call, or NULL if nothing was rendered.
     */
    const DirtyRects *(*advance)(void *self, int steps,
                                 const RipplePixels *picture,
                                 const RipplePixels *frame);
    /* The same at a phase below RIPPLE_MAX_PHASE, see ripple_render_at, with a
       picture; sets *written to what `advance` returns. Errors: MEMORY. */
    int (*render_at)(void *self, int steps, int phase,
                     const RipplePixels *picture, const RipplePixels *frame,
                     const DirtyRects **written);
    /* Steps once if `steps` is 1; stores the heights that a rendering at this
       phase would show, with swell, valid until the next call, and their
       stride. Errors: MEMORY, at a phase below RIPPLE_MAX_PHASE. */
    int (*surface)(void *self, int steps, int phase, const int16_t **heights,
                   size_t *stride);
    /* Does rows of work on the threads of this backend. */
    void (*run)(void *self, ThreadPoolWork *work, void *argument, int rows);
    /* Makes the next rendering write every pixel. */
    void (*invalidate)(void *self);
    /* Writes `part` of the floor; see ripple_lay_land. */
    int (*lay_floor)(const void *self, const ShorePictures *pictures,
                     const RipplePixels *floor, RippleRect part);

    /* Copies all that moves to *state, which ripple_state_clear frees. Errors:
       MEMORY. */
    int (*export_state)(const void *self, BackendState *state);
    /* Takes over a state of the same size, settings and mask. Errors: MEMORY.
     */
    int (*import_state)(void *self, const BackendState *state);
} Backend;

extern const Backend ripple_backend_cpu;

#endif
