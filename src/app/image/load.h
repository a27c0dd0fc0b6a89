/* SPDX-License-Identifier: MIT */
/*
 * Loads a picture with SDL2_image, from a file or from memory. Its header is
 * checked before a decoder sees it (probe.h): a hostile file costs
 * no more than a large picture, and a file that is cut short is an error, not
 * half a picture.
 *
 * Transparent pixels are blended with black. An SVG is drawn as large as fits
 * into LOAD_SVG_SIDE squared. EXIF orientation is ignored, as by SDL2_image.
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
 * Reads the picture of a file into a new surface, ARGB8888 with all alphas
 * 0xFF, which the caller frees with SDL_FreeSurface.
 *
 * Files may be regular or pipes, which are read to their end; a named pipe
 * without a writer is empty; devices are refused. While a picture is decoded,
 * nothing that any thread writes to standard error appears. Any thread may call
 * this. Returns 0, or -1 and sets *surface to NULL.
 */
int load_file(SDL_Surface **surface, const char *path, Error *error);

/* The same from data[0..size). `name` is for *error and for its ending. */
int load_decode(SDL_Surface **surface, const void *data, size_t size,
                const char *name, Error *error);

#endif
