/* SPDX-License-Identifier: MIT */
/*
 * Loads a picture through SDL2_image: from a file, or from bytes in memory
 * such as the picture that is built in. What a file claims is checked before
 * a decoder sees it (sniff.h, whole.h), so a hostile file costs no more than a
 * large picture does, and one cut short is an error and not half a picture.
 *
 * Transparent parts come out as if laid over black. An SVG has no pixels of
 * its own: it is drawn as large as fits LOAD_SVG_SIDE squared. EXIF
 * orientation is ignored, as SDL2_image does.
 */
#ifndef RIPPLE_APP_IMAGE_LOAD_H
#define RIPPLE_APP_IMAGE_LOAD_H

#include <stddef.h>

#include <SDL.h>

#include "host/error.h"

#define LOAD_MAX_MEGAPIXELS 64 /* of 1000 * 1000 pixels */
#define LOAD_MAX_SIDE       32768
#define LOAD_MAX_MEGABYTES  512 /* of 1024 * 1024 bytes, of a file */
#define LOAD_SVG_SIDE       2048

/*
 * Reads the picture in the file `path` into a new surface, ARGB8888 with
 * every alpha 0xFF, that the caller frees with SDL_FreeSurface.
 *
 * Reads regular files, and pipes up to their end; a named pipe that nobody
 * writes to is empty, and devices are refused. Standard error is silent while
 * it decodes, for every thread, of which any may call this. Returns 0, or -1
 * with *surface NULL and the reason in the report.
 */
int load_file(SDL_Surface **surface, const char *path, Error *error);

/* The same from data[0..size); `name` is for the report and its ending. */
int load_decode(SDL_Surface **surface, const void *data, size_t size,
                const char *name, Error *error);

#endif
