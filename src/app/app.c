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

typedef struct Pond {
    Options options;
    Displays displays; /* that it fills; none: it is an ordinary window */
    Scene *scene;
    Window window;
} Pond;

typedef struct App {
    const Options *options;
    Pond *items[DISPLAYS_MAX];
    int count;
    int shaken; /* displays may have changed */
    Error *error;
} App;

static int fills_displays(const Options *options)
{
    return options->display.spans || options->display.index == ALL_DISPLAYS;
}

/* The place that a picture of the desktop is to have, or NULL. */
static const SDL_Rect *find_bounds(const Pond *pond, SDL_Rect *bounds)
{
    const Options *options = &pond->options;

    if (pond->displays.count > 0) {
        *bounds = displays_union(&pond->displays);
        return bounds;
    }
    if (options->display.fullscreen && options->from_screen &&
        SDL_GetDisplayBounds(options->display.index, bounds) == 0)
        return bounds;
    return NULL;
}

/* Makes a basin whose window is yet to be opened. Returns -1 and leaves none
   when it fails. */
static int add_basin(App *app, const Displays *displays)
{
    Pond *pond = calloc(1, sizeof *pond);
    SDL_Rect bounds;

    if (pond == NULL)
        return error_set(app->error, "window", "%s", "not enough memory");
    pond->options = *app->options;
    if (displays != NULL)
        pond->displays = *displays;
    /* Not the same rain on all of them. */
    pond->options.scene.seed += (uint64_t)app->count;
    if (setup_scene(&pond->scene, &pond->options, find_bounds(pond, &bounds),
                    app->error) != 0) {
        free(pond);
        return -1;
    }
    app->items[app->count++] = pond;
    return 0;
}

static int open_window(App *app, Pond *pond)
{
    const Displays *displays =
        pond->displays.count > 0 ? &pond->displays : NULL;

    return window_open(&pond->window, pond->scene, &pond->options.display,
                       displays, step_clock_read_ns(), app->error);
}

static void close_basin(App *app, int index)
{
    Pond *pond = app->items[index];

    if (pond->window.scene != NULL)
        window_close(&pond->window);
    scene_destroy(pond->scene);
    free(pond);
    app->count--;
    for (int i = index; i < app->count; i++)
        app->items[i] = app->items[i + 1];
}

/* Adds the basins of all displays. */
static int add_basins(App *app)
{
    const Options *options = app->options;
    Displays displays;

    if (!fills_displays(options))
        return add_basin(app, NULL);
    displays_read(&displays);
    if (displays.count == 0)
        return error_set(app->error, "--display", "%s", "there is none");
    if (options->display.spans)
        return add_basin(app, &displays);
    for (int i = 0; i < displays.count; i++) {
        Displays one = {1, {displays.bounds[i]}};

        if (add_basin(app, &one) != 0)
            return -1;
    }
    return 0;
}

/* All scenes are made before there is a window: a picture of the desktop must
   not show ours. */
static int open_all(App *app)
{
    if (add_basins(app) != 0)
        return -1;
    for (int i = 0; i < app->count; i++) {
        if (open_window(app, app->items[i]) != 0)
            return -1;
    }
    return 0;
}

/* Returns -1 and leaves all as it was when it fails, which is told. */
static int open_late(App *app, const SDL_Rect *bounds)
{
    Displays one = {1, {*bounds}};
    int count = app->count, result = add_basin(app, &one);

    if (result == 0)
        result = open_window(app, app->items[count]);
    if (result == 0)
        return 0;
    error_print(app->error);
    if (app->count > count)
        close_basin(app, count);
    return -1;
}

static Pond *find_basin(const App *app, const SDL_Rect *bounds)
{
    for (int i = 0; i < app->count; i++) {
        if (displays_find(&app->items[i]->displays, bounds) >= 0)
            return app->items[i];
    }
    return NULL;
}

/* A display that no basin fills, or NULL. */
static const SDL_Rect *find_free(const App *app, const Displays *displays)
{
    for (int i = 0; i < displays->count; i++) {
        if (find_basin(app, &displays->bounds[i]) == NULL)
            return &displays->bounds[i];
    }
    return NULL;
}

/* Opens the windows of a basin anew; returns whether it could. */
static int refill(Pond *pond)
{
    return window_fill(&pond->window, &pond->displays, step_clock_read_ns()) ==
           0;
}

/* Whether a display has gone, or none fills one that there is. */
static int has_changed(const App *app, const Displays *displays)
{
    int filled = 0;

    for (int i = 0; i < app->count; i++)
        filled += app->items[i]->displays.count;
    return filled != displays->count || find_free(app, displays) != NULL;
}

/* A basin whose display has gone gets a free one, or goes too. All others fill
   theirs anew: SDL moves the window of a display that goes to another one, and
   minimises what was there. */
static void follow_each(App *app, const Displays *displays)
{
    const SDL_Rect *bounds;

    for (int i = app->count - 1; i >= 0; i--) {
        Displays *own = &app->items[i]->displays;

        bounds = &own->bounds[0];
        if (displays_find(displays, bounds) < 0)
            bounds = find_free(app, displays);
        if (bounds == NULL)
            close_basin(app, i);
        else
            *own = (Displays){1, {*bounds}};
    }
    for (int i = app->count - 1; i >= 0; i--) {
        if (!refill(app->items[i]))
            close_basin(app, i);
    }
    do
        bounds = find_free(app, displays);
    while (bounds != NULL && open_late(app, bounds) == 0);
}

/* The one basin that spans them all. */
static void follow_all(App *app, const Displays *displays)
{
    for (int i = app->count - 1; i >= 0; i--) {
        app->items[i]->displays = *displays;
        if (!refill(app->items[i]))
            close_basin(app, i);
    }
}

/* While there is no display at all, basins stay as they are. */
static void follow_displays(App *app)
{
    Displays displays;

    app->shaken = 0;
    if (!fills_displays(app->options))
        return;
    displays_read(&displays);
    if (displays.count == 0 || !has_changed(app, &displays))
        return;
    if (app->options->display.spans)
        follow_all(app, &displays);
    else
        follow_each(app, &displays);
}

static int is_for_all(const SDL_Event *event)
{
    return event->type == SDL_QUIT || event->type == SDL_SYSWMEVENT ||
           event->type == SDL_RENDER_TARGETS_RESET ||
           event->type == SDL_RENDER_DEVICE_RESET;
}

/* What belongs to no window of ours is the first one's. */
static void hand_out(App *app, const SDL_Event *event, uint64_t now_ns)
{
    int owner = 0;

    for (int i = 0; i < app->count; i++) {
        if (is_for_all(event))
            window_handle(&app->items[i]->window, event, now_ns);
        else if (window_owns(&app->items[i]->window, event))
            owner = i;
    }
    if (!is_for_all(event))
        window_handle(&app->items[owner]->window, event, now_ns);
    app->shaken |= event->type == SDL_DISPLAYEVENT ||
                   (event->type == SDL_WINDOWEVENT &&
                    (event->window.event == SDL_WINDOWEVENT_MOVED ||
                     event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED));
}

/* Returns whether to go on. */
static int turn(App *app)
{
    uint64_t now_ns = step_clock_read_ns();
    SDL_Event event;
    int running = 1;

    while (SDL_PollEvent(&event))
        hand_out(app, &event, now_ns);
    if (app->shaken)
        follow_displays(app);
    for (int i = 0; i < app->count; i++) {
        window_turn(&app->items[i]->window, now_ns);
        running &= app->items[i]->window.running;
    }
    return running && app->count > 0;
}

static void rest(const App *app)
{
    uint64_t now_ns = step_clock_read_ns();
    int least_ms = -1;

    for (int i = 0; i < app->count; i++) {
        int wait_ms = window_wait_ms(&app->items[i]->window, now_ns);

        if (wait_ms >= 0 && (least_ms < 0 || wait_ms < least_ms))
            least_ms = wait_ms;
    }
    if (least_ms != 0)
        SDL_WaitEventTimeout(NULL, least_ms);
}

int app_run(const Options *options, Error *error)
{
    App app = {.options = options, .error = error};
    int result;

    if (video_start(&options->display, error) != 0)
        return -1;
    result = open_all(&app);
    if (result == 0 && !options->display.is_saver)
        window_show_first_run(&app.items[0]->window, step_clock_read_ns());
    if (result == 0) {
        do
            rest(&app);
        while (turn(&app));
    }
    for (int i = 0; i < app.count; i++) {
        if (app.items[i]->window.failed)
            result = -1;
    }
    while (app.count > 0)
        close_basin(&app, app.count - 1);
    video_stop();
    return result;
}
