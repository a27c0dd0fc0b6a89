/* SPDX-License-Identifier: MIT */
/* SDL's surfaces, in the format of all pictures here: ARGB8888. */
#ifndef RIPPLE_MEDIA_SURFACE_H
#define RIPPLE_MEDIA_SURFACE_H

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

/* Multiplies the colours of some rows by their alpha. Returns 0 or -1. */
static inline int surface_premultiply(const SDL_Surface *surface, int y,
                                      int rows)
{
    void *pixels = surface_row(surface, y);

    return SDL_PremultiplyAlpha(
        surface->w, rows, SDL_PIXELFORMAT_ARGB8888, pixels, surface->pitch,
        SDL_PIXELFORMAT_ARGB8888, pixels, surface->pitch);
}

/* Lays rows that are multiplied by their alpha on the ground. */
static inline void surface_add_ground(const SDL_Surface *surface, int y,
                                      int rows)
{
    uint32_t *pixels = surface_row(surface, y);
    size_t count = (size_t)rows * (size_t)surface->w;

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
