/* SPDX-License-Identifier: MIT */
/*
 * A frame that has more pixels than the water has cells: which cells a pixel
 * lies between, and the other way round. Pixel x has its middle at x + 1/2 and
 * cell j at (j + 1/2) * width / columns; beyond the outermost middles, pixels
 * see the outermost cells.
 */
#ifndef RIPPLE_RENDER_GRID_MAP_H
#define RIPPLE_RENDER_GRID_MAP_H

#include "kernels/kernels.h"
#include "ripple.h"

typedef struct Magnify {
    int width, height;         /* of the frame */
    int columns, rows;         /* of the water */
    MagnifyAxis across, along; /* no tables where a cell is a pixel */
    void *memory;
} Magnify;

/* How many cells the water under a frame has, for RippleSettings.cell. */
void magnify_choose(int *columns, int *rows, int width, int height, int cell);

/* Returns 0 or RIPPLE_ERROR_MEMORY, and then *magnify is as after
   magnify_clear. */
int magnify_init(Magnify *magnify, int width, int height, int columns,
                 int rows);

/* Frees the memory and zeroes the struct. */
void magnify_clear(Magnify *magnify);

/* Whether a cell is more than a pixel. */
int magnify_is_coarse(const Magnify *magnify);

/* The cell under a pixel, which may lie outside. */
int magnify_find_column(const Magnify *magnify, int x);
int magnify_find_row(const Magnify *magnify, int y);

/* A length in cells, 1 at least for what is 1 pixel at least. */
int magnify_shrink(const Magnify *magnify, int pixels);

/* The pixels over some cells, each over one alone. */
RippleRect magnify_rect(const Magnify *magnify, RippleRect cells);

/* The pixels that show anything of some cells. */
RippleRect magnify_reach(const Magnify *magnify, RippleRect cells);

#endif
