/* SPDX-License-Identifier: MIT */
/* Memory that cases.c fills at random and runs.c runs kernels on. */
#ifndef RIPPLE_TESTS_KERNELS_DRAWN_H
#define RIPPLE_TESTS_KERNELS_DRAWN_H

#include "lib/kernels/kernels.h"
#include "lib/look/grid_map.h"
#include "arena.h"

#define MAX_ROWS   12
#define MAX_LEAP   8191 /* of 16-bit sums */
#define PART_ROWS  8
#define PART_BYTES ((size_t)2 * PART_ROWS * RIPPLE_INTERPOLATE_MAX)

/* Whose memory a kernel works on. */
typedef enum Side {
    SIDE_SCALAR,
    SIDE_LEVEL,
    SIDE_COUNT,
} Side;

/* Planes of cells that no kernel changes. */
typedef enum Cells {
    CELLS_NOW,
    CELLS_DEPTH_MAP,
    CELLS_FLOW_X,
    CELLS_FLOW_Y,
    CELLS_STRENGTH,
    CELLS_LIGHT,
    CELLS_SHINE,
    CELLS_GREYS, /* traits of views */
    CELLS_NEXT,  /* the start values of next and speeds */
    CELLS_SPEEDS,
    CELLS_NOW_FRACTIONS, /* the fractions of fine heights */
    CELLS_NEXT_FRACTIONS,
    CELLS_SPEEDS_FRACTIONS, /* where the speeds are heights */
    CELLS_COUNT,
} Cells;

typedef struct Case {
    int columns, rows;
    ptrdiff_t stride; /* of all planes of cells */
    int flush_right;
    int has_fractions;                   /* those that are measured */
    size_t block_bytes, padded_bytes;    /* without and with a halo */
    size_t picture_pixels, frame_pixels; /* from the first to the last one */
    const int16_t *now, *depth_map;      /* the first cell; depth_map or NULL */
    const int16_t *now_fractions;        /* likewise */
    const FlowRow *flow;                 /* may be NULL */
    int flow_column;
    int uniform_flow[2];
    Stencil stencil;  /* for every kind */
    int max_height;   /* of all heights; 32768: -32768 and 32767 */
    GridMap grid_map; /* of the block, or 0 x 0 if that is too small */
    RippleRect part;  /* pixels by rows of cells */
    Trait trait;
    Surface surface; /* from the first cell on */
    RenderArgs render;
    RippleRect rect;
    size_t frame_stride;
    RayBend ray_bend;
    int phase; /* of a blend */
    CastArgs cast;
    size_t cast_pixels; /* from the first to the last one */
    ShadeArgs shade;
    RippleRect shaded;
    size_t shaded_pixels;
} Case;

typedef struct Memory {
    Arena cells[CELLS_COUNT], picture;
    Arena next[SIDE_COUNT], speeds[SIDE_COUNT], frame[SIDE_COUNT];
    FlowRow flow[MAX_ROWS];
    int16_t first_row[MAX_ROWS], row_share[MAX_ROWS]; /* a GridAxis */
    uint64_t random;
} Memory;

extern Memory all;
extern Case test;

/* Draw from all.random: a number in min..max; 1 once in `chances` times. */
int between(int min, int max);
int one_in(int chances);

#endif
