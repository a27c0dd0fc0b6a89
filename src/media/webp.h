/* SPDX-License-Identifier: MIT */
/*
 * Animated WebPs, by libwebpdemux, which is optional. Their frames are the
 * whole canvas, with alpha, and any time apart.
 */
#ifndef RIPPLE_MEDIA_WEBP_H
#define RIPPLE_MEDIA_WEBP_H

#include <stddef.h>

#include <SDL.h>

/* Whether they are read. */
#ifdef RIPPLE_WEBP
#define WEBP_ANIMATIONS 1
#else
#define WEBP_ANIMATIONS 0
#endif

/* Whether it is one, with one frame or more. */
int webp_is_animation(const unsigned char *data, size_t size);

/* The first frame, ARGB8888 with alpha, to be freed; NULL if it is damaged, or
   ripple is built without the library. */
SDL_Surface *webp_first(const unsigned char *data, size_t size);

/* Gives the chunks of an AVI to `write`: its rate, about `max_rate` pictures a
   second at most, its size, and all pictures once. Returns 0, or -1: it is
   damaged or `write` has returned no 0. */
int webp_play(const unsigned char *data, size_t size, int max_rate,
              int (*write)(const void *bytes, size_t count));

#endif
