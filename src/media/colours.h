/* SPDX-License-Identifier: MIT */
/* Colour profiles of pictures. */
#ifndef RIPPLE_MEDIA_COLOURS_H
#define RIPPLE_MEDIA_COLOURS_H

#include "media/picture_kind.h"

#include <SDL_surface.h>

/* Makes a picture, ARGB8888, of a file with an ICC profile of RGB or grey sRGB,
   as screens are. Nothing is done for another profile, for one that Little CMS
   refuses, and in a build without it. */
void colours_to_srgb(SDL_Surface *picture, const unsigned char *data,
                     size_t size, PictureKind kind);

#endif
