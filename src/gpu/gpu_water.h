/* SPDX-License-Identifier: MIT */
/*
 * Water that the GPU steps, and its test: 50 steps of small water, compared
 * with the scalar kernels, whenever a pool needs programs or edges that were
 * not tested before.
 */
#ifndef RIPPLE_GPU_GPU_WATER_H
#define RIPPLE_GPU_GPU_WATER_H

#include "gpu/renderer.h"
#include "gpu/solver.h"

/* Steps after which heights are read back, if nobody wants them. */
#define RIPPLE_GPU_MAX_STEPS 256

typedef struct Gpu {
    Cpu *cpu;
    Gl gl;
    Programs own_programs;
    Programs *programs; /* its own, or those that are on trial */
    Solver solver;
    Renderer renderer;
    DirtyRects written; /* by the last rendering: all of the frame */
    RippleRect all;
    int has_drawn;  /* since the CPU drew */
    int shows_calm; /* the frame on the GPU is that of calm water, and still
                       right */
    int pending; /* steps that the GPU has done since `cpu` had its heights */
    int is_written; /* the GPU has the heights of `cpu`, or newer ones */
    int has_mask;   /* it has the mask of `cpu`, if that has one */
    int is_ready;   /* the programs of these settings are made and tested */
    int has_failed; /* the CPU does everything */
    int is_trial;   /* water of the test itself */
    unsigned char is_tested[RIPPLE_MODEL_COUNT][RIPPLE_EDGES_COUNT]
                           [RIPPLE_SHORE_COUNT][2][2]; /* with a mask, damped */
    unsigned char is_look_tested[DRAW_VARIANTS][RIPPLE_VIEW_COUNT]
                                [RIPPLE_FILTER_COUNT][2]; /* lit */
} Gpu;

/* Steps once on the GPU. Returns 0 if that cannot do this step; then `cpu` has
   the newest heights. */
int ripple_gpu_step(Gpu *gpu);

/* Draws the newest heights at a phase, and copies the frame to `frame` unless
   that is NULL. Returns 0, or RIPPLE_ERROR_GPU: `cpu` has all, then. */
int ripple_gpu_draw(Gpu *gpu, int phase, const RipplePixels *picture,
                    const RipplePixels *frame);

/* Gives `cpu` the newest heights. If that fails, it does the steps again. */
void ripple_gpu_read(Gpu *gpu);

/* Makes and tests the programs that the water needs. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_gpu_make_ready(Gpu *gpu);

/* The test, of the settings of that water. Errors: GPU, MEMORY. */
int ripple_gpu_test(const Gpu *gpu);

/* The same of its frames at a phase. */
int ripple_gpu_test_look(const Gpu *gpu, int phase);

/* Frees what it has in OpenGL; it can do nothing more then. */
void ripple_gpu_clear(Gpu *gpu);

#endif
