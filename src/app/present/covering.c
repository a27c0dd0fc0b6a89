/* SPDX-License-Identifier: MIT */
#include "app/present/covering.h"

#include "os/pixel_buffer.h"

/* Whether the canvas has something for that surface. */
static int is_shown(const Covering *covering, const SDL_Surface *surface)
{
    const Canvas *canvas = covering->canvas;

    return canvas != NULL && canvas->part_count > 0 &&
           canvas->pixels.width == surface->w &&
           canvas->pixels.height == surface->h;
}

/* Makes room for what is covered. Returns 0 or -1. */
static int make_room(Covering *covering, const SDL_Surface *surface)
{
    if (covering->covered != NULL && (covering->covered->w != surface->w ||
                                      covering->covered->h != surface->h))
        covering_clear(covering);
    if (covering->covered == NULL)
        covering->covered = SDL_CreateRGBSurfaceWithFormat(
            0, surface->w, surface->h, 32, surface->format->format);
    return covering->covered != NULL ? 0 : -1;
}

void covering_lay(Covering *covering, SDL_Surface *surface)
{
    if (!is_shown(covering, surface) || make_room(covering, surface) != 0)
        return;
    for (int i = 0; i < covering->canvas->part_count; i++) {
        const RippleRect *part = &covering->canvas->parts[i];
        const RipplePixels *pixels = &covering->canvas->pixels;
        SDL_Rect rect = {part->x, part->y, part->width, part->height};
        SDL_Surface *over = SDL_CreateRGBSurfaceWithFormatFrom(
            pixel_buffer_row(pixels, rect.y) + rect.x, rect.w, rect.h, 32,
            (int)(pixels->stride * sizeof(uint32_t)), SDL_PIXELFORMAT_ARGB8888);

        SDL_BlitSurface(surface, &rect, covering->covered, &rect);
        SDL_BlitSurface(over, NULL, surface, &rect);
        SDL_FreeSurface(over);
    }
}

void covering_lift(Covering *covering, SDL_Surface *surface)
{
    if (!is_shown(covering, surface) || covering->covered == NULL)
        return;
    for (int i = 0; i < covering->canvas->part_count; i++) {
        const RippleRect *part = &covering->canvas->parts[i];
        SDL_Rect rect = {part->x, part->y, part->width, part->height};

        SDL_BlitSurface(covering->covered, &rect, surface, &rect);
    }
}

void covering_clear(Covering *covering)
{
    SDL_FreeSurface(covering->covered);
    covering->covered = NULL;
}
