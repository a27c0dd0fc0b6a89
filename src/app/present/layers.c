/* SPDX-License-Identifier: MIT */
#include "app/present/layers.h"

#include "app/present/panel_surface.h"

static void clear(Layers *layers, Layer layer)
{
    SDL_FreeSurface(layers->pictures[layer]);
    SDL_FreeSurface(layers->covered[layer]);
    layers->pictures[layer] = layers->covered[layer] = NULL;
    layers->places[layer] = (SDL_Rect){0};
}

void layers_clear(Layers *layers)
{
    for (int i = 0; i < LAYER_COUNT; i++)
        clear(layers, (Layer)i);
}

void layers_set(Layers *layers, Layer layer, const Panel *panel, Uint32 format)
{
    SDL_Surface *picture = panel_surface_create(panel), *covered;

    clear(layers, layer);
    if (picture == NULL)
        return;
    covered =
        SDL_CreateRGBSurfaceWithFormat(0, picture->w, picture->h, 32, format);
    if (covered == NULL) {
        SDL_FreeSurface(picture);
        return;
    }
    layers->pictures[layer] = picture;
    layers->covered[layer] = covered;
    layers->places[layer] =
        (SDL_Rect){panel->x, panel->y, picture->w, picture->h};
}

static void draw(const Layers *layers, SDL_Surface *const pictures[LAYER_COUNT],
                 SDL_Surface *surface)
{
    for (int i = 0; i < LAYER_COUNT; i++) {
        SDL_Rect place = layers->places[i]; /* SDL clips it */

        if (pictures[i] != NULL)
            SDL_BlitSurface(pictures[i], NULL, surface, &place);
    }
}

/* All that they cover is kept before the first is drawn, as they may lie over
   each other. */
void layers_lay(Layers *layers, SDL_Surface *surface)
{
    for (int i = 0; i < LAYER_COUNT; i++) {
        if (layers->covered[i] != NULL)
            SDL_BlitSurface(surface, &layers->places[i], layers->covered[i],
                            &(SDL_Rect){0});
    }
    draw(layers, layers->pictures, surface);
}

void layers_lift(Layers *layers, SDL_Surface *surface)
{
    draw(layers, layers->covered, surface);
}
