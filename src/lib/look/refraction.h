/* SPDX-License-Identifier: MIT */
/*
 * Renders the picture, refracted by the slopes of the heights, into the frame,
 * tile by tile.
 *
 * Invariant: a tile of the frame that is not dirty shows the picture itself, so
 * calm tiles that are not dirty are skipped. A tile is calm if its pixels show
 * only heights of 0 and no light on the floor.
 */
#ifndef RIPPLE_LOOK_REFRACTION_H
#define RIPPLE_LOOK_REFRACTION_H

#include "lib/kernels/kernels.h"
#include "lib/look/blending.h"
#include "lib/look/caustics.h"
#include "lib/look/grid_map.h"
#include "lib/look/swell.h"
#include "lib/water/field.h"
#include "lib/water/mask.h"

/*
 * The rectangles of the frame that one rendering wrote. Rows of tiles are
 * added top to bottom; a rectangle directly below one of the same width that
 * starts in the same tile column extends that one, so the list stays short.
 */
typedef struct DirtyRects {
    RippleRect *rects;
    int count, capacity;
    int *newest; /* by tile column: newest rectangle starting there, or -1 */
    int columns;
} DirtyRects;

#define RIPPLE_BLOCK_ROWS 8

typedef struct DirtyBlocks {
    uint8_t *dirty; /* by block: the frame may differ from the picture; NULL if
                       a cell is a pixel */
    size_t columns, rows;
} DirtyBlocks;

typedef struct Refraction {
    RenderArgs args; /* of the last rendering */
    const Kernels *kernels;
    const Mask *mask;        /* NULL: open water everywhere */
    const GridMap *grid_map; /* from cells to pixels */
    int tile_columns, tile_rows;
    uint8_t *dirty;   /* by tile: the frame may differ from the picture */
    uint8_t *redrawn; /* by tile: drawn by this rendering */
    uint16_t *dirty_counts, *redrawn_counts; /* tiles, by row of tiles */
    DirtyBlocks dirty_blocks;
    Blending blending;
    Caustics caustics;
    Swell swell;
    int everywhere; /* draw every tile each time */
    DirtyRects changed;
} Refraction;

/* Allocates memory for a field of this shape; all is dirty. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *refraction is as after clear. */
int ripple_refraction_init(Refraction *refraction, const Field *field,
                           const GridMap *grid_map);

/* Frees the memory and zeroes the struct. */
void ripple_refraction_clear(Refraction *refraction);

/* Makes the next rendering write every pixel. */
void ripple_refraction_invalidate(Refraction *refraction);

/* Makes the next rendering write the pixels `part`. */
void ripple_refraction_invalidate_part(Refraction *refraction,
                                       const Field *field,
                                       const GridMap *grid_map,
                                       RippleRect part);

/* The number of dirty tiles. */
int ripple_refraction_count_dirty(const Refraction *refraction);

/*
 * To render: start, then each row of tiles once, in any order or in parallel,
 * then finish, which fills refraction->changed. The surface of `args` is
 * ignored: rows are drawn from `plane`. Each also reads the rows of cells above
 * and below, or two on each side if the grid is coarse.
 */
void ripple_refraction_start(Refraction *refraction, const Kernels *kernels,
                             const Mask *mask, const GridMap *grid_map,
                             const RenderArgs *args);
void ripple_refraction_render_row(Refraction *refraction, const Field *field,
                                  const Plane *plane, int tile_y);
void ripple_refraction_finish(Refraction *refraction, const Field *field);

#endif
