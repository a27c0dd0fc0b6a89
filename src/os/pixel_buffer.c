/* SPDX-License-Identifier: MIT */
#include "os/pixel_buffer.h"

#include "lib/util/memory.h"
#include "os/stop.h"

#include <string.h>

int pixel_buffer_init(RipplePixels *pixels, int width, int height,
                      RippleFormat format)
{
    size_t size = ripple_pixel_size(format);
    void *memory;

    memset(pixels, 0, sizeof *pixels);
    if (width < 1 || height < 1 ||
        (size_t)height > SIZE_MAX / size / (size_t)width)
        return -1;
    memory = ripple_memory_alloc((size_t)width * (size_t)height * size);
    if (memory == NULL)
        return -1;
    *pixels = (RipplePixels){.width = width,
                             .height = height,
                             .stride = (size_t)width,
                             .format = format};
    if (format == RIPPLE_FORMAT_RGB565)
        pixels->pixels565 = memory;
    else
        pixels->pixels = memory;
    return 0;
}

int pixel_buffer_occupy(const RipplePixels *pixels)
{
    size_t size = (size_t)pixels->width * ripple_pixel_size(pixels->format);
    char *row = pixels->pixels != NULL ? (char *)pixels->pixels
                                       : (char *)pixels->pixels565;

    for (int y = 0; y < pixels->height && stop_count() == 0; y++, row += size)
        memset(row, 0, size);
    return stop_count() == 0 ? 0 : -1;
}

void pixel_buffer_clear(RipplePixels *pixels)
{
    ripple_memory_free(pixels->pixels);
    ripple_memory_free(pixels->pixels565);
    memset(pixels, 0, sizeof *pixels);
}

const void *pixel_buffer_at(const RipplePixels *pixels, int x, int y)
{
    size_t index = (size_t)y * pixels->stride + (size_t)x;

    return pixels->format == RIPPLE_FORMAT_RGB565
               ? (const void *)(pixels->pixels565 + index)
               : (const void *)(pixels->pixels + index);
}

const RipplePixels *pixel_buffer_widen(const RipplePixels *pixels,
                                       RipplePixels *copy)
{
    memset(copy, 0, sizeof *copy);
    if (pixels->format == RIPPLE_FORMAT_ARGB8888)
        return pixels;
    if (pixel_buffer_init(copy, pixels->width, pixels->height,
                          RIPPLE_FORMAT_ARGB8888) != 0)
        return NULL;
    ripple_copy_pixels(pixels, copy);
    return copy;
}
