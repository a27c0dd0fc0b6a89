/* SPDX-License-Identifier: MIT */
#include "present.h"

#ifdef RIPPLE_SDL
#include "app/present/screen.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES 2000

static void show_frames(Pond *pond, Screen *screen, Samples *uploads,
                        Samples *presents, double seconds)
{
    double spent = 0;

    ripple_invalidate(pond->pool);
    for (int i = 0; i < MAX_FRAMES && (i == 0 || spent < seconds); i++) {
        const RippleRect *rects;
        int count = pond_advance(pond, &rects);
        double start = samples_clock(), uploaded;

        screen_upload(screen, &pond->frame, rects, count);
        uploaded = samples_add_ms(uploads, start);
        screen_present(screen, 0); /* also while it is hidden */
        spent += samples_add_ms(presents, uploaded) - start;
        SDL_PumpEvents();
    }
}

int present_measure(Row *row, Pond *pond, Samples *uploads, Samples *presents,
                    double seconds, Error *error)
{
    const char *driver = getenv("SDL_RENDER_DRIVER");
    DisplayOptions options = {.renderer = row->wanted_renderer,
                              .keeps_size = 1};
    Screen screen;
    int result;

    if (driver != NULL && strcmp(options.renderer, "auto") == 0)
        options.renderer = driver;
    if (screen_open(&screen, &options, NULL, row->width, row->height, error) !=
        0)
        return -1;
    result = screen_resize(&screen, &pond->frame, error);
    if (result == 0) {
        snprintf(row->renderer, sizeof row->renderer, "%s",
                 screen.windows[0].presenter->name(screen.windows[0].self));
        show_frames(pond, &screen, uploads, presents, seconds);
    }
    screen_close(&screen);
    return result;
}

#endif
