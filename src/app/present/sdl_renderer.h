/* SPDX-License-Identifier: MIT */
/* The renderer of a window: the fastest, or the one that was asked for. */
#ifndef RIPPLE_APP_PRESENT_SDL_RENDERER_H
#define RIPPLE_APP_PRESENT_SDL_RENDERER_H

#include "app/present/display_options.h"
#include "host/error.h"

#include <SDL.h>

/* Creates what options->renderer names; it does not wait for the display.
   Returns NULL with the reason in the report. */
SDL_Renderer *sdl_renderer_create(SDL_Window *window,
                                  const DisplayOptions *options, Error *error);

#endif
