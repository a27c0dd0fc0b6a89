/* SPDX-License-Identifier: MIT */
/*
 * Water that the GPU steps and draws. The CPU has it as it was at the last
 * read, and a record of what has fallen into it since: if the GPU fails, the
 * CPU does the steps since then again. Programs and looks are compared with the
 * scalar kernels, over small water, before they are first used.
 */
#ifndef RIPPLE_GPU_GPU_WATER_H
#define RIPPLE_GPU_GPU_WATER_H

#include "lib/gpu/renderer.h"
#include "lib/gpu/solver.h"

/* Heights are read back after this many steps or stones since the last read. */
#define RIPPLE_GPU_MAX_STEPS  1024
#define RIPPLE_GPU_MAX_STONES 16384

/* A stone or a disturbance that fell before a step. */
typedef struct FallRecord {
    int step; /* since the last read */
    int is_stone;
    RippleStone stone;
    int x, y, magnitude;
} FallRecord;

typedef struct Falls {
    Stones stones; /* to fall before the next step */
    int count;
    FallRecord records[RIPPLE_GPU_MAX_STONES];
} Falls;

typedef struct Gpu {
    Cpu *cpu;
    Gl gl;
    Programs own_programs;
    Programs *programs; /* its own, or those that are on trial */
    Solver solver;
    Renderer renderer;
    Falls *falls;
    DirtyRects written; /* by the last rendering: all of the frame */
    RippleRect all;
    int has_drawn;  /* since the CPU drew */
    int shows_calm; /* the frame on the GPU is that of calm water, and still
                       right */
    int pending; /* steps that the GPU has done since `cpu` had its heights */
    int is_written; /* the GPU has the heights of `cpu`, or newer ones */
    int has_ground; /* it has mask and current of `cpu`, if that has them */
    int is_ready;   /* the programs of these settings are made and tested */
    int has_failed; /* the CPU does everything */
    int is_trial;   /* water of the test itself */
    unsigned changes, asked_changes; /* stones and writes; when the GPU was
                                        asked if the water is calm */
    int asked_note;                  /* of the solver, then */
    unsigned char is_tested[RIPPLE_MODEL_COUNT][RIPPLE_EDGES_COUNT]
                           [RIPPLE_SHORE_COUNT][2][2][3]; /* with a mask,
                                                             damped, by flow */
    unsigned char is_look_tested[DRAW_VARIANTS][RIPPLE_VIEW_COUNT]
                                [RIPPLE_FILTER_COUNT][2]; /* lit */
} Gpu;

/* Makes water of the GPU that has nothing there yet. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *gpu has nothing to be cleared. */
int ripple_gpu_init(Gpu *gpu, Cpu *cpu, const Gl *gl, Programs *programs);

/* Has a stone fall on the GPU. Returns 0 if it cannot; then `cpu` has the
   newest heights. */
int ripple_gpu_drop(Gpu *gpu, const Fall *fall);

/* Steps once on the GPU. Returns 0 if that cannot do this step; then `cpu` has
   the newest heights. */
int ripple_gpu_step(Gpu *gpu);

/* Draws the newest heights at a phase, and copies the frame to `frame` unless
   that is NULL. Returns 0, or RIPPLE_ERROR_GPU: `cpu` has all, then. */
int ripple_gpu_draw(Gpu *gpu, int phase, const RipplePixels *picture,
                    const RipplePixels *frame);

/* Whether the GPU has water that `cpu` does not have. */
int ripple_gpu_is_ahead(const Gpu *gpu);

/* Learns, without waiting, that the water is calm. `cpu` has it, then. */
void ripple_gpu_watch(Gpu *gpu);

/* Gives `cpu` the newest heights. If that fails, it does the steps again. */
void ripple_gpu_read(Gpu *gpu);

/* Forgets what the GPU has that `cpu` does not have. */
void ripple_gpu_forget(Gpu *gpu);

/* Makes and tests the programs that the water needs. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_gpu_make_ready(Gpu *gpu);

/* Frees all but `cpu`. */
void ripple_gpu_clear(Gpu *gpu);

#endif
