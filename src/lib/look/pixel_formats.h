/* SPDX-License-Identifier: MIT */
/*
 * Access to pixels of either format, one by one or as rectangles. Conversion
 * rounds to nearest, so RGB565 survives the way to ARGB8888 and back.
 */
#ifndef RIPPLE_LOOK_PIXEL_FORMATS_H
#define RIPPLE_LOOK_PIXEL_FORMATS_H

#include "ripple.h"

/* Bytes per pixel. */
size_t ripple_pixels_size(RippleFormat format);

/* Pixel (0, 0), or NULL if there are no pixels of this format. */
void *ripple_pixels_start(const RipplePixels *pixels);

/* 1 if pixels of the format exist, and size and stride describe possible
   memory; NULL is allowed. */
int ripple_pixels_are_valid(const RipplePixels *pixels);

/* 1 if two valid images share memory. If their rows are equally far apart they
   may interleave, as in windows of one image. Otherwise one image must start
   after the other's end. */
int ripple_pixels_overlap(const RipplePixels *a, const RipplePixels *b);

/* Converts a channel of 5 or 6 bits, 0..`max`, to 8 bits and back. */
static inline uint32_t ripple_pixels_widen(uint32_t channel, uint32_t max)
{
    return (channel * 255 + max / 2) / max;
}

static inline uint32_t ripple_pixels_narrow(uint32_t channel, uint32_t max)
{
    return ((channel & 255) * max + 127) / 255;
}

/* The pixel at (x, y) as ARGB8888; ripple_pixels_set rounds to nearest. */
static inline uint32_t ripple_pixels_get(const RipplePixels *pixels, int x,
                                         int y)
{
    size_t place = (size_t)y * pixels->stride + (size_t)x;
    uint32_t pixel;

    if (pixels->format != RIPPLE_FORMAT_RGB565)
        return pixels->pixels[place];
    pixel = pixels->pixels565[place];
    return 0xff000000u | ripple_pixels_widen(pixel >> 11, 31) << 16 |
           ripple_pixels_widen(pixel >> 5 & 63, 63) << 8 |
           ripple_pixels_widen(pixel & 31, 31);
}

static inline void ripple_pixels_set(const RipplePixels *pixels, int x, int y,
                                     uint32_t pixel)
{
    size_t place = (size_t)y * pixels->stride + (size_t)x;

    if (pixels->format != RIPPLE_FORMAT_RGB565)
        pixels->pixels[place] = pixel;
    else
        pixels->pixels565[place] =
            (uint16_t)(ripple_pixels_narrow(pixel >> 16, 31) << 11 |
                       ripple_pixels_narrow(pixel >> 8, 63) << 5 |
                       ripple_pixels_narrow(pixel, 31));
}

/* Reads or writes `count` pixels as ARGB8888, from (x, y) to the right. */
void ripple_pixels_get_row(const RipplePixels *pixels, int x, int y, int count,
                           uint32_t *to);
void ripple_pixels_set_row(const RipplePixels *pixels, int x, int y, int count,
                           const uint32_t *from);

/* 1 if frames of the format can show these settings: RGB565 can only hold
   unchanged pixels of the picture. */
int ripple_pixels_can_show(RippleFormat format, const RippleSettings *settings);

/* Copies a part of an image to one of the same size, of either format. */
void ripple_pixels_copy(const RipplePixels *from, const RipplePixels *to,
                        RippleRect part);

#endif
