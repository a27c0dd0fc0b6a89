/* SPDX-License-Identifier: MIT */
/*
 * Scrolls a picture and wraps it around, as the texture flow of Lengyel's water
 * does. The offset is a whole number of units, of which both a pixel and the
 * way of a step are multiples, so that it stays exact. For drawing it is
 * rounded down to 1/256 pixel, and neighbouring pixels are mixed.
 */
#ifndef RIPPLE_PLAY_SCROLLING_H
#define RIPPLE_PLAY_SCROLLING_H

#include "ripple.h"

#define SCROLLING_UNITS     65536 /* of speed: a pixel a second */
#define SCROLLING_MAX_SPEED 10000 /* pixels a second */

/* Zeroed: the picture is not moved. */
typedef struct Scrolling {
    int64_t x, y; /* offset to the right and down, below the picture's size; a
                     pixel is SCROLLING_UNITS * rate */
} Scrolling;

/* Moves on by a step of 1 / rate seconds, with speeds in SCROLLING_UNITS; the
   picture has width x height pixels. */
void scrolling_step(Scrolling *scrolling, int speed_x, int speed_y, int rate,
                    int width, int height);

/* Scales the offset to another size of the picture. */
void scrolling_resize(Scrolling *scrolling, int rate, const RipplePixels *from,
                      const RipplePixels *to);

/* Goes on at another number of steps a second. */
void scrolling_set_rate(Scrolling *scrolling, int from, int to);

/* Whether the offset is not 0. */
int scrolling_is_moved(const Scrolling *scrolling);

/* Draws row y of the moved picture into `row`, of the picture's width;
   `scratch` has one pixel more. */
void scrolling_draw_row(const Scrolling *scrolling, int rate,
                        const RipplePixels *picture, int y, uint32_t *row,
                        uint32_t *scratch);

/* A mask of any size, which is stretched over the picture. */
typedef struct ScrollingMask {
    const uint8_t *depths; /* row by row, 0 is land; NULL: no land */
    int columns, rows;
} ScrollingMask;

/* Replaces the pixels of land in row y of a frame of that size by those of the
   same row of the picture as it is without scrolling. */
void scrolling_keep_land(ScrollingMask mask, int width, int height, int y,
                         const uint32_t *unscrolled, uint32_t *row);

#endif
