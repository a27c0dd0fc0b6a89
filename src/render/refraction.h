/* SPDX-License-Identifier: MIT */
/*
 * How the water looks: draws a picture, bent by the slopes of the heights,
 * into a frame, and keeps account of which tiles of the frame can differ from
 * the picture, so that calm water that is already drawn is left alone.
 */
#ifndef RIPPLE_RENDER_REFRACTION_H
#define RIPPLE_RENDER_REFRACTION_H

#include "water/field.h"
#include "kernels/kernels.h"
#include "render/grid_map.h"
#include "render/dirty_blocks.h"
#include "render/pixel_formats.h"
#include "water/mask.h"

typedef struct Refraction {
    RenderArgs args; /* as of the last drawing */
    const Kernels *kernels;
    const Mask *shore;       /* NULL: open water everywhere */
    const GridMap *grid_map; /* from cells to pixels */
    int tile_columns, tile_rows;
    uint8_t *dirty; /* by tile: the frame may show more than the picture */
    uint8_t *drawn; /* by tile: drawn this time */
    uint16_t *dirty_tiles, *drawn_tiles; /* how many in a row of tiles */
    DirtyBlocks dirty_blocks;
    int everywhere; /* draw also where nothing can have changed */
    DirtyRects changed;
} Refraction;

/* Makes room for water of this shape. Returns 0 or RIPPLE_ERROR_MEMORY, and
   then *optics is as after ripple_refraction_clear. */
int ripple_refraction_init(Refraction *refraction, const Field *heights,
                           const GridMap *grid_map);

/* Frees the memory and zeroes the struct. */
void ripple_refraction_clear(Refraction *refraction);

/* Makes the next drawing write every pixel. */
void ripple_refraction_invalidate(Refraction *refraction);

/* How many tiles are bent; all of them after ripple_refraction_invalidate. */
int ripple_refraction_count_dirty(const Refraction *refraction);

/*
 * Drawing: start, then every row of tiles in any order or side by side, then
 * finish, which lists the rectangles in optics->changed. The cells, stride
 * and clear share of `refraction` are not looked at; each row is drawn from the
 * heights it is given, of which it reads one row of cells above and below its
 * own, or two where cells are magnified.
 */
void ripple_refraction_start(Refraction *refraction, const Kernels *kernels,
                             const Mask *shore, const GridMap *grid_map,
                             const RenderArgs *args);
void ripple_refraction_render_row(Refraction *refraction, const Field *heights,
                                  const Plane *buffer, int tile_y);
void ripple_refraction_finish(Refraction *refraction, const Field *heights);

#endif
