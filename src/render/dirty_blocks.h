/* SPDX-License-Identifier: MIT */
/*
 * How a frame is drawn that has more pixels than the water has cells. A tile
 * then covers much of it, and waves that are but lines across the water wet
 * most tiles: so a tile is drawn in patches, those that show waves now and
 * those that did when they were last drawn.
 */
#ifndef RIPPLE_RENDER_DIRTY_BLOCKS_H
#define RIPPLE_RENDER_DIRTY_BLOCKS_H

#include "water/field.h"
#include "kernels/kernels.h"
#include "render/grid_map.h"

/* Patches are a group of pixels wide, and lie in one tile. */
#define RIPPLE_BLOCK_ROWS 8

typedef struct DirtyBlocks {
    uint8_t *dirty; /* by patch: the frame may show more than the picture; NULL
                      where a cell is a pixel */
    size_t columns, rows;
} DirtyBlocks;

/* Makes room for a frame over water of this shape. Returns 0 or
   RIPPLE_ERROR_MEMORY, and then *patches is as after ripple_dirty_blocks_clear.
 */
int ripple_dirty_blocks_init(DirtyBlocks *dirty_blocks, const GridMap *grid_map,
                             const Field *heights);

/* Frees the memory and zeroes the struct. */
void ripple_dirty_blocks_clear(DirtyBlocks *dirty_blocks);

/* Makes the next drawing write every pixel. */
void ripple_dirty_blocks_invalidate(DirtyBlocks *dirty_blocks);

/* Draws a tile of cells as far as it must. Tiles may be drawn side by side. */
void ripple_dirty_blocks_render(DirtyBlocks *dirty_blocks,
                                const Kernels *kernels, const GridMap *grid_map,
                                const RenderArgs *args, int tile_x, int tile_y,
                                RippleRect tile);

#endif
