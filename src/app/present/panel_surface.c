/* SPDX-License-Identifier: MIT */
#include "app/present/panel_surface.h"

#include "media/surface.h"

SDL_Surface *panel_surface_create(const Panel *panel)
{
    SDL_Surface *surface;

    if (panel == NULL || panel->width == 0 || panel->height == 0)
        return NULL;
    surface = surface_create(panel->width, panel->height);
    if (surface != NULL) {
        RipplePixels pixels = surface_pixels(surface);

        panel_draw(panel, &pixels);
    }
    return surface;
}
