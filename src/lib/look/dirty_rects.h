/* SPDX-License-Identifier: MIT */
/*
 * The rectangles of the frame that one rendering wrote. Rows of tiles are
 * added top to bottom; a rectangle directly below one of the same width that
 * starts in the same tile column extends that one, so the list stays short.
 */
#ifndef RIPPLE_LOOK_DIRTY_RECTS_H
#define RIPPLE_LOOK_DIRTY_RECTS_H

#include "ripple.h"

typedef struct DirtyRects {
    RippleRect *rects;
    int count, capacity;
    int *newest; /* by tile column: newest rectangle starting there, or -1 */
    int columns;
} DirtyRects;

/*
 * Reserves room for the most rectangles of tile_columns x tile_rows tiles:
 * every second tile of each row. Returns 0 or RIPPLE_ERROR_MEMORY; clear the
 * list on error too.
 */
int ripple_dirty_rects_init(DirtyRects *list, int tile_columns, int tile_rows);

/* Frees the memory and zeroes the struct. */
void ripple_dirty_rects_clear(DirtyRects *list);

/* Empties the list. */
void ripple_dirty_rects_start(DirtyRects *list);

/* Adds a rectangle that starts in a tile column, top to bottom. */
void ripple_dirty_rects_add(DirtyRects *list, int tile_column, RippleRect rect);

#endif
