/* SPDX-License-Identifier: MIT */
/*
 * Loads a picture with SDL2_image in this process; decoder.h does it in another
 * one. Its header is checked before a decoder sees it (probe.h): a hostile file
 * costs no more than a large picture, SVGs excepted, and a file that is cut
 * short is an error, not half a picture.
 *
 * In a process that is limited larger pictures are read too, and made smaller.
 *
 * Transparent pictures lie on a quiet light ground. An SVG is drawn as large as
 * fits into SVG_SIDE squared, see svg.h. Photos stand upright, see metadata.h.
 */
#ifndef RIPPLE_MEDIA_LOAD_H
#define RIPPLE_MEDIA_LOAD_H

#include <stddef.h>

#include <SDL.h>

#include "media/probe.h"
#include "os/error.h"
#include "os/wait.h"

#define LOAD_MAX_MEGAPIXELS 64 /* of 1000 * 1000 pixels */
#define LOAD_MAX_SIDE       32768
#define LOAD_MAX_MEGABYTES  512 /* of 1024 * 1024 bytes, of a file */

/*
 * Decodes the picture in data[0..size) to a new surface, ARGB8888 with all
 * alphas 0xFF, which the caller frees with SDL_FreeSurface. `name` is for
 * *error and for its ending. libpng and libtiff may warn on standard error. Any
 * thread may call this. Returns 0, and *error may tell what of it is left out;
 * or -1, and sets *surface to NULL.
 */
int load_decode(SDL_Surface **surface, const void *data, size_t size,
                const char *name, Error *error);

/* Returns -1 and sets the error: it takes too much time or memory. */
int load_report_limit(PictureKind kind, const char *name, Error *error);

/* Opens a regular file or a pipe of at most LOAD_MAX_MEGABYTES, as wait_open.
   Returns a descriptor or -1. */
int load_open(const char *path, Error *error);

/* Reads such a file to its end. Returns 0, or -1 and sets errno; *data is to be
   freed in both cases. */
int load_read(int file, Wait *wait, unsigned char **data, size_t *size);

/* Is called when a file has been read and is about to be decoded; it limits the
   process. */
typedef void LoadBegin(PictureKind kind);

/* Reads a file from load_open to its end and decodes it as load_decode does;
   `begin` may be NULL. */
int load_stream(SDL_Surface **surface, int file, Wait *wait, const char *name,
                LoadBegin *begin, Error *error);

#endif
