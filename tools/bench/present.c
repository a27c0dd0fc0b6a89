/* SPDX-License-Identifier: MIT */
#include "present.h"

#ifdef RIPPLE_SDL
#include "app/screen.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES 2000
#define BATCH      8 /* frames of the GPU that are timed together */

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

/* Makes a texture of the frame on the GPU and shows it. */
static void show_texture(Pond *pond, Screen *screen)
{
    screen_use_texture(screen, ripple_gpu_texture(pond->pool), 1);
    screen_present(screen, 0);
}

/* Shows frames without stones, as those that are not shown are timed, after as
   many with them. */
static void show_batch(Pond *pond, Screen *screen, Presented *presented)
{
    double start;

    for (int i = 0; i < BATCH; i++) {
        pond_advance(pond, NULL);
        show_texture(pond, screen);
    }
    pond_finish_gpu();
    start = samples_clock();
    for (int i = 0; i < BATCH; i++) {
        ripple_advance(pond->pool, &pond->picture, NULL, NULL);
        show_texture(pond, screen);
    }
    pond_finish_gpu();
    samples_add(&presented->all, (samples_clock() - start) * 1e3 / BATCH);
}

/* Waits for the GPU after each part of a frame. */
static void show_parts(Pond *pond, Screen *screen, Presented *presented)
{
    unsigned texture;
    double time;

    pond_advance(pond, NULL);
    pond_finish_gpu();
    time = samples_clock();
    texture = ripple_gpu_texture(pond->pool);
    pond_finish_gpu();
    time = samples_add_ms(&presented->upload, time);
    screen_use_texture(screen, texture, 1);
    screen_present(screen, 0);
    pond_finish_gpu();
    samples_add_ms(&presented->present, time);
}

/* The pool draws in the context of the window, until that closes. */
static int show_on_gpu(Pond *pond, Screen *screen, Presented *presented,
                       double seconds, Error *error)
{
    double end = samples_clock() + seconds;
    int result;

    if (!screen_takes_textures(screen))
        return error_set(error, "--present", "%s",
                         "no window shows frames of this GPU");
    if (pond_use_gpu(pond, error) != 0)
        return -1;
    do {
        show_batch(pond, screen, presented);
        show_parts(pond, screen, presented);
        SDL_PumpEvents();
    } while (samples_clock() < end);
    result = ripple_gpu_name(pond->pool) != NULL
                 ? 0
                 : error_set(error, "--backend gpu", "the GPU has failed");
    pond_leave_gpu(pond);
    return result;
}

/* The GPU has windows of its own, whatever is wanted. */
static DisplayOptions choose_options(const Row *row)
{
    const char *driver = getenv("SDL_RENDER_DRIVER");
    DisplayOptions options = {.renderer = row->wanted_renderer,
                              .keeps_size = 1};

    if (row->on_gpu) {
        options.renderer = "auto";
        options.backend = BACKEND_GPU;
    } else if (driver != NULL && strcmp(options.renderer, "auto") == 0) {
        options.renderer = driver;
    }
    return options;
}

/* SDL chooses among its own. */
static void write_renderer(Row *row, const ScreenWindow *window)
{
    SDL_Renderer *renderer = SDL_GetRenderer(window->window);
    SDL_RendererInfo info = {.name = window->presenter->renderer(0)};

    if (renderer != NULL)
        SDL_GetRendererInfo(renderer, &info);
    snprintf(row->renderer, sizeof row->renderer, "%s", info.name);
}

int present_measure(Row *row, Pond *pond, Presented *presented, double seconds,
                    Error *error)
{
    DisplayOptions options = choose_options(row);
    Screen screen;
    int result;

    if (row->on_gpu)
        pond_leave_gpu(pond);
    if (screen_prepare(&screen, &options, NULL, row->width, row->height,
                       error) != 0)
        return -1;
    screen_show(&screen, &options, row->width, row->height);
    result = screen_resize(&screen, &pond->frame, error);
    if (result == 0) {
        write_renderer(row, &screen.windows[0]);
        if (row->on_gpu)
            result = show_on_gpu(pond, &screen, presented, seconds, error);
        else
            show_frames(pond, &screen, presented, seconds);
    }
    screen_close(&screen);
    return result;
}

#endif
