/* SPDX-License-Identifier: MIT */
/*
 * What lies under the water: a picture, how far it has drifted, and the one
 * that it is turning into. It moves by steps; where it is, follows from how
 * many there were.
 */
#ifndef RIPPLE_APP_SCENE_BACKGROUND_H
#define RIPPLE_APP_SCENE_BACKGROUND_H

#include "ripple.h"
#include "app/scene/slideshow.h"
#include "play/scrolling.h"
#include "play/transition.h"
#include "app/image/fit.h"

#include <SDL.h>

typedef struct Background {
    Fit fit;
    int rate;          /* steps a second */
    int keeps_sources; /* whether to fit them again to other sizes */
    Slide now, next;   /* next has no pixels unless there is a fade */
    Transition transition;
    Scrolling scrolling;
    RipplePixels
        visibility; /* both as they lie, where that is not `now` itself */
    uint32_t *rows; /* room for two and two pixels more */
    int is_stale;   /* what is seen must be drawn anew */
} Background;

/*
 * Fits a picture into width x height pixels. The struct must be zero but for
 * the fields up to keeps_sources; the surface is shared where it is kept.
 * Returns 0, or -1 and nothing to close.
 */
int background_open(Background *background, int width, int height,
                    SDL_Surface *source);

/* Frees all and zeroes the struct. */
void background_close(Background *background);

/* Makes `result`, any struct, the same in another size; the sources must have
   been kept. Returns 0, or -1 and nothing to close. */
int background_resize(Background *result, const Background *from, int width,
                      int height);

/* Puts another picture there at once. Returns 0, or -1 and no change. */
int background_show(Background *background, SDL_Surface *source);

/* Begins to turn into a page, which it takes over, from (x, y) outwards and in
   so many steps. Returns 0, or -1 and no change but that. */
int background_start_transition(Background *background, Slide *slide, int x,
                                int y, int steps);

int background_in_transition(const Background *background);

/* Goes on by a step; the speeds are those of scrolling_step. */
void background_step(Background *background, int speed_x, int speed_y);

/* A mask of any size, stretched over the picture; NULL: only water. */
typedef struct BackgroundMask {
    const uint8_t *depths; /* row by row, 0 is land */
    int columns, rows;
} BackgroundMask;

/*
 * Draws what is to be seen, if it has changed. Where there is land, it lies on
 * the water and does not drift. Returns 1, or 0 when it has not, or -1 when
 * there is no memory, and then the picture stays where it is.
 */
int background_draw(Background *background, BackgroundMask mask);

/* What was drawn last, valid until the next change. */
const RipplePixels *background_pixels(const Background *background);

#endif
