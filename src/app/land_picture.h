/* SPDX-License-Identifier: MIT */
/*
 * The picture that land shows. A built-in one is a small square that repeats,
 * of the same share of each frame's height; any other is fitted into the frame.
 */
#ifndef RIPPLE_APP_LAND_PICTURE_H
#define RIPPLE_APP_LAND_PICTURE_H

#include "ripple.h"
#include "media/fit.h"
#include "os/error.h"
#include "play/play_settings.h"

#include <SDL.h>

/* Zero is no picture. */
typedef struct LandPicture {
    char name[PLAY_MAX_PATH];
    SDL_Surface *source; /* NULL if it could not be read */
    int width, height;   /* of the frame */
    RipplePixels fitted; /* to it; no pixels if that failed */
} LandPicture;

/* Loads the picture unless it has that name, and fits it unless the frame has
   that size; NULL is no picture. Returns 0, or -1 once for each that fails. */
int land_picture_show(LandPicture *land, const char *name,
                      const RipplePixels *frame, Fit fit, Error *error);

/* The pixels for ripple_lay_land, valid until the next change; NULL if there is
   no picture. */
const RipplePixels *land_picture_pixels(const LandPicture *land);

/* Frees all and zeroes the struct. */
void land_picture_clear(LandPicture *land);

#endif
