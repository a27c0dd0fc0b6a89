/* SPDX-License-Identifier: MIT */
#include "app/present/screen_layers.h"

#include "lib/util/fixed.h"

#include <math.h>

void screen_find_space(const Screen *screen, int window, PanelSpace *space)
{
    const ScreenWindow *shown = &screen->windows[window];

    *space = (PanelSpace){shown->width, shown->height, shown->text_size};
}

static void set_layer(Screen *screen, ScreenWindow *window, Layer layer,
                      const Panel *panel)
{
    int bit = 1 << layer;

    if (panel == NULL && (window->layers & bit) == 0)
        return;
    window->layers =
        panel != NULL ? window->layers | bit : window->layers & ~bit;
    window->presenter->set_layer(window->self, layer, panel);
    screen->dirty = 1;
}

void screen_set_layer(Screen *screen, int window, Layer layer,
                      const Panel *panel)
{
    for (int i = 0; i < screen->count; i++)
        set_layer(screen, &screen->windows[i], layer,
                  i == window ? panel : NULL);
}

int screen_to_pixel(double position)
{
    if (!(position > -RIPPLE_MAX_SIZE))
        return -RIPPLE_MAX_SIZE;
    return (int)floor(fmin(position, 2.0 * RIPPLE_MAX_SIZE));
}

SDL_Point screen_find_pixel(const Screen *screen, int window, double x,
                            double y)
{
    const ScreenWindow *shown = &screen->windows[window];
    int width, height;

    SDL_GetWindowSize(shown->window, &width, &height);
    return (SDL_Point){screen_to_pixel(x * shown->width / max_int(width, 1)),
                       screen_to_pixel(y * shown->height / max_int(height, 1))};
}
