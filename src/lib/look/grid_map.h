/* SPDX-License-Identifier: MIT */
/*
 * Maps a frame of pixels to a field of fewer cells, and back. Pixel x has its
 * middle at x + 1/2, cell j at (j + 1/2) * width / columns:
 *
 *     pixels   |  0  |  1  |  2  |  3  |  4  |  5  |  6  |  7  |
 *     cells    |        0        |        1        |     2 ...
 *                       ^  axis_x of pixel 2: first = 0, share of cell 1 = 1/3
 *
 * Pixels beyond the outermost middles show the outermost cells. If a cell is a
 * pixel there are no tables.
 */
#ifndef RIPPLE_LOOK_GRID_MAP_H
#define RIPPLE_LOOK_GRID_MAP_H

#include "lib/kernels/kernels.h"
#include "ripple.h"

typedef struct GridSize {
    int width, height; /* of the frame */
    int columns, rows; /* of the field */
} GridSize;

typedef struct GridMap {
    GridSize size;
    GridAxis axis_x, axis_y;
    void *memory;
} GridMap;

/* The size of the field under a frame, from RippleSettings.cell. */
GridSize ripple_grid_choose(int width, int height, int cell);

/* Returns 0 or RIPPLE_ERROR_MEMORY; on error *grid_map is as after
   ripple_grid_map_clear. */
int ripple_grid_map_init(GridMap *grid_map, GridSize size);

/* Frees the memory and zeroes the struct. */
void ripple_grid_map_clear(GridMap *grid_map);

/* 1 if a cell covers more than one pixel. */
int ripple_grid_is_coarse(const GridSize *size);

/* The cell under a pixel; both may be outside. */
int ripple_grid_column(const GridSize *size, int x);
int ripple_grid_row(const GridSize *size, int y);

/* Rounds a length in pixels to cells; lengths of 1 pixel or more are at least
   1 cell. */
int ripple_grid_to_cells(const GridSize *size, int pixels);

/* The pixels whose middles are over these cells. Each pixel has one cell. */
RippleRect ripple_grid_pixels(const GridSize *size, RippleRect cells);

/* All pixels that depend on these cells. */
RippleRect ripple_grid_reach(const GridSize *size, RippleRect cells);

#endif
