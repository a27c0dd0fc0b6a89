/* SPDX-License-Identifier: MIT */
#include "lib/look/pixel_formats.h"

#include "lib/util/memory.h"

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

static size_t count_bytes(const RipplePixels *pixels)
{
    return ripple_memory_extent((size_t)pixels->width, (size_t)pixels->height,
                                pixels->stride,
                                ripple_pixels_size(pixels->format));
}

int ripple_pixels_are_valid(const RipplePixels *pixels)
{
    return pixels != NULL && pixels->width >= 0 && pixels->height >= 0 &&
           ripple_pixels_start(pixels) != NULL &&
           count_bytes(pixels) < SIZE_MAX;
}

/* 1 if a and b, which starts `shift` bytes after a, may share bytes. With equal
   strides b starts `x` bytes into a row of a, and may reach into the next. */
static int has_shared_memory(const RipplePixels *a, const RipplePixels *b,
                             size_t shift)
{
    size_t a_size = ripple_pixels_size(a->format);
    size_t b_size = ripple_pixels_size(b->format);
    size_t stride = a->stride * a_size, x;

    if (shift >= count_bytes(a))
        return 0;
    if (stride != b->stride * b_size)
        return 1;
    x = shift % stride;
    return x < (size_t)a->width * a_size ||
           x + (size_t)b->width * b_size > stride;
}

int ripple_pixels_overlap(const RipplePixels *a, const RipplePixels *b)
{
    uintptr_t a_start = (uintptr_t)ripple_pixels_start(a);
    uintptr_t b_start = (uintptr_t)ripple_pixels_start(b);

    return a_start <= b_start ? has_shared_memory(a, b, b_start - a_start)
                              : has_shared_memory(b, a, a_start - b_start);
}

void ripple_pixels_get_row(const RipplePixels *pixels, int x, int y, int count,
                           uint32_t *to)
{
    size_t place = (size_t)y * pixels->stride + (size_t)x;

    if (pixels->format != RIPPLE_FORMAT_RGB565)
        memcpy(to, pixels->pixels + place, (size_t)count * sizeof *to);
    for (int i = 0; i < count && pixels->format == RIPPLE_FORMAT_RGB565; i++)
        to[i] = ripple_pixels_get(pixels, x + i, y);
}

void ripple_pixels_set_row(const RipplePixels *pixels, int x, int y, int count,
                           const uint32_t *from)
{
    size_t place = (size_t)y * pixels->stride + (size_t)x;

    if (pixels->format != RIPPLE_FORMAT_RGB565)
        memcpy(pixels->pixels + place, from, (size_t)count * sizeof *from);
    for (int i = 0; i < count && pixels->format == RIPPLE_FORMAT_RGB565; i++)
        ripple_pixels_set(pixels, x + i, y, from[i]);
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

int ripple_pixels_can_show(RippleFormat format, const RippleSettings *settings)
{
    return format != RIPPLE_FORMAT_RGB565 ||
           (settings->filter == RIPPLE_FILTER_NEAREST && settings->light <= 0 &&
            settings->sky <= 0 && settings->view == RIPPLE_VIEW_WATER);
}
