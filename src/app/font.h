/* SPDX-License-Identifier: MIT */
/*
 * Draws text of any size with the alphabet of assets/font.txt: ASCII, Latin-1
 * and Latin Extended-A. Characters that it lacks are cut: three dots stand for
 * those in a row.
 */
#ifndef RIPPLE_APP_FONT_H
#define RIPPLE_APP_FONT_H

#include <stddef.h>
#include <stdint.h>

#include "ripple.h"

typedef struct FontPen {
    const RipplePixels *target;
    float size;    /* height of a capital in pixels; 0 or less: draw nothing */
    uint32_t argb; /* straight alpha */
} FontPen;

#define FONT_CODES 0x180 /* of Unicode */

/* The alphabet, to be found once. */
typedef struct Alphabet {
    const char *lines[FONT_CODES]; /* of the characters */
    const char
        *closer[FONT_CODES]; /* letters that may stand closer behind them */
    const char *marks[FONT_CODES]; /* the lines of their marks, or NULL */
    int16_t columns[FONT_CODES];   /* how wide they are */
} Alphabet;

void font_find(Alphabet *font);

/* The width of `length` bytes of text at that size, in pixels. */
float font_width(const Alphabet *font, const char *text, size_t length,
                 float size);

/*
 * Draws `length` bytes of text over the target's pixels, from x on, with the
 * baseline at y, clipped to the target. Returns the x of text that follows.
 * Small text is sharpest if y and the size are whole numbers.
 */
float font_draw(const Alphabet *font, const FontPen *pen, float x, float y,
                const char *text, size_t length);

/* Lays a colour of that alpha, 0..255, over a pixel of straight alpha. */
uint32_t font_blend(uint32_t over, uint32_t under, uint32_t alpha);

#endif
