/* SPDX-License-Identifier: MIT */
#include "render/pixel_formats.h"

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
