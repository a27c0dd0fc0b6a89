/* SPDX-License-Identifier: MIT */
/*
 * The picture under the water: scrolled, and in transition to the next one.
 * It moves by steps; their number alone says where it is.
 */
#ifndef RIPPLE_APP_BACKGROUND_H
#define RIPPLE_APP_BACKGROUND_H

#include "ripple.h"
#include "app/slideshow.h"
#include "play/scrolling.h"
#include "play/transition.h"
#include "media/fit.h"

#include <SDL.h>

typedef struct Background {
    Fit fit;
    int rate;          /* steps a second */
    int keeps_sources; /* needed to resize */
    Picture now, next; /* next has no pixels unless there is a transition */
    Transition transition;
    Scrolling scrolling;
    RipplePixels drawn; /* scrolled and mixed; no pixels if that is `now` */
    uint32_t *rows;     /* scratch for two rows, each a pixel longer */
    int is_stale;       /* `drawn` must be drawn again */
} Background;

/*
 * Fits a picture into width x height pixels. The struct must be zero except
 * for the fields up to keeps_sources; a source that is kept is shared with the
 * caller. Returns 0, or -1 and nothing to close.
 */
int background_open(Background *background, int width, int height,
                    SDL_Surface *source);

/* Frees all and zeroes the struct. */
void background_close(Background *background);

/* Makes `result`, which need not be initialised, a copy in another size, but
   for the films. Needs the sources. Returns 0, or -1 and nothing to close. */
int background_resize(Background *result, const Background *from, int width,
                      int height);

/* Puts another one in its place and closes it, but for its films. */
void background_replace(Background *background, Background *other);

/* Shows another picture at once. Returns 0, or -1 without a change. */
int background_show(Background *background, SDL_Surface *source);

/* Has the picture move with a film, which is taken over and whose picture that
   of the step is; NULL: with none. */
void background_play(Background *background, Film *film, uint64_t step);

/* Has films show what is due after so many steps, and waits for that if
   `waits`; prints once why one has failed. */
void background_follow_films(Background *background, uint64_t step, int waits);

/* Waits for a picture of the film that is shown by its number, from 0. Returns
   whether there is one. */
int background_show_number(Background *background, uint64_t number);

/* How many steps from one on no film shows another picture. */
uint64_t background_calm_steps(const Background *background, uint64_t step);

/* Begins a transition of some steps to a slide, from (x, y) outwards. Takes the
   slide over. Returns 0, or -1 without any other change. */
int background_start_transition(Background *background, Picture *slide, int x,
                                int y, int steps);

/* Changes the steps a second from a step on. */
void background_set_rate(Background *background, int rate, uint64_t step);

int background_in_transition(const Background *background);

/* Does a step; the speeds are as for scrolling_step. */
void background_step(Background *background, int speed_x, int speed_y);

/*
 * Draws the picture again if it has changed. On land it is not scrolled.
 * Returns 1, or 0 if nothing has changed, or -1 if there is no memory, and then
 * the picture is not scrolled.
 */
int background_draw(Background *background, ScrollingMask mask);

/* The picture as drawn last, valid until the next change. */
const RipplePixels *background_pixels(const Background *background);

#endif
