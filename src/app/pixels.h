/* SPDX-License-Identifier: MIT */
/* Memory for pixels of either format. */
#ifndef RIPPLE_APP_PIXELS_H
#define RIPPLE_APP_PIXELS_H

#include "../ripple.h"

/* Memory for width x height pixels that are fast to draw, to be freed with
   pixels_clear. Returns 0, or -1 and zeroes the struct. */
int pixels_init(RipplePixels *pixels, int width, int height,
                RippleFormat format);

/* Frees the memory, where there is some, and zeroes the struct. */
void pixels_clear(RipplePixels *pixels);

/* How many bytes a pixel takes. */
size_t pixels_size(RippleFormat format);

/* The address of the pixel at (x, y). */
const void *pixels_find(const RipplePixels *pixels, int x, int y);

/*
 * The same pixels in 32 bits, for those who know no others: the pixels
 * themselves, or a copy that is made in *copy, which is to be cleared in any
 * case; NULL without memory for it.
 */
const RipplePixels *pixels_widen(const RipplePixels *pixels,
                                 RipplePixels *copy);

#endif
