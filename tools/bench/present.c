/* SPDX-License-Identifier: MIT */
#include "present.h"

#ifdef RIPPLE_SDL
#include "app/present/screen.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES 2000

/* Advances in the frame of the screen, as the program does, if it has one. */
static void show_frame(Pond *pond, Screen *screen, Presented *presented)
{
    const RipplePixels *frame = screen_lend(screen);
    const RippleRect *rects;
    double start, time;
    int count;

    if (frame == NULL)
        frame = &pond->frame;
    pond_drop(pond);
    start = samples_clock();
    count = ripple_advance(pond->pool, &pond->picture, frame, &rects);
    time = samples_clock();
    screen_upload(screen, frame, rects, count);
    time = samples_add_ms(&presented->upload, time);
    screen_present(screen, 0); /* also while it is hidden */
    samples_add_ms(&presented->present, time);
    samples_add_ms(&presented->all, start);
}

static void show_frames(Pond *pond, Screen *screen, Presented *presented,
                        double seconds)
{
    double end = samples_clock() + seconds;
    int i = 0;

    ripple_invalidate(pond->pool);
    do {
        show_frame(pond, screen, presented);
        SDL_PumpEvents();
    } while (++i < MAX_FRAMES && samples_clock() < end);
}

int present_measure(Row *row, Pond *pond, Presented *presented, double seconds,
                    Error *error)
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
        show_frames(pond, &screen, presented, seconds);
    }
    screen_close(&screen);
    return result;
}

#endif
