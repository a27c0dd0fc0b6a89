/* SPDX-License-Identifier: MIT */
/*
 * The pictures of a folder, one after the other by name, and again from the
 * first. The next one is read and fitted by a thread of its own, so that
 * nobody waits for it who does not want to. What cannot be read is told in a
 * line of standard error when its turn comes, and passed over.
 */
#ifndef RIPPLE_APP_SCENE_SLIDESHOW_H
#define RIPPLE_APP_SCENE_SLIDESHOW_H

#include "ripple.h"
#include "app/image/fit.h"
#include "host/error.h"

#include <SDL.h>

typedef struct Slideshow Slideshow;

/* A picture from an album: as it was read, and fitted, or without pixels when
   memory was short. */
typedef struct Slide {
    SDL_Surface *source;
    RipplePixels fitted;
} Slide;

/*
 * Reads the picture of that name, any that map_loader_read_picture reads. Where
 * it is a folder its first picture is read and the others are to come: a
 * picture is what is a file, not hidden, and has the ending of a format that
 * the loader reads; names go by their bytes. Returns 0 with *album NULL unless
 * it is a folder, or -1 with both NULL and the reason in the report.
 */
int slideshow_read(SDL_Surface **first, Slideshow **slideshow, const char *path,
                   Error *error);

/* Waits for what is being read and frees all; NULL is allowed. */
void slideshow_close(Slideshow *slideshow);

/* Begins to read the next picture and to fit it to a size. When the folder has
   been gone through it is listed again. */
void slideshow_prepare(Slideshow *slideshow, int width, int height, Fit fit);

/* Whether slideshow_take need not wait. */
int slideshow_is_ready(Slideshow *slideshow);

/* Hands over what was prepared, the caller's now. Returns 0, or -1 with none
   of the folder's pictures readable and that told. */
int slideshow_take(Slideshow *slideshow, Slide *slide);

/* Frees a page, which may be zero. */
void slideshow_clear_slide(Slide *slide);

#endif
