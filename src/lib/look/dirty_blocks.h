/* SPDX-License-Identifier: MIT */
/*
 * Rendering where a cell covers more than one pixel. A tile then covers much of
 * the frame, and a thin wave activates all of it. Tiles are therefore split
 * into blocks of RIPPLE_GROUP x RIPPLE_BLOCK_ROWS pixels, and only two kinds
 * are drawn: those that show waves now, and dirty ones, which did when they
 * were last drawn.
 */
#ifndef RIPPLE_LOOK_DIRTY_BLOCKS_H
#define RIPPLE_LOOK_DIRTY_BLOCKS_H

#include "lib/kernels/kernels.h"
#include "lib/look/grid_map.h"
#include "lib/water/field.h"

#define RIPPLE_BLOCK_ROWS 8

typedef struct DirtyBlocks {
    uint8_t *dirty; /* by block: the frame may differ from the picture; NULL if
                       a cell is a pixel */
    size_t columns, rows;
} DirtyBlocks;

/* All that blocks are drawn with. */
typedef struct BlockArgs {
    const Kernels *kernels;
    const GridMap *grid_map;
    const RenderArgs *args;
} BlockArgs;

/* Allocates blocks for a frame over `field`. Returns 0 or RIPPLE_ERROR_MEMORY;
   on error *dirty_blocks is as after ripple_dirty_blocks_clear. */
int ripple_dirty_blocks_init(DirtyBlocks *dirty_blocks, const GridMap *grid_map,
                             const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_dirty_blocks_clear(DirtyBlocks *dirty_blocks);

/* Marks all blocks as dirty. */
void ripple_dirty_blocks_invalidate(DirtyBlocks *dirty_blocks);

/* Marks those of tile (tile_x, tile_y), whose pixels are `tile`, that hold some
   of the pixels `part`. There must be blocks. */
void ripple_dirty_blocks_invalidate_part(DirtyBlocks *dirty_blocks, int tile_x,
                                         int tile_y, RippleRect tile,
                                         RippleRect part);

/* Draws the blocks over tile (tile_x, tile_y), whose cells are `tile`, that
   need it. Different tiles may be drawn at the same time. */
void ripple_dirty_blocks_render(DirtyBlocks *dirty_blocks,
                                const BlockArgs *block_args, int tile_x,
                                int tile_y, RippleRect tile);

#endif
