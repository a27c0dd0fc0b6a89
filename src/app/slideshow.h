/* SPDX-License-Identifier: MIT */
/*
 * The pictures of a folder, in the order of their names, again and again. A
 * thread of its own reads and fits the next one, so that a window need not
 * wait. For a file that cannot be read a line is printed on standard error when
 * its turn comes, unless nothing has changed since the slide before.
 */
#ifndef RIPPLE_APP_SLIDESHOW_H
#define RIPPLE_APP_SLIDESHOW_H

#include "ripple.h"
#include "media/film.h"
#include "os/error.h"

#include <SDL.h>

typedef struct Slideshow Slideshow;

/*
 * Reads the picture or film of that name, as film_read. Of a folder it reads
 * the first picture and makes a slideshow for the others, whose films are
 * FILM_LIVE or else FILM_LOOPED. Pictures are files that are not hidden and
 * have the ending of a format that can be read, sorted by the bytes of their
 * names. Returns 0, with *slideshow NULL unless it is a folder and sometimes a
 * text in *error, as film_read, or -1 with the reason, *slideshow NULL and
 * *first zero.
 */
int slideshow_read(Picture *first, Slideshow **slideshow, const char *path,
                   FilmUse use, SDL_atomic_t *cancel, Error *error);

/* Gives up a picture that is being read, and frees all; NULL is allowed. */
void slideshow_close(Slideshow *slideshow);

/* Begins to read the next picture if `by` is 1, or the one before if it is -1,
   and to fit it to a size; what has been prepared is given up. After the last
   picture the folder is listed again. Behind others it takes the time that they
   leave, so that no frame is late. */
void slideshow_prepare(Slideshow *slideshow, int by, int width, int height,
                       Fit fit, int is_behind);

/* The picture that is being read is not wanted: the slideshow is ready soon,
   and must be prepared again. */
void slideshow_skip(Slideshow *slideshow);

/* The name of the file that was given last, without its folder; valid until the
   next one is. */
const char *slideshow_name(const Slideshow *slideshow);

/* Whether slideshow_take returns at once; 1 for NULL. */
int slideshow_is_ready(Slideshow *slideshow);

/* Gives the prepared slide to the caller. Returns 0, or -1 if none of the
   folder's pictures could be read, which is printed. */
int slideshow_take(Slideshow *slideshow, Picture *slide);

#endif
