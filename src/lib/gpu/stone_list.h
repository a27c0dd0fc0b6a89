/* SPDX-License-Identifier: MIT */
/*
 * Stones that are to fall into the heights of the GPU: what they do to each
 * pair of cells, found on the CPU as splash.c does, goes there in one list.
 *
 * Invariant: no pair of cells is twice in the list, so that its order does not
 * matter; who adds a stone runs the list first if that could not be kept.
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
    RippleRect rects[RIPPLE_STONES_MAX_RECTS]; /* of pairs, around each stone */
    int count, rect_count;
    GLuint buffer;
} Stones;

/* Adds it. Returns 1, or 0 and the list is as before: it must be run first or,
   if it is empty, has no room for so large a stone. */
int ripple_stones_add(Stones *stones, const Cpu *cpu, const Fall *fall);

/* Copies the list to the buffer of stones.glsl, and empties it. Returns the
   number of its pairs. */
int ripple_stones_write(Stones *stones, const Gl *gl);

#endif
