/* SPDX-License-Identifier: MIT */
/* SDL's surfaces, in the format of all pictures here: ARGB8888. */
#ifndef RIPPLE_MEDIA_SURFACE_H
#define RIPPLE_MEDIA_SURFACE_H

#include "ripple.h"

#include <SDL.h>

/* On which transparent pictures lie: quiet, and light unless they are. */
#define SURFACE_GROUND      0xD6DAD8u
#define SURFACE_DARK_GROUND 0x2C3236u

/* To be freed with SDL_FreeSurface; NULL and an SDL error if there is none. */
static inline SDL_Surface *surface_create(int width, int height)
{
    return SDL_CreateRGBSurfaceWithFormat(0, width, height, 32,
                                          SDL_PIXELFORMAT_ARGB8888);
}

/* A surface in the memory of these pixels, of 32 bits; to be freed as above. */
static inline SDL_Surface *surface_wrap(const RipplePixels *pixels)
{
    return SDL_CreateRGBSurfaceWithFormatFrom(
        pixels->pixels, pixels->width, pixels->height, 32,
        (int)pixels->stride * 4, SDL_PIXELFORMAT_ARGB8888);
}

static inline void *surface_row(const SDL_Surface *surface, int y)
{
    return (char *)surface->pixels + (ptrdiff_t)y * surface->pitch;
}

/* Multiplies the colours by their alpha. Returns 0 or -1. */
static inline int surface_premultiply(const SDL_Surface *surface)
{
    return SDL_PremultiplyAlpha(surface->w, surface->h,
                                SDL_PIXELFORMAT_ARGB8888, surface->pixels,
                                surface->pitch, SDL_PIXELFORMAT_ARGB8888,
                                surface->pixels, surface->pitch);
}

/* The ground on which a picture that is multiplied by its alpha can be seen:
   white letters on nothing need a dark one. */
static inline uint32_t surface_find_ground(const SDL_Surface *surface)
{
    const uint32_t *pixels = surface->pixels;
    size_t count = (size_t)surface->h * (size_t)surface->w;
    uint64_t light = 0, alpha = 0;

    for (size_t i = 0; i < count; i++) {
        light += (pixels[i] >> 16 & 255) + 2 * (pixels[i] >> 8 & 255) +
                 (pixels[i] & 255);
        alpha += pixels[i] >> 24;
    }
    return alpha < count * 255 / 10 * 9 && light / 4 > alpha / 10 * 6
               ? SURFACE_DARK_GROUND
               : SURFACE_GROUND;
}

/* Lays a picture that is multiplied by its alpha on a ground. */
static inline void surface_lay_on(const SDL_Surface *surface, uint32_t ground)
{
    uint32_t *pixels = surface->pixels;
    size_t count = (size_t)surface->h * (size_t)surface->w;

    for (size_t i = 0; i < count; i++) {
        uint32_t rest = 255 - (pixels[i] >> 24);

        for (int shift = 0; rest > 0 && shift < 24; shift += 8)
            pixels[i] += (ground >> shift & 255) * rest / 255 << shift;
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
