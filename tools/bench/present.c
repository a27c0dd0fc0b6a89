/* SPDX-License-Identifier: MIT */
#include "present.h"

#ifdef RIPPLE_SDL
#include "app/present/screen.h"
#include "samples.h"

#include <stdlib.h>

#define MAX_FRAMES    2000
#define MS_PER_SECOND 1000.0

/* One frame; returns its milliseconds of upload and present. */
static double show_frame(Pond *pond, Screen *screen, Samples *uploads,
                         Samples *presents)
{
    const RippleRect *rects;
    int count = pond_advance(pond, &rects);
    double start = samples_clock_seconds(), uploaded, presented;

    screen_upload(screen, &pond->frame, rects, count);
    uploaded = samples_clock_seconds();
    screen_present(screen, 0); /* also while it is hidden */
    presented = samples_clock_seconds();
    samples_add(uploads, (uploaded - start) * MS_PER_SECOND);
    samples_add(presents, (presented - uploaded) * MS_PER_SECOND);
    SDL_PumpEvents();
    return (presented - start) * MS_PER_SECOND;
}

static int show_frames(Row *row, Pond *pond, Screen *screen, double seconds)
{
    Samples uploads, presents = {0};
    double spent_ms = 0;
    int result = samples_init(&uploads) != 0 ? -1 : samples_init(&presents);

    for (int i = 0; result == 0 && i < MAX_FRAMES &&
                    (i == 0 || spent_ms < seconds * MS_PER_SECOND);
         i++)
        spent_ms += show_frame(pond, screen, &uploads, &presents);
    row->upload_ms = samples_median(&uploads);
    row->present_ms = samples_median(&presents);
    samples_clear(&uploads);
    samples_clear(&presents);
    return result;
}

int present_check(Error *error)
{
    (void)error;
    return 0;
}

int present_measure(Row *row, Pond *pond, double seconds, Error *error)
{
    const char *driver = getenv("SDL_RENDER_DRIVER");
    DisplayOptions options = {.renderer = driver != NULL ? driver : "auto",
                              .keeps_size = 1};
    SDL_RendererInfo info = {0};
    Screen screen;
    int result;

    if (screen_open(&screen, &options, NULL, row->width, row->height, error) !=
        0)
        return -1;
    result = screen_make_texture(&screen, &pond->frame, error);
    if (result == 0) {
        SDL_GetRendererInfo(screen.presenters[0]->renderer, &info);
        snprintf(row->renderer, sizeof row->renderer, "%s",
                 info.name != NULL ? info.name : "unknown");
        ripple_invalidate(pond->pool);
        if (show_frames(row, pond, &screen, seconds) != 0)
            result = error_set(error, "--present", "%s", "not enough memory");
    }
    screen_close(&screen);
    return result;
}

#else

int present_check(Error *error)
{
    return error_set(error, "--present", "%s", "built without SDL2");
}

int present_measure(Row *row, Pond *pond, double seconds, Error *error)
{
    (void)row;
    (void)pond;
    (void)seconds;
    return present_check(error);
}

#endif
