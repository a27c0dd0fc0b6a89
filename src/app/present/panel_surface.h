/* SPDX-License-Identifier: MIT */
#ifndef RIPPLE_APP_PRESENT_PANEL_SURFACE_H
#define RIPPLE_APP_PRESENT_PANEL_SURFACE_H

#include "app/osd/panel.h"

#include <SDL.h>

/* The pixels of a panel, ARGB8888 with straight alpha, to be freed with
   SDL_FreeSurface; NULL if the panel is NULL or has none, or without memory. */
SDL_Surface *panel_surface_create(const Panel *panel);

#endif
