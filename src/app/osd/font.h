/* SPDX-License-Identifier: MIT */
/*
 * Text without a font file: an alphabet of our own, drawn with one round pen
 * in smooth strokes at any size. Every printable ASCII character has a shape;
 * any other character, however many bytes of UTF-8 it takes, shows as a box.
 */
#ifndef RIPPLE_APP_OSD_FONT_H
#define RIPPLE_APP_OSD_FONT_H

#include <stddef.h>
#include <stdint.h>

#include "ripple.h"

typedef struct FontPen {
    const RipplePixels *target;
    float size;    /* height of a capital in pixels; 0 or less draws nothing */
    uint32_t argb; /* straight alpha */
} FontPen;

/* How far `length` bytes of text, drawn at that size, move the pen. */
float font_width(const char *text, size_t length, float size);

/*
 * Draws `length` bytes of text over what the target holds, from x onwards
 * with the baseline at y, and returns where the next text would begin. What
 * lies outside the target is left out. Whole numbers for y and the size give
 * the crispest small text.
 */
float font_draw(const FontPen *pen, float x, float y, const char *text,
                size_t length);

#endif
