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

#define DRIFT_UNITS     65536 /* of speed: a pixel a second */
#define DRIFT_MAX_SPEED 10000 /* pixels a second */

/* Zero it to have the picture where it belongs. */
typedef struct Drift {
    int64_t x, y; /* to the right and down, 0 to the size of the picture; in
                     DRIFT_UNITS times the rate to a pixel */
} Drift;

/* Goes on by a step, of which there are `rate` a second, over a picture of
   width x height pixels; the speeds are in DRIFT_UNITS. */
void drift_step(Drift *drift, int speed_x, int speed_y, int rate, int width,
                int height);

/* Keeps the place when the picture is fitted to another size. */
void drift_resize(Drift *drift, int rate, const RipplePixels *from,
                  const RipplePixels *to);

/* Whether the picture is elsewhere than where it belongs. */
int drift_is_away(const Drift *drift);

/*
 * Draws row y of what is seen of the picture: `row` has as many pixels as one
 * of its rows; `scratch`, one more, is used meanwhile.
 */
void drift_draw_row(const Drift *drift, int rate, const RipplePixels *picture,
                    int y, uint32_t *row, uint32_t *scratch);

#endif
