/* SPDX-License-Identifier: MIT */
/*
 * A list of rectangles of a picture, filled row of tiles by row of tiles. A
 * rectangle that continues one right above it grows that one instead.
 */
#ifndef RIPPLE_PICTURE_H
#define RIPPLE_PICTURE_H

#include "ripple.h"

typedef struct RectList {
    RippleRect *rects;
    int count, capacity;
    int *latest; /* by tile column: the newest rectangle starting there */
    int columns;
} RectList;

/*
 * Room for all that can be in tile_columns x tile_rows tiles with a gap after
 * each rectangle. Returns 0 or RIPPLE_ERROR_MEMORY; clear the list then too.
 */
int rects_init(RectList *list, int tile_columns, int tile_rows);

/* Frees the memory and zeroes the struct. */
void rects_clear(RectList *list);

/* Empties the list. */
void rects_start(RectList *list);

/* What of a rectangle lies in width x height pixels; nothing wide or high
   where it lies outside. */
RippleRect rect_clip(RippleRect rect, int width, int height);

/* Adds a rectangle that starts in a tile column, top to bottom. */
void rects_add(RectList *list, int tile_column, RippleRect rect);

#endif
