/* SPDX-License-Identifier: MIT */
#include "app/present/screen_overlay.h"

#include "lib/util/fixed.h"

#include <math.h>

void screen_paint(Screen *screen)
{
    for (int i = 0; i < screen->count; i++) {
        ScreenWindow *window = &screen->windows[i];
        RippleRect dirty;

        canvas_paint(&window->canvas, &dirty);
        if (dirty.width > 0)
            window->presenter->set_overlay(window->self, &window->canvas,
                                           dirty);
    }
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
