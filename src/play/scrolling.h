/* SPDX-License-Identifier: MIT */
/*
 * A picture that drifts and comes in again on the other side, as the texture
 * flow of Lengyel's water does. The way is counted in whole numbers, in parts
 * of a pixel that both a step's way and a pixel consist of, so that it is
 * exact for ever; drawn, it is rounded down to 1/256 pixel and what lies
 * between two pixels is mixed of both.
 */
#ifndef RIPPLE_PLAY_SCROLLING_H
#define RIPPLE_PLAY_SCROLLING_H

#include "ripple.h"

#define SCROLLING_UNITS     65536 /* of speed: a pixel a second */
#define SCROLLING_MAX_SPEED 10000 /* pixels a second */

/* Zero it to have the picture where it belongs. */
typedef struct Scrolling {
    int64_t x, y; /* to the right and down, 0 to the size of the picture; in
                     SCROLLING_UNITS times the rate to a pixel */
} Scrolling;

/* Goes on by a step, of which there are `rate` a second, over a picture of
   width x height pixels; the speeds are in SCROLLING_UNITS. */
void scrolling_step(Scrolling *scrolling, int speed_x, int speed_y, int rate,
                    int width, int height);

/* Keeps the place when the picture is fitted to another size. */
void scrolling_resize(Scrolling *scrolling, int rate, const RipplePixels *from,
                      const RipplePixels *to);

/* Whether the picture is elsewhere than where it belongs. */
int scrolling_is_moved(const Scrolling *scrolling);

/*
 * Draws row y of what is seen of the picture: `row` has as many pixels as one
 * of its rows; `scratch`, one more, is used meanwhile.
 */
void scrolling_draw_row(const Scrolling *scrolling, int rate,
                        const RipplePixels *picture, int y, uint32_t *row,
                        uint32_t *scratch);

#endif
