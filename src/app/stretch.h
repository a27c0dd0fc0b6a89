/* SPDX-License-Identifier: MIT */
/*
 * A frame that fills a rectangle of a picture, the target, which may reach
 * outside of it. A pixel of the picture depends on frame and target alone, so
 * parts that are drawn one by one fit together.
 */
#ifndef RIPPLE_APP_STRETCH_H
#define RIPPLE_APP_STRETCH_H

#include "ripple.h"

#include <SDL.h>

typedef struct Stretch {
    RipplePixels frame, picture; /* ARGB8888 */
    int is_sharp; /* a pixel is that of the frame at its middle, else a mix of
                     the four around it */
    SDL_Rect target;
    int *columns; /* of scratch, as many as the picture is wide */
} Stretch;

/* Draws a part of the picture that lies in the target. */
void stretch_draw(const Stretch *stretch, const SDL_Rect *part);

/* A rectangle around all that a rectangle of the frame can change; it may reach
   outside of picture and target. */
SDL_Rect stretch_map(const Stretch *stretch, const SDL_Rect *rect);

#endif
