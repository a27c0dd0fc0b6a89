/* SPDX-License-Identifier: MIT */
/* Memory for pixels of both formats, and mixes of two colours. */
#ifndef RIPPLE_HOST_PIXEL_BUFFER_H
#define RIPPLE_HOST_PIXEL_BUFFER_H

#include "ripple.h"

#define PIXEL_BUFFER_ONE 256 /* a share: all */

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

/*
 * Each channel is (a * (256 - share) + b * share + 128) / 256; `share` is
 * 0..PIXEL_BUFFER_ONE. Two channels at once: 255 * 256 + 128 fits 16 bits.
 */
static inline uint32_t pixel_buffer_mix(uint32_t a, uint32_t b, uint32_t share)
{
    const uint32_t even = 0x00ff00ffu, half = 0x00800080u;
    uint32_t rest = PIXEL_BUFFER_ONE - share;
    uint32_t low = (a & even) * rest + (b & even) * share + half;
    uint32_t high = (a >> 8 & even) * rest + (b >> 8 & even) * share + half;

    return (low >> 8 & even) | (high & ~even);
}

#endif
