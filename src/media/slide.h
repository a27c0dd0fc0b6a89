/* SPDX-License-Identifier: MIT */
/* A picture as it is shown: its source, and the source fitted to the frame. */
#ifndef RIPPLE_MEDIA_SLIDE_H
#define RIPPLE_MEDIA_SLIDE_H

#include "ripple.h"
#include "media/fit.h"

#include <SDL.h>

typedef struct Slide {
    SDL_Surface *source;
    RipplePixels fitted; /* no pixels if there was no memory; the source's own
                            if it has their size and is a film's */
    struct Film *film;   /* whose picture this is; NULL: it does not move */
} Slide;

/* Whether the fitted pixels are those of the source. */
int slide_is_lent(const Slide *slide);

/* Fits the source again unless the slide has that size; fails if the end of the
   program is asked for and `may_end`. Returns 0, or -1 without a change. */
int slide_fit(Slide *slide, int width, int height, Fit fit, int may_end);

/* The same for a source that has changed, whose alphas are 0xFF: it lends its
   pixels or goes into those that there are. */
int slide_fit_again(Slide *slide, int width, int height, Fit fit);

/* Frees source and pixels, and zeroes them. */
void slide_clear(Slide *slide);

#endif
