/* SPDX-License-Identifier: MIT */
#include "render/pixel_formats.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t ripple_pixels_size(RippleFormat format)
{
    return format == RIPPLE_FORMAT_RGB565 ? sizeof(uint16_t) : sizeof(uint32_t);
}

void *ripple_pixels_start(const RipplePixels *pixels)
{
    switch (pixels->format) {
    case RIPPLE_FORMAT_ARGB8888:
        return pixels->pixels;
    case RIPPLE_FORMAT_RGB565:
        return pixels->pixels565;
    default:
        return NULL;
    }
}

static void copy_row(const RipplePixels *from, const RipplePixels *to, int x,
                     int y, int width)
{
    size_t size = ripple_pixels_size(from->format);
    const char *source = ripple_pixels_start(from);
    char *target = ripple_pixels_start(to);

    memcpy(target + ((size_t)y * to->stride + (size_t)x) * size,
           source + ((size_t)y * from->stride + (size_t)x) * size,
           (size_t)width * size);
}

static void convert_row(const RipplePixels *from, const RipplePixels *to, int x,
                        int y, int width)
{
    for (int end = x + width; x < end; x++)
        ripple_pixels_set(to, x, y, ripple_pixels_get(from, x, y));
}

void ripple_pixels_copy(const RipplePixels *from, const RipplePixels *to,
                        RippleRect part)
{
    for (int y = part.y; y < part.y + part.height; y++) {
        if (from->format == to->format)
            copy_row(from, to, part.x, y, part.width);
        else
            convert_row(from, to, part.x, y, part.width);
    }
}

static int within(int64_t value, int max)
{
    return value < 0 ? 0 : value > max ? max : (int)value;
}

RippleRect ripple_rect_clip(RippleRect rect, int width, int height)
{
    int left = within(rect.x, width), top = within(rect.y, height);
    int right = within((int64_t)rect.x + rect.width, width);
    int bottom = within((int64_t)rect.y + rect.height, height);

    return (RippleRect){left, top, right > left ? right - left : 0,
                        bottom > top ? bottom - top : 0};
}

int ripple_dirty_rects_init(DirtyRects *list, int tile_columns, int tile_rows)
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

void ripple_dirty_rects_clear(DirtyRects *list)
{
    free(list->rects);
    free(list->latest);
    memset(list, 0, sizeof *list);
}

void ripple_dirty_rects_start(DirtyRects *list)
{
    list->count = 0;
    for (int i = 0; i < list->columns; i++)
        list->latest[i] = -1;
}

void ripple_dirty_rects_add(DirtyRects *list, int tile_column, RippleRect rect)
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
