/* SPDX-License-Identifier: MIT */
#include "present.h"

#include "../../src/app/screen.h"

#include <stdlib.h>
#include <string.h>

#define MOST_FRAMES 2000
#define MOST_MS     1000.0

static double milliseconds(Uint64 from, Uint64 to)
{
    return (double)(to - from) * 1e3 / (double)SDL_GetPerformanceFrequency();
}

static int compare(const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

static void show_frames(Row *row, Pond *pond, Screen *screen, double seconds)
{
    static double uploads[MOST_FRAMES], presents[MOST_FRAMES];
    double spent = 0;
    int count = 0;

    while (count < MOST_FRAMES && (count == 0 || spent < seconds * MOST_MS)) {
        const RippleRect *rects;
        int rect_count = pond_advance(pond, &rects);
        Uint64 start = SDL_GetPerformanceCounter(), uploaded;

        screen_upload(screen, &pond->frame, rects, rect_count);
        uploaded = SDL_GetPerformanceCounter();
        screen_present(screen);
        uploads[count] = milliseconds(start, uploaded);
        presents[count] = milliseconds(uploaded, SDL_GetPerformanceCounter());
        spent += uploads[count] + presents[count];
        count++;
        SDL_PumpEvents();
    }
    row->upload_ms = median(uploads, count);
    row->present_ms = median(presents, count);
}

int present_measure(Row *row, Pond *pond, double seconds, Report *report)
{
    const char *driver = getenv("SDL_RENDER_DRIVER");
    Options options = {.renderer = driver != NULL ? driver : "auto",
                       .width = row->width,
                       .height = row->height};
    SDL_RendererInfo info = {0};
    Screen screen;

    if (screen_open(&screen, &options, row->width, row->height, report) != 0)
        return -1;
    if (screen_make_texture(&screen, row->width, row->height, report) != 0) {
        screen_close(&screen);
        return -1;
    }
    SDL_GetRendererInfo(screen.renderer, &info);
    snprintf(row->renderer, sizeof row->renderer, "%s",
             info.name != NULL ? info.name : "unknown");
    ripple_invalidate(pond->pool);
    show_frames(row, pond, &screen, seconds);
    screen_close(&screen);
    return 0;
}
