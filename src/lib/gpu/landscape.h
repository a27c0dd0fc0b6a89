/* SPDX-License-Identifier: MIT */
/*
 * The view in perspective on the GPU: survey, cast, shade and smooth of
 * perspective.h as programs. The CPU makes what depends on camera, ground and
 * picture alone, and the tiles of the sea.
 */
#ifndef RIPPLE_GPU_LANDSCAPE_H
#define RIPPLE_GPU_LANDSCAPE_H

#include "lib/gpu/programs.h"
#include "lib/view3d/perspective.h"

typedef struct Landscape {
    GLuint shown, maps, planes, tables, coarse; /* buffers; 0: none */
    unsigned grounds, views, pictures;          /* of the perspective in them */
    const Perspective *of; /* whose these are, not to be read; NULL: none */
    size_t plane_size;
} Landscape;

/* Draws a prepared perspective. Water, frame (of so many pixels with its
   padding) and picture are bound to 0, 3 and 6, the scene in the water's place
   if `look` is DRAW_HAS_SURFACE, not 0. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_landscape_draw(Landscape *landscape, const Gl *gl,
                          Programs *programs, const Perspective *perspective,
                          const int numbers[NUMBER_COUNT], int look,
                          size_t pixels);

/* Deletes the buffers. */
void ripple_landscape_clear(Landscape *landscape, const Gl *gl);

#endif
