/* SPDX-License-Identifier: MIT */
#include "lib/look/dirty_rects.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int ripple_dirty_rects_init(DirtyRects *list, int tile_columns, int tile_rows)
{
    memset(list, 0, sizeof *list);
    list->columns = tile_columns;
    list->capacity = (tile_columns + 1) / 2 * tile_rows;
    list->rects = calloc((size_t)list->capacity, sizeof *list->rects);
    list->newest = calloc((size_t)tile_columns, sizeof *list->newest);
    if (list->rects == NULL || list->newest == NULL)
        return RIPPLE_ERROR_MEMORY;
    return RIPPLE_OK;
}

void ripple_dirty_rects_clear(DirtyRects *list)
{
    free(list->rects);
    free(list->newest);
    memset(list, 0, sizeof *list);
}

void ripple_dirty_rects_start(DirtyRects *list)
{
    list->count = 0;
    for (int i = 0; i < list->columns; i++)
        list->newest[i] = -1;
}

void ripple_dirty_rects_add(DirtyRects *list, int tile_column, RippleRect rect)
{
    int *newest = &list->newest[tile_column];

    if (*newest >= 0) {
        RippleRect *above = &list->rects[*newest];

        if (above->width == rect.width && above->y + above->height == rect.y) {
            above->height += rect.height;
            return;
        }
    }
    assert(list->count < list->capacity);
    *newest = list->count;
    list->rects[list->count++] = rect;
}
