/* SPDX-License-Identifier: MIT */
#include "present.h"

#ifdef RIPPLE_SDL
#include "app/present/screen.h"

#include <stdlib.h>

#define MOST_FRAMES   2000
#define MS_PER_SECOND 1000.0

static double milliseconds(Uint64 from, Uint64 to)
{
    return (double)(to - from) * 1e3 / (double)SDL_GetPerformanceFrequency();
}

static void show_frames(Row *row, Pond *pond, Screen *screen, double seconds)
{
    double uploads[MOST_FRAMES], presents[MOST_FRAMES];
    double spent = 0;
    int count = 0;

    while (count < MOST_FRAMES &&
           (count == 0 || spent < seconds * MS_PER_SECOND)) {
        const RippleRect *rects;
        int rect_count = pond_advance(pond, &rects);
        Uint64 start = SDL_GetPerformanceCounter(), uploaded;

        screen_upload(screen, &pond->frame, rects, rect_count);
        uploaded = SDL_GetPerformanceCounter();
        screen_present(screen, 0); /* seen or not */
        uploads[count] = milliseconds(start, uploaded);
        presents[count] = milliseconds(uploaded, SDL_GetPerformanceCounter());
        spent += uploads[count] + presents[count];
        count++;
        SDL_PumpEvents();
    }
    row->upload_ms = measure_median(uploads, count);
    row->present_ms = measure_median(presents, count);
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

    if (screen_open(&screen, &options, row->width, row->height, error) != 0)
        return -1;
    if (screen_make_texture(&screen, &pond->frame, error) != 0) {
        screen_close(&screen);
        return -1;
    }
    SDL_GetRendererInfo(screen.presenters[0]->renderer, &info);
    snprintf(row->renderer, sizeof row->renderer, "%s",
             info.name != NULL ? info.name : "unknown");
    ripple_invalidate(pond->pool);
    show_frames(row, pond, &screen, seconds);
    screen_close(&screen);
    return 0;
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
