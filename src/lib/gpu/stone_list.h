/* SPDX-License-Identifier: MIT */
/*
 * Stones to drop into the heights of the GPU. The CPU finds their change to
 * each pair of cells as splash.c does, and copies one list to the GPU.
 *
 * Invariant: the list has each pair of cells at most once, so its order does
 * not matter. The caller runs the list first if a stone would break this.
 */
#ifndef RIPPLE_GPU_STONE_LIST_H
#define RIPPLE_GPU_STONE_LIST_H

#include "lib/cpu/cpu.h"
#include "lib/gpu/gl.h"
#include "lib/gpu/gpu_layout.h"

#define RIPPLE_STONES_MAX_PAIRS 32768
#define RIPPLE_STONES_MAX_RECTS 256

/* An ivec4 of stones.glsl. */
typedef struct StonePair {
    int32_t place; /* in the plane, in uints */
    int32_t left, right;
    int32_t kind; /* a SplashKind */
} StonePair;

typedef struct Stones {
    StonePair pairs[RIPPLE_STONES_MAX_PAIRS];
    RippleRect rects[RIPPLE_STONES_MAX_RECTS]; /* around each stone, in pairs */
    int count, rect_count;
    GLuint buffer;
} Stones;

/* Adds a stone or disturbance. Returns 1, or 0 with the list unchanged: it must
   be run first or, if it is empty, is too small for the stone. */
int ripple_stones_add(Stones *stones, const Cpu *cpu, const Fall *fall);

/* Copies the list to the buffer of stones.glsl, and empties it. Returns the
   number of pairs. */
int ripple_stones_write(Stones *stones, const Gl *gl);

#endif
