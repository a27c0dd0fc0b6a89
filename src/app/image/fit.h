/* SPDX-License-Identifier: MIT */
/*
 * Makes a picture of any size fill a pool of any other. A picture that has
 * the size of the pool is copied as it is, whatever the fit.
 */
#ifndef RIPPLE_APP_IMAGE_FIT_H
#define RIPPLE_APP_IMAGE_FIT_H

#include <SDL.h>

#include "ripple.h"

typedef enum Fit {
    FIT_COVER,   /* fill the pool, aspect kept; cut off what hangs over */
    FIT_CONTAIN, /* show the whole picture, aspect kept, between black bars */
    FIT_STRETCH, /* fill the pool, aspect lost */
    FIT_TILE,    /* repeat the picture at its own size from the top left */
} Fit;

/* Finds the fit called "cover", "contain", "stretch" or "tile"; 0 or -1. */
int fit_find(Fit *fit, const char *name);

/*
 * Draws the source, which is ARGB8888, into every pixel of the target, alpha
 * 0xFF throughout. Each side of both may be 1 to RIPPLE_MAX_SIZE. Returns 0,
 * or -1 with the reason in SDL_GetError and the target undefined.
 */
int fit_picture(const RipplePixels *target, SDL_Surface *source, Fit fit);

#endif
