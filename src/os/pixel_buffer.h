/* SPDX-License-Identifier: MIT */
/* Memory for pixels of both formats. */
#ifndef RIPPLE_OS_PIXEL_BUFFER_H
#define RIPPLE_OS_PIXEL_BUFFER_H

#include "ripple.h"

/* Allocates width x height pixels, with rows on whole cache lines if their size
   allows it. Free them with pixel_buffer_clear. Returns 0, or -1 and zeroes the
   struct. */
int pixel_buffer_init(RipplePixels *pixels, int width, int height,
                      RippleFormat format);

/* Fills them with 0: only then does the system provide the memory, which takes
   most of the time that large pixels take. Returns 0, or -1 as soon as the end
   of the program is asked for. */
int pixel_buffer_occupy(const RipplePixels *pixels);

/* Frees the memory, if there is any, and zeroes the struct. */
void pixel_buffer_clear(RipplePixels *pixels);

/* The address of the pixel at (x, y). */
const void *pixel_buffer_at(const RipplePixels *pixels, int x, int y);

/*
 * The pixels in 32 bits: the pixels themselves, or a copy of them in *copy,
 * which the caller must clear in both cases. NULL if there is no memory.
 */
const RipplePixels *pixel_buffer_widen(const RipplePixels *pixels,
                                       RipplePixels *copy);

static inline uint32_t *pixel_buffer_row(const RipplePixels *pixels, int y)
{
    return pixels->pixels + (size_t)y * pixels->stride;
}

#endif
