/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int within(int64_t value, int most)
{
    return value < 0 ? 0 : value > most ? most : (int)value;
}

RippleRect rect_clip(RippleRect rect, int width, int height)
{
    int left = within(rect.x, width), top = within(rect.y, height);
    int right = within((int64_t)rect.x + rect.width, width);
    int bottom = within((int64_t)rect.y + rect.height, height);

    return (RippleRect){left, top, right > left ? right - left : 0,
                        bottom > top ? bottom - top : 0};
}

int rects_init(RectList *list, int tile_columns, int tile_rows)
{
    memset(list, 0, sizeof *list);
    list->columns = tile_columns;
    list->capacity = (tile_columns + 1) / 2 * tile_rows;
    list->rects = calloc((size_t)list->capacity, sizeof *list->rects);
    list->latest = calloc((size_t)tile_columns, sizeof *list->latest);
    if (list->rects == NULL || list->latest == NULL)
        return RIPPLE_ERROR_MEMORY;
    return RIPPLE_OK;
}

void rects_clear(RectList *list)
{
    free(list->rects);
    free(list->latest);
    memset(list, 0, sizeof *list);
}

void rects_start(RectList *list)
{
    list->count = 0;
    for (int i = 0; i < list->columns; i++)
        list->latest[i] = -1;
}

void rects_add(RectList *list, int tile_column, RippleRect rect)
{
    int *latest = &list->latest[tile_column];

    if (*latest >= 0) {
        RippleRect *above = &list->rects[*latest];

        if (above->width == rect.width && above->y + above->height == rect.y) {
            above->height += rect.height;
            return;
        }
    }
    assert(list->count < list->capacity);
    *latest = list->count;
    list->rects[list->count++] = rect;
}
