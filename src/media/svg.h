/* SPDX-License-Identifier: MIT */
/*
 * Draws SVGs with librsvg, which is opened when a first one comes: to link it
 * would cost 9 ms at every start. Where it is not installed, nanosvg, which is
 * part of SDL2_image, draws what it can.
 */
#ifndef RIPPLE_MEDIA_SVG_H
#define RIPPLE_MEDIA_SVG_H

#include <stddef.h>

#include <SDL.h>

#include "os/error.h"

#define SVG_SIDE   2048
#define SVG_PACKED "\x1F\x8B\x08" /* gzip: the first bytes of .svgz */

/* Whether the first element is <svg>, after any comments and declarations. */
int svg_has_root(const unsigned char *data, size_t size);

/* Opens librsvg for svg_draw. Returns whether it is there. */
int svg_open_library(void);

/* Names a variant that only librsvg reads, if that is not there. */
const char *svg_unread(const unsigned char *data, size_t size);

/*
 * Draws an SVG as large as fits into SVG_SIDE squared, ARGB8888 multiplied
 * by alpha. Returns NULL if it is damaged, and with "Out of memory" as SDL's
 * error if it takes too much. Sets *error to what nanosvg leaves out; it is
 * drawn nevertheless.
 */
SDL_Surface *svg_draw(const unsigned char *data, size_t size, const char *name,
                      Error *error);

#endif
