/* SPDX-License-Identifier: MIT */
/*
 * Draws text of any size with the alphabet of assets/font.txt. It has the
 * printable characters of ASCII; any other character of UTF-8 is one box.
 */
#ifndef RIPPLE_APP_FONT_H
#define RIPPLE_APP_FONT_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "ripple.h"

typedef struct FontPen {
    const RipplePixels *target;
    float size;    /* height of a capital in pixels; 0 or less: draw nothing */
    uint32_t argb; /* straight alpha */
} FontPen;

/* The alphabet, to be found once. */
typedef struct Font {
    const char *lines[UCHAR_MAX + 1];  /* of the characters */
    const char *closer[UCHAR_MAX + 1]; /* what may come closer to them */
    int16_t columns[UCHAR_MAX + 1];    /* how wide they are */
} Font;

void font_find(Font *font);

/* The width of `length` bytes of text at that size, in pixels. */
float font_width(const Font *font, const char *text, size_t length, float size);

/*
 * Draws `length` bytes of text over the target's pixels, from x on, with the
 * baseline at y, clipped to the target. Returns the x of text that follows.
 * Small text is sharpest if y and the size are whole numbers.
 */
float font_draw(const Font *font, const FontPen *pen, float x, float y,
                const char *text, size_t length);

#endif
