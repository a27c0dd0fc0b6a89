/* SPDX-License-Identifier: MIT */
/*
 * Layers that lie over a surface only while it is shown: what they cover is
 * kept meanwhile. All zero are empty layers.
 */
#ifndef RIPPLE_APP_PRESENT_LAYERS_H
#define RIPPLE_APP_PRESENT_LAYERS_H

#include "app/present/presenter.h"

#include <SDL.h>

typedef struct Layers {
    SDL_Surface *pictures[LAYER_COUNT]; /* NULL: empty */
    SDL_Surface *covered[LAYER_COUNT];
    SDL_Rect places[LAYER_COUNT]; /* empty, or on the surface */
} Layers;

/* Draws a panel in a layer, as set_layer of a presenter does. `format` is that
   of the surfaces, of 32 bits. */
void layers_set(Layers *layers, Layer layer, const Panel *panel, Uint32 format);

void layers_clear(Layers *layers);

/* Lays them over a surface in their order, and takes them off again. */
void layers_lay(Layers *layers, SDL_Surface *surface);
void layers_lift(Layers *layers, SDL_Surface *surface);

#endif
