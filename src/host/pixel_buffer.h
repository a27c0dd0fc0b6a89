/* SPDX-License-Identifier: MIT */
/* Memory for pixels of either format, and colours between two. */
#ifndef RIPPLE_HOST_PIXEL_BUFFER_H
#define RIPPLE_HOST_PIXEL_BUFFER_H

#include "ripple.h"

#define PIXEL_BUFFER_ONE 256 /* a share of all */

/* Memory for width x height pixels that are fast to draw, to be freed with
   pixel_buffer_clear. Returns 0, or -1 and zeroes the struct. */
int pixel_buffer_init(RipplePixels *pixels, int width, int height,
                      RippleFormat format);

/* Frees the memory, where there is some, and zeroes the struct. */
void pixel_buffer_clear(RipplePixels *pixels);

/* The address of the pixel at (x, y). */
const void *pixel_buffer_at(const RipplePixels *pixels, int x, int y);

/*
 * The same pixels in 32 bits, for those who know no others: the pixels
 * themselves, or a copy that is made in *copy, which is to be cleared in any
 * case; NULL without memory for it.
 */
const RipplePixels *pixel_buffer_widen(const RipplePixels *pixels,
                                       RipplePixels *copy);

static inline uint32_t *pixel_buffer_row(const RipplePixels *pixels, int y)
{
    return pixels->pixels + (size_t)y * pixels->stride;
}

/*
 * The colour that is the share of b, 0..PIXEL_BUFFER_ONE, on the way from a to
 * b, each channel rounded; a and b themselves at the ends. Two channels at
 * once: 255 * 256 + 128 stays within the 16 bits that each has.
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
