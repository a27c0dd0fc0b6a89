/* SPDX-License-Identifier: MIT */
/*
 * A basin is a pool with all it needs. Basins know nothing of each other: what
 * happens in a window is for the basin that has it, and whatever ends one of
 * them ends all. Where displays change, a basin whose display has gone takes a
 * new one, if there is any, and its water along.
 */
#include "app/app.h"

#include "app/setup.h"
#include "app/present/video.h"
#include "app/window/window.h"

#include <stdlib.h>

typedef struct Basin {
    Options options;
    Displays displays; /* that it fills; none: it is an ordinary window */
    Scene scene;
    Window window;
} Basin;

typedef struct Basins {
    const Options *options;
    Basin *items[DISPLAYS_MAX];
    int count;
    int shaken; /* displays may have changed */
    Report *report;
} Basins;

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
static int add_basin(Basins *basins, const Displays *displays)
{
    Basin *basin = calloc(1, sizeof *basin);
    SDL_Rect bounds;

    if (basin == NULL)
        return report_failure(basins->report, "window", "%s",
                              "not enough memory");
    basin->options = *basins->options;
    if (displays != NULL)
        basin->displays = *displays;
    /* Not the same rain on all of them. */
    basin->options.seed += (uint64_t)basins->count;
    if (setup_scene(&basin->scene, &basin->options, find_bounds(basin, &bounds),
                    basins->report) != 0) {
        free(basin);
        return -1;
    }
    basins->items[basins->count++] = basin;
    return 0;
}

static int open_window(Basins *basins, Basin *basin)
{
    const Displays *displays =
        basin->displays.count > 0 ? &basin->displays : NULL;

    return window_open(&basin->window, &basin->scene, &basin->options, displays,
                       pace_read_clock_ns(), basins->report);
}

static void close_basin(Basins *basins, int index)
{
    Basin *basin = basins->items[index];

    if (basin->window.scene != NULL)
        window_close(&basin->window);
    scene_close(&basin->scene);
    free(basin);
    basins->count--;
    for (int i = index; i < basins->count; i++)
        basins->items[i] = basins->items[i + 1];
}

/* Adds the basins of all displays. */
static int add_basins(Basins *basins)
{
    const Options *options = basins->options;
    Displays displays;

    if (!fills_displays(options))
        return add_basin(basins, NULL);
    displays_read(&displays);
    if (displays.count == 0)
        return report_failure(basins->report, "--display", "%s",
                              "there is none");
    if (options->spans)
        return add_basin(basins, &displays);
    for (int i = 0; i < displays.count; i++) {
        Displays one = {1, {displays.bounds[i]}};

        if (add_basin(basins, &one) != 0)
            return -1;
    }
    return 0;
}

/* All scenes are made before there is a window: a picture of the desktop must
   not show ours. */
static int open_all(Basins *basins)
{
    if (add_basins(basins) != 0)
        return -1;
    for (int i = 0; i < basins->count; i++) {
        if (open_window(basins, basins->items[i]) != 0)
            return -1;
    }
    return 0;
}

/* Returns -1 and leaves all as it was when it fails, which is told. */
static int open_late(Basins *basins, const SDL_Rect *bounds)
{
    Displays one = {1, {*bounds}};
    int count = basins->count, result = add_basin(basins, &one);

    if (result == 0)
        result = open_window(basins, basins->items[count]);
    if (result == 0)
        return 0;
    report_complain(basins->report);
    if (basins->count > count)
        close_basin(basins, count);
    return -1;
}

static Basin *find_basin(const Basins *basins, const SDL_Rect *bounds)
{
    for (int i = 0; i < basins->count; i++) {
        if (displays_find(&basins->items[i]->displays, bounds) >= 0)
            return basins->items[i];
    }
    return NULL;
}

/* A display that no basin fills, or NULL. */
static const SDL_Rect *find_free(const Basins *basins, const Displays *displays)
{
    for (int i = 0; i < displays->count; i++) {
        if (find_basin(basins, &displays->bounds[i]) == NULL)
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
static int has_changed(const Basins *basins, const Displays *displays)
{
    int filled = 0;

    for (int i = 0; i < basins->count; i++)
        filled += basins->items[i]->displays.count;
    return filled != displays->count || find_free(basins, displays) != NULL;
}

/* A basin whose display has gone gets a free one, or goes too. All others fill
   theirs anew: SDL moves the window of a display that goes to another one, and
   minimises what was there. */
static void follow_each(Basins *basins, const Displays *displays)
{
    const SDL_Rect *bounds;

    for (int i = basins->count - 1; i >= 0; i--) {
        Displays *own = &basins->items[i]->displays;

        bounds = &own->bounds[0];
        if (displays_find(displays, bounds) < 0)
            bounds = find_free(basins, displays);
        if (bounds == NULL)
            close_basin(basins, i);
        else
            *own = (Displays){1, {*bounds}};
    }
    for (int i = basins->count - 1; i >= 0; i--) {
        if (!refill(basins->items[i]))
            close_basin(basins, i);
    }
    do
        bounds = find_free(basins, displays);
    while (bounds != NULL && open_late(basins, bounds) == 0);
}

/* The one basin that spans them all. */
static void follow_all(Basins *basins, const Displays *displays)
{
    for (int i = basins->count - 1; i >= 0; i--) {
        basins->items[i]->displays = *displays;
        if (!refill(basins->items[i]))
            close_basin(basins, i);
    }
}

/* While there is no display at all, basins stay as they are. */
static void follow_displays(Basins *basins)
{
    Displays displays;

    basins->shaken = 0;
    if (!fills_displays(basins->options))
        return;
    displays_read(&displays);
    if (displays.count == 0 || !has_changed(basins, &displays))
        return;
    if (basins->options->spans)
        follow_all(basins, &displays);
    else
        follow_each(basins, &displays);
}

static int is_for_all(const SDL_Event *event)
{
    return event->type == SDL_QUIT || event->type == SDL_SYSWMEVENT ||
           event->type == SDL_RENDER_TARGETS_RESET ||
           event->type == SDL_RENDER_DEVICE_RESET;
}

/* What belongs to no window of ours is the first one's. */
static void hand_out(Basins *basins, const SDL_Event *event, uint64_t now_ns)
{
    int owner = 0;

    for (int i = 0; i < basins->count; i++) {
        if (is_for_all(event))
            window_handle(&basins->items[i]->window, event, now_ns);
        else if (window_owns(&basins->items[i]->window, event))
            owner = i;
    }
    if (!is_for_all(event))
        window_handle(&basins->items[owner]->window, event, now_ns);
    basins->shaken |= event->type == SDL_DISPLAYEVENT ||
                      (event->type == SDL_WINDOWEVENT &&
                       (event->window.event == SDL_WINDOWEVENT_MOVED ||
                        event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED));
}

/* Returns whether to go on. */
static int turn(Basins *basins)
{
    uint64_t now_ns = pace_read_clock_ns();
    SDL_Event event;
    int running = 1;

    while (SDL_PollEvent(&event))
        hand_out(basins, &event, now_ns);
    if (basins->shaken)
        follow_displays(basins);
    for (int i = 0; i < basins->count; i++) {
        window_turn(&basins->items[i]->window, now_ns);
        running &= basins->items[i]->window.running;
    }
    return running && basins->count > 0;
}

static void rest(const Basins *basins)
{
    uint64_t now_ns = pace_read_clock_ns();
    int least_ms = -1;

    for (int i = 0; i < basins->count; i++) {
        int wait_ms = window_wait_ms(&basins->items[i]->window, now_ns);

        if (wait_ms >= 0 && (least_ms < 0 || wait_ms < least_ms))
            least_ms = wait_ms;
    }
    if (least_ms != 0)
        SDL_WaitEventTimeout(NULL, least_ms);
}

int basins_run(const Options *options, Report *report)
{
    Basins basins = {.options = options, .report = report};
    int result;

    if (video_start(options, report) != 0)
        return -1;
    result = open_all(&basins);
    if (result == 0 && !options->is_saver)
        window_greet(&basins.items[0]->window, pace_read_clock_ns());
    if (result == 0) {
        do
            rest(&basins);
        while (turn(&basins));
    }
    for (int i = 0; i < basins.count; i++) {
        if (basins.items[i]->window.failed)
            result = -1;
    }
    while (basins.count > 0)
        close_basin(&basins, basins.count - 1);
    video_stop();
    return result;
}
