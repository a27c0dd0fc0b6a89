/* SPDX-License-Identifier: MIT */
/* A canvas that lies over a surface only while it is shown: what its parts
   cover is kept meanwhile. */
#ifndef RIPPLE_APP_PRESENT_COVERING_H
#define RIPPLE_APP_PRESENT_COVERING_H

#include "app/osd/canvas.h"

#include <SDL.h>

typedef struct Covering {
    const Canvas *canvas; /* NULL: none */
    SDL_Surface *covered; /* of the surface's size, or NULL */
} Covering;

/* Lays the canvas over a surface of 32 bits, and takes it off again. */
void covering_lay(Covering *covering, SDL_Surface *surface);
void covering_lift(Covering *covering, SDL_Surface *surface);

/* Frees what it holds, but for the canvas. */
void covering_clear(Covering *covering);

#endif
