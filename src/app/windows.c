/* SPDX-License-Identifier: MIT */
/*
 * A basin is a pool with all it needs. Basins know nothing of each other: what
 * happens in a window is for the basin that has it, and whatever ends one of
 * them ends all. Where displays change, a basin whose display has gone takes a
 * new one, if there is any, and its water along.
 */
#include "windows.h"

#include "setup.h"
#include "video.h"
#include "window.h"

#include <stdlib.h>

typedef struct Basin {
    Options options;
    Displays displays; /* that it fills; none: it is an ordinary window */
    Scene scene;
    Window window;
} Basin;

typedef struct Windows {
    const Options *options;
    Basin *basins[DISPLAYS_MAX];
    int count;
    int shaken; /* displays may have changed */
    Report *report;
} Windows;

static int fills_displays(const Options *options)
{
    return options->spans || options->display == OPTIONS_ALL_DISPLAYS;
}

/* The place that a picture of the desktop is to have, or NULL. */
static const SDL_Rect *find_bounds(const Basin *basin, SDL_Rect *bounds)
{
    const Options *options = &basin->options;

    if (basin->displays.count > 0) {
        *bounds = displays_union(&basin->displays);
        return bounds;
    }
    if (options->fullscreen && options->from_screen &&
        SDL_GetDisplayBounds(options->display, bounds) == 0)
        return bounds;
    return NULL;
}

/* Makes a basin whose window is yet to be opened. Returns -1 and leaves none
   when it fails. */
static int add_basin(Windows *windows, const Displays *displays)
{
    Basin *basin = calloc(1, sizeof *basin);
    SDL_Rect bounds;

    if (basin == NULL)
        return report_failure(windows->report, "window", "%s",
                              "not enough memory");
    basin->options = *windows->options;
    if (displays != NULL)
        basin->displays = *displays;
    /* Not the same rain on all of them. */
    basin->options.seed += (uint64_t)windows->count;
    if (setup_scene(&basin->scene, &basin->options, find_bounds(basin, &bounds),
                    windows->report) != 0) {
        free(basin);
        return -1;
    }
    windows->basins[windows->count++] = basin;
    return 0;
}

static int open_window(Windows *windows, Basin *basin)
{
    const Displays *displays =
        basin->displays.count > 0 ? &basin->displays : NULL;

    return window_open(&basin->window, &basin->scene, &basin->options, displays,
                       pace_read_clock_ns(), windows->report);
}

static void close_basin(Windows *windows, int index)
{
    Basin *basin = windows->basins[index];

    if (basin->window.scene != NULL)
        window_close(&basin->window);
    scene_close(&basin->scene);
    free(basin);
    windows->count--;
    for (int i = index; i < windows->count; i++)
        windows->basins[i] = windows->basins[i + 1];
}

/* Adds the basins of all displays. */
static int add_basins(Windows *windows)
{
    const Options *options = windows->options;
    Displays displays;

    if (!fills_displays(options))
        return add_basin(windows, NULL);
    displays_read(&displays);
    if (displays.count == 0)
        return report_failure(windows->report, "--display", "%s",
                              "there is none");
    if (options->spans)
        return add_basin(windows, &displays);
    for (int i = 0; i < displays.count; i++) {
        Displays one = {1, {displays.bounds[i]}};

        if (add_basin(windows, &one) != 0)
            return -1;
    }
    return 0;
}

/* All scenes are made before there is a window: a picture of the desktop must
   not show ours. */
static int open_all(Windows *windows)
{
    if (add_basins(windows) != 0)
        return -1;
    for (int i = 0; i < windows->count; i++) {
        if (open_window(windows, windows->basins[i]) != 0)
            return -1;
    }
    return 0;
}

/* Returns -1 and leaves all as it was when it fails, which is told. */
static int open_late(Windows *windows, const SDL_Rect *bounds)
{
    Displays one = {1, {*bounds}};
    int count = windows->count, result = add_basin(windows, &one);

    if (result == 0)
        result = open_window(windows, windows->basins[count]);
    if (result == 0)
        return 0;
    fprintf(stderr, "ripple: %s\n", windows->report->text);
    if (windows->count > count)
        close_basin(windows, count);
    return -1;
}

static Basin *find_basin(const Windows *windows, const SDL_Rect *bounds)
{
    for (int i = 0; i < windows->count; i++) {
        if (displays_find(&windows->basins[i]->displays, bounds) >= 0)
            return windows->basins[i];
    }
    return NULL;
}

/* A display that no basin fills, or NULL. */
static const SDL_Rect *find_free(const Windows *windows,
                                 const Displays *displays)
{
    for (int i = 0; i < displays->count; i++) {
        if (find_basin(windows, &displays->bounds[i]) == NULL)
            return &displays->bounds[i];
    }
    return NULL;
}

/* Opens the windows of a basin anew; returns whether it could. */
static int refill(Basin *basin)
{
    return window_fill(&basin->window, &basin->displays,
                       pace_read_clock_ns()) == 0;
}

/* Whether a display has gone, or none fills one that there is. */
static int has_changed(const Windows *windows, const Displays *displays)
{
    int filled = 0;

    for (int i = 0; i < windows->count; i++)
        filled += windows->basins[i]->displays.count;
    return filled != displays->count || find_free(windows, displays) != NULL;
}

/* A basin whose display has gone gets a free one, or goes too. All others fill
   theirs anew: SDL moves the window of a display that goes to another one, and
   minimises what was there. */
static void follow_each(Windows *windows, const Displays *displays)
{
    const SDL_Rect *bounds;

    for (int i = windows->count - 1; i >= 0; i--) {
        Displays *own = &windows->basins[i]->displays;

        bounds = &own->bounds[0];
        if (displays_find(displays, bounds) < 0)
            bounds = find_free(windows, displays);
        if (bounds == NULL)
            close_basin(windows, i);
        else
            *own = (Displays){1, {*bounds}};
    }
    for (int i = windows->count - 1; i >= 0; i--) {
        if (!refill(windows->basins[i]))
            close_basin(windows, i);
    }
    do
        bounds = find_free(windows, displays);
    while (bounds != NULL && open_late(windows, bounds) == 0);
}

/* While there is no display at all, basins stay as they are. */
static void follow_displays(Windows *windows)
{
    Displays displays;

    windows->shaken = 0;
    displays_read(&displays);
    if (!fills_displays(windows->options) || displays.count == 0 ||
        !has_changed(windows, &displays))
        return;
    if (!windows->options->spans) {
        follow_each(windows, &displays);
        return;
    }
    windows->basins[0]->displays = displays;
    if (!refill(windows->basins[0]))
        close_basin(windows, 0);
}

static int is_for_all(const SDL_Event *event)
{
    return event->type == SDL_QUIT || event->type == SDL_RENDER_TARGETS_RESET ||
           event->type == SDL_RENDER_DEVICE_RESET;
}

/* What belongs to no window of ours is the first one's. */
static void hand_out(Windows *windows, const SDL_Event *event, uint64_t now_ns)
{
    int owner = 0;

    for (int i = 0; i < windows->count; i++) {
        if (is_for_all(event))
            window_handle(&windows->basins[i]->window, event, now_ns);
        else if (window_owns(&windows->basins[i]->window, event))
            owner = i;
    }
    if (!is_for_all(event))
        window_handle(&windows->basins[owner]->window, event, now_ns);
    windows->shaken |= event->type == SDL_DISPLAYEVENT ||
                       (event->type == SDL_WINDOWEVENT &&
                        (event->window.event == SDL_WINDOWEVENT_MOVED ||
                         event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED));
}

/* Returns whether to go on. */
static int turn(Windows *windows)
{
    uint64_t now_ns = pace_read_clock_ns();
    SDL_Event event;
    int running = 1;

    while (SDL_PollEvent(&event))
        hand_out(windows, &event, now_ns);
    if (windows->shaken)
        follow_displays(windows);
    for (int i = 0; i < windows->count; i++) {
        window_turn(&windows->basins[i]->window, now_ns);
        running &= windows->basins[i]->window.running;
    }
    return running && windows->count > 0;
}

static void rest(const Windows *windows)
{
    uint64_t now_ns = pace_read_clock_ns();
    int least_ms = -1;

    for (int i = 0; i < windows->count; i++) {
        int wait_ms = window_wait_ms(&windows->basins[i]->window, now_ns);

        if (wait_ms >= 0 && (least_ms < 0 || wait_ms < least_ms))
            least_ms = wait_ms;
    }
    if (least_ms != 0)
        SDL_WaitEventTimeout(NULL, least_ms);
}

int windows_run(const Options *options, Report *report)
{
    Windows windows = {.options = options, .report = report};
    int result;

    if (video_start(options, report) != 0)
        return -1;
    result = open_all(&windows);
    if (result == 0) {
        do
            rest(&windows);
        while (turn(&windows));
    }
    for (int i = 0; i < windows.count; i++) {
        if (windows.basins[i]->window.failed)
            result = -1;
    }
    while (windows.count > 0)
        close_basin(&windows, windows.count - 1);
    video_stop();
    return result;
}
