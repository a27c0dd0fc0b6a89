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

typedef struct GridMap {
    int width, height;      /* of the frame */
    int columns, rows;      /* of the water */
    GridAxis across, along; /* no tables where a cell is a pixel */
    void *memory;
} GridMap;

/* How many cells the water under a frame has, for RippleSettings.cell. */
void ripple_grid_map_choose_cells(int *columns, int *rows, int width,
                                  int height, int cell);

/* Returns 0 or RIPPLE_ERROR_MEMORY, and then *magnify is as after
   ripple_grid_map_clear. */
int ripple_grid_map_init(GridMap *grid_map, int width, int height, int columns,
                         int rows);

/* Frees the memory and zeroes the struct. */
void ripple_grid_map_clear(GridMap *grid_map);

/* Whether a cell is more than a pixel. */
int ripple_grid_map_is_coarse(const GridMap *grid_map);

/* The cell under a pixel, which may lie outside. */
int ripple_grid_map_column(const GridMap *grid_map, int x);
int ripple_grid_map_row(const GridMap *grid_map, int y);

/* A length in cells, 1 at least for what is 1 pixel at least. */
int ripple_grid_map_to_cells(const GridMap *grid_map, int pixels);

/* The pixels over some cells, each over one alone. */
RippleRect ripple_grid_map_pixels(const GridMap *grid_map, RippleRect cells);

/* The pixels that show anything of some cells. */
RippleRect ripple_grid_map_reach(const GridMap *grid_map, RippleRect cells);

#endif
