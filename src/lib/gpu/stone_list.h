/* SPDX-License-Identifier: MIT */
/*
 * Stones to drop into the heights of the GPU. The CPU finds their change to
 * each pair of cells as splash.c does, and copies one list to the GPU.
 *
 * Invariant: a batch of the list has each pair of cells at most once, so its
 * order does not matter. A stone that overlaps another one begins a batch.
 */
#ifndef RIPPLE_GPU_STONE_LIST_H
#define RIPPLE_GPU_STONE_LIST_H

#include "lib/cpu/cpu.h"
#include "lib/gpu/gl.h"
#include "lib/gpu/gpu_layout.h"

#define RIPPLE_STONES_MAX_PAIRS   32768
#define RIPPLE_STONES_MAX_RECTS   256
#define RIPPLE_STONES_MAX_BATCHES 256

/* An ivec4 of stones.glsl. */
typedef struct StonePair {
    int32_t place; /* in the plane, in uints */
    int32_t left, right;
    int32_t kind; /* a SplashKind */
} StonePair;

typedef struct Stones {
    StonePair pairs[RIPPLE_STONES_MAX_PAIRS];
    int starts[RIPPLE_STONES_MAX_BATCHES];     /* of batches, in pairs */
    RippleRect rects[RIPPLE_STONES_MAX_RECTS]; /* around each stone of the last
                                                  batch, in pairs of cells */
    int count, batch_count, rect_count;
    GLuint buffer;
} Stones;

/* Adds a stone or disturbance. Returns 1. Returns 0 and leaves the list
   unchanged if the stone does not fit: flush the list and try again; if it was
   empty, the stone is too large for it. */
int ripple_stones_add(Stones *stones, const Cpu *cpu, const Fall *fall);

/* Copies the list to the buffer of stones.glsl. */
void ripple_stones_write(Stones *stones, const Gl *gl);

/* Empties the list. */
void ripple_stones_clear(Stones *stones);

#endif
