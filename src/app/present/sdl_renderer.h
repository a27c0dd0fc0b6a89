/* SPDX-License-Identifier: MIT */
/* Chooses the SDL renderer of a window: the fastest, or the one asked for. */
#ifndef RIPPLE_APP_PRESENT_SDL_RENDERER_H
#define RIPPLE_APP_PRESENT_SDL_RENDERER_H

#include "app/present/display_options.h"
#include "host/error.h"

#include <SDL.h>

/* Creates the renderer that options->renderer names, without vsync. Returns
   NULL with the reason in *error. */
SDL_Renderer *sdl_renderer_create(SDL_Window *window,
                                  const DisplayOptions *options, Error *error);

#endif
