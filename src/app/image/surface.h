/* SPDX-License-Identifier: MIT */
/* SDL's surfaces, in the format of all pictures here: ARGB8888. */
#ifndef RIPPLE_APP_IMAGE_SURFACE_H
#define RIPPLE_APP_IMAGE_SURFACE_H

#include "ripple.h"

#include <SDL.h>

/* On which transparent pictures lie: quiet and light. */
#define SURFACE_GROUND 0xD6DAD8u

/* To be freed with SDL_FreeSurface; NULL and an SDL error if there is none. */
static inline SDL_Surface *surface_create(int width, int height)
{
    return SDL_CreateRGBSurfaceWithFormat(0, width, height, 32,
                                          SDL_PIXELFORMAT_ARGB8888);
}

static inline void *surface_row(const SDL_Surface *surface, int y)
{
    return (char *)surface->pixels + (ptrdiff_t)y * surface->pitch;
}

/* Lays pixels on the ground, whose colours are multiplied by their alpha. */
static inline void surface_lay_on_ground(uint32_t *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t rest = 255 - (pixels[i] >> 24);

        for (int shift = 0; rest > 0 && shift < 24; shift += 8)
            pixels[i] += (SURFACE_GROUND >> shift & 255) * rest / 255 << shift;
        pixels[i] |= 0xFF000000;
    }
}

/* The pixels of a surface of 32 bits, which keeps them. */
static inline RipplePixels surface_pixels(const SDL_Surface *surface)
{
    return (RipplePixels){.pixels = surface->pixels,
                          .width = surface->w,
                          .height = surface->h,
                          .stride = (size_t)surface->pitch / 4};
}

#endif
