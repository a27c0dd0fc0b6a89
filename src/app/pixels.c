/* SPDX-License-Identifier: MIT */
#include "pixels.h"

#include <stdlib.h>

#define CACHE_LINE 64 /* rows that start on one are drawn fastest */

int pixels_init(RipplePixels *pixels, int width, int height)
{
    void *memory;

    *pixels = (RipplePixels){NULL, width, height, (size_t)width};
    if (width < 1 || height < 1 ||
        (size_t)height > SIZE_MAX / sizeof *pixels->pixels / (size_t)width)
        return -1;
    if (posix_memalign(&memory, CACHE_LINE,
                       (size_t)width * (size_t)height * sizeof(uint32_t)) != 0)
        return -1;
    pixels->pixels = memory;
    return 0;
}

void pixels_clear(RipplePixels *pixels)
{
    free(pixels->pixels);
    *pixels = (RipplePixels){NULL, 0, 0, 0};
}
