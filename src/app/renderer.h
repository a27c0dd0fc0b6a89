/* SPDX-License-Identifier: MIT */
/* The renderer of a window: the fastest, or the one that was asked for. */
#ifndef RIPPLE_APP_RENDERER_H
#define RIPPLE_APP_RENDERER_H

#include "options.h"
#include "report.h"

#include <SDL.h>

/* Creates what options->renderer names; it does not wait for the display.
   Returns NULL with the reason in the report. */
SDL_Renderer *renderer_create(SDL_Window *window, const Options *options,
                              Report *report);

#endif
