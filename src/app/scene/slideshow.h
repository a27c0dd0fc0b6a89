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

typedef struct Album Album;

/* A picture from an album: as it was read, and fitted, or without pixels when
   memory was short. */
typedef struct Page {
    SDL_Surface *source;
    RipplePixels fitted;
} Page;

/*
 * Reads the picture of that name, any that maps_read_picture reads. Where it
 * is a folder its first picture is read and the others are to come: a picture
 * is what is a file, not hidden, and has the ending of a format that the
 * loader reads; names go by their bytes. Returns 0 with *album NULL unless it
 * is a folder, or -1 with both NULL and the reason in the report.
 */
int album_read(SDL_Surface **first, Album **album, const char *path,
               Report *report);

/* Waits for what is being read and frees all; NULL is allowed. */
void album_close(Album *album);

/* Begins to read the next picture and to fit it to a size. When the folder has
   been gone through it is listed again. */
void album_prepare(Album *album, int width, int height, Fit fit);

/* Whether album_take need not wait. */
int album_is_ready(Album *album);

/* Hands over what was prepared, the caller's now. Returns 0, or -1 with none
   of the folder's pictures readable and that told. */
int album_take(Album *album, Page *page);

/* Frees a page, which may be zero. */
void album_clear_page(Page *page);

#endif
