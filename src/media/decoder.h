/* SPDX-License-Identifier: MIT */
/*
 * Loads pictures from files in a process of its own. A few hundred bytes can
 * ask a decoder for gigabytes and hours, which no header says, and a pipe can
 * wait for a writer for ever: there such a load is limited, and given up when
 * the program is to end. The rules of load.h hold.
 */
#ifndef RIPPLE_MEDIA_DECODER_H
#define RIPPLE_MEDIA_DECODER_H

#include <SDL.h>

#include "os/child.h"
#include "os/error.h"

/* Followed by a name, it lets the program be the decoder; not in the help. */
#define DECODER_OPTION "--decode"

/* The same with the most pictures a second, for an animated WebP. */
#define DECODER_FILM_OPTION "--decode-film"

/* Does what that option asks for: decodes standard input to standard output.
   A format without magic bytes goes by the ending of `name`. Returns 0 or -1.
 */
int decoder_serve(const char *name);

/* The same for the other option: writes the film of webp_play. */
int decoder_serve_film(const char *max_rate);

/* Sets the file of the program that decodes, which is kept; NULL, and under
   Windows: pictures are loaded in this process and without limits. */
void decoder_use(const char *file);

/*
 * Reads the picture of a file into a new surface, as load_decode. Files may be
 * regular or pipes, which are read to their end; a named pipe is waited for
 * until it has had a writer; devices are refused. After 2 s of waiting a line
 * on standard error says so, and one tells what of an SVG is left out.
 *
 * Any thread may call this; it is given up when stop_count() is above 0, and
 * when *cancel is not 0. The main thread passes NULL: there also q, Escape and
 * the close of a window that wait in SDL's queue end it, and stay there.
 * Returns 0, or -1 and sets *surface to NULL.
 */
int decoder_load(SDL_Surface **surface, const char *path, SDL_atomic_t *cancel,
                 Error *error);

/* Starts a process that writes an animated WebP to our pipe as webp_play does,
   once. Returns 0 or -1. */
int decoder_start_film(Child *child, const char *path, int max_rate,
                       Error *error);

/* Whether a load with that `cancel` is given up; only its thread may ask. */
int decoder_is_given_up(SDL_atomic_t *cancel);

#endif
