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
#define RIPPLE_PATCH_ROWS 8

typedef struct Patches {
    uint8_t *bent; /* by patch: the frame may show more than the picture; NULL
                      where a cell is a pixel */
    size_t columns, rows;
} Patches;

/* Makes room for a frame over water of this shape. Returns 0 or
   RIPPLE_ERROR_MEMORY, and then *patches is as after patches_clear. */
int patches_init(Patches *patches, const Magnify *magnify,
                 const Heights *heights);

/* Frees the memory and zeroes the struct. */
void patches_clear(Patches *patches);

/* Makes the next drawing write every pixel. */
void patches_invalidate(Patches *patches);

/* Draws a tile of cells as far as it must. Tiles may be drawn side by side. */
void patches_draw(Patches *patches, const Kernels *kernels,
                  const Magnify *magnify, const Refraction *refraction,
                  int tile_x, int tile_y, RippleRect tile);

#endif
