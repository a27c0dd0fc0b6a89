/* SPDX-License-Identifier: MIT */
/* Picture files and what is decoded of them. */
#ifndef RIPPLE_TESTS_DECODED_H
#define RIPPLE_TESTS_DECODED_H

#include "../pictures.h"

#include <SDL.h>

const PictureMaker *maker_of(PictureKind kind);

/* A file of a format, valid until the next one is made. */
File *make_file(PictureKind kind, int width, int height, int drawn);

/* A set-up: libpng, libtiff and SDL2_image write what is wrong with a picture.
 */
void decoded_mute(void);

/* Frees a surface at the end of the test. */
SDL_Surface *decoded_own(SDL_Surface *surface);

/* The picture in these bytes; fails the test if there is none. */
SDL_Surface *decode(const void *bytes, size_t size, const char *name);

uint32_t pixel_at(const SDL_Surface *surface, int x, int y);

/* Puts bytes into a file at a place. */
void insert(File *file, size_t at, const void *bytes, size_t count);

#endif
