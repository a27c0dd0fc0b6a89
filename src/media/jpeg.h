/* SPDX-License-Identifier: MIT */
/* JPEGs by libjpeg, which is optional: it decodes large ones at a half, a
   quarter or an eighth in less time and memory, and tells whether one without
   an end has all its pixels. */
#ifndef RIPPLE_MEDIA_JPEG_H
#define RIPPLE_MEDIA_JPEG_H

#include <stddef.h>

#include <SDL.h>

/* Decodes one whose header was probed, with `divisor` 1, 2, 4 or 8, to a new
   surface, RGB24. NULL if it is damaged, or some pixels are missing, or it is
   not of YCbCr, RGB or grey, or ripple is built without the library. */
SDL_Surface *jpeg_decode(const unsigned char *data, size_t size, int divisor);

#endif
