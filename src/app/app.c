/* SPDX-License-Identifier: MIT */
/*
 * An instance is a scene with its window. Instances know nothing of each
 * other: an event goes to the instance whose window it is for, and the end of
 * one ends all. When displays change, an instance whose display has gone moves
 * to a free display, with its water, or ends if there is none.
 */
#include "app/app.h"

#include "app/control.h"
#include "app/events.h"
#include "app/setup.h"
#include "app/x11.h"
#include "app/video.h"
#include "os/compat.h"
#include "os/paths.h"
#include "os/stop.h"
#include "os/xalloc.h"

#include <stdlib.h>

/* A signal that does not wake SDL is seen after that time. */
#define MAX_WAIT_MS 250

#define SHAKE 10 /* pixels that the pointer of a desktop at rest may move */

/* How to begin, until the first stone. */
#define HINT "click or drag in the water; menu: Tab or three bars"

/*
 * A scene with its window. Its picture is read while the window is prepared:
 *
 *     create ── a thread reads the picture ──┐
 *        └──── prepare: a hidden window ─────┴─ make_scene ── open: it is shown
 */
typedef struct Instance {
    Options options;
    Displays displays; /* that it fills; none for an ordinary window. To be set
                          before it is prepared */
    Setup setup;       /* of the scene */
    Scene *scene;
    Error loss; /* of its picture, or no text */
    Window window;
    int is_open; /* the window is */
} Instance;

typedef struct App {
    const Options *options;
    Instance *instances[DISPLAYS_MAX];
    int count;
    int displays_changed;      /* perhaps; to be looked at */
    uint64_t pointer_rests_ns; /* since when */
    SDL_Point pointer;         /* where a screensaver has first seen it */
    int has_seen_pointer;
    Control control; /* the lines of --events */
    int has_lines;   /* that wait */
    int complained;  /* a window that is closed has told an error */
    Error *error;
} App;

/* The part of the desktop that the instance covers, or NULL. */
static const SDL_Rect *find_bounds(const Instance *instance, SDL_Rect *bounds)
{
    const DisplayOptions *display = &instance->options.display;

    if (instance->displays.count > 0) {
        *bounds = displays_union(&instance->displays);
        return bounds;
    }
    if (display->fullscreen &&
        SDL_GetDisplayBounds(display->index, bounds) == 0)
        return bounds;
    return NULL;
}

/* This and the next two, in this order, return 0, or -1 and the reason. */
static int instance_prepare(Instance *instance, Error *error)
{
    const Displays *displays =
        instance->displays.count > 0 ? &instance->displays : NULL;
    SDL_Rect bounds;
    int width, height;

    setup_choose_size(&width, &height, &instance->options,
                      find_bounds(instance, &bounds), NULL);
    return window_prepare(&instance->window, &instance->options.display,
                          displays, width, height, error);
}

static int instance_make_scene(Instance *instance, Error *error)
{
    SDL_Rect bounds;

    instance->options.scene.is_shown_by_gpu =
        screen_takes_textures(&instance->window.screen);
    if (setup_finish(&instance->scene, &instance->setup,
                     find_bounds(instance, &bounds), error) != 0)
        return -1;
    instance->loss = *error;
    return 0;
}

static int instance_open(Instance *instance, Error *error)
{
    if (window_open(&instance->window, instance->scene,
                    &instance->options.display, step_clock_read_ns(),
                    error) != 0)
        return -1;
    instance->is_open = 1;
    if (instance->loss.text[0] != '\0')
        captions_complain(&instance->window.captions, &instance->loss);
    return 0;
}

/* Ends it, however far it is. Returns as window_close. */
static int instance_destroy(Instance *instance)
{
    int result = 0;

    setup_cancel(&instance->setup);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): all are there */
    if (instance->is_open)
        result = window_close(&instance->window);
    scene_destroy(instance->scene); /* may need the window's OpenGL */
    if (!instance->is_open)
        window_hide(&instance->window);
    free(instance);
    return result;
}

static int fills_displays(const Options *options)
{
    return options->display.spans || options->display.is_wallpaper ||
           options->display.index == ALL_DISPLAYS;
}

/* Lists the displays to fill: all that there are, or the one of a wallpaper. */
static void list_displays(const App *app, Displays *displays)
{
    const DisplayOptions *options = &app->options->display;
    SDL_Rect bounds;

    displays_read(displays);
    if (options->spans || options->index == ALL_DISPLAYS)
        return;
    displays->count = 0;
    if (SDL_GetDisplayBounds(options->index, &bounds) == 0)
        displays_add(displays, &bounds);
}

/* Adds an instance and begins to read its picture, before there is video. Each
   has its own rain. */
static void add_instance(App *app)
{
    Instance *instance = xalloc_get(sizeof *instance);

    instance->options = *app->options;
    instance->options.scene.seed += (uint64_t)app->count;
    setup_begin(&instance->setup, &instance->options);
    app->instances[app->count++] = instance;
}

static void close_instance(App *app, int index)
{
    if (instance_destroy(app->instances[index]) != 0)
        app->complained = 1;
    app->count--;
    for (int i = index; i < app->count; i++)
        app->instances[i] = app->instances[i + 1];
}

/* Adds an instance that fills a display. */
static void add_display(App *app, const SDL_Rect *bounds)
{
    add_instance(app);
    app->instances[app->count - 1]->displays = (Displays){1, {*bounds}};
}

/* Gives the first instance its displays, or adds one for each display. */
static int fill_displays(App *app)
{
    Displays displays, *first = &app->instances[0]->displays;

    list_displays(app, &displays);
    if (displays.count == 0)
        return error_set(app->error, "--display",
                         "the number of displays is %d",
                         SDL_GetNumVideoDisplays());
    *first = displays;
    if (app->options->display.spans)
        return 0;
    first->count = 1;
    for (int i = 1; i < displays.count; i++)
        add_display(app, &displays.bounds[i]);
    return 0;
}

/* Makes all scenes before the first window is shown: a picture of the desktop
   must not show a window of ours. Until then signals end the program at once,
   and a screensaver always. */
static int open_all(App *app)
{
    if (fills_displays(app->options) && fill_displays(app) != 0)
        return -1;
    for (int i = 0; i < app->count; i++) {
        if (instance_prepare(app->instances[i], app->error) != 0)
            return -1;
    }
    for (int i = 0; i < app->count; i++) {
        if (instance_make_scene(app->instances[i], app->error) != 0)
            return -1;
    }
    if (!app->options->display.is_hosted)
        stop_catch();
    for (int i = 0; i < app->count; i++) {
        if (instance_open(app->instances[i], app->error) != 0)
            return -1;
    }
    return 0;
}

/* As add_display, with its window; without a change it prints why. */
static int open_late(App *app, const SDL_Rect *bounds)
{
    int count = app->count, result;

    add_display(app, bounds);
    result = instance_prepare(app->instances[count], app->error);
    if (result == 0)
        result = instance_make_scene(app->instances[count], app->error);
    if (result == 0)
        result = instance_open(app->instances[count], app->error);
    if (result == 0)
        return 0;
    error_print(app->error);
    close_instance(app, count);
    return -1;
}

/* A display that no instance fills, or NULL. */
static const SDL_Rect *find_free(const App *app, const Displays *displays)
{
    for (int i = 0; i < displays->count; i++) {
        const SDL_Rect *bounds = &displays->bounds[i];
        int is_filled = 0;

        for (int k = 0; k < app->count; k++)
            is_filled |=
                displays_find(&app->instances[k]->displays, bounds) >= 0;
        if (!is_filled)
            return bounds;
    }
    return NULL;
}

/* Opens the windows of an instance again, or ends it if that fails. */
static void refill(App *app, int index)
{
    Instance *instance = app->instances[index];

    if (window_fill(&instance->window, &instance->displays,
                    step_clock_read_ns()) != 0)
        close_instance(app, index);
}

/* Whether a display has gone, or there is a free one. */
static int has_changed(const App *app, const Displays *displays)
{
    int filled = 0;

    for (int i = 0; i < app->count; i++)
        filled += app->instances[i]->displays.count;
    return filled != displays->count || find_free(app, displays) != NULL;
}

/* Gives an instance whose display has gone a free one, or ends it. */
static void follow_own_display(App *app, int index, const Displays *displays)
{
    Displays *own = &app->instances[index]->displays;
    const SDL_Rect *bounds = &own->bounds[0];

    if (displays_find(displays, bounds) < 0)
        bounds = find_free(app, displays);
    if (bounds == NULL)
        close_instance(app, index);
    else
        *own = (Displays){1, {*bounds}};
}

/* For one instance on each display. All windows are opened again: SDL moves a
   window whose display goes to another display, and minimises the one there. */
static void follow_each(App *app, const Displays *displays)
{
    const SDL_Rect *bounds;

    for (int i = app->count - 1; i >= 0; i--)
        follow_own_display(app, i, displays);
    for (int i = app->count - 1; i >= 0; i--)
        refill(app, i);
    do
        bounds = find_free(app, displays);
    while (bounds != NULL && open_late(app, bounds) == 0);
}

/* While there is no display at all, instances stay as they are. */
static void follow_displays(App *app)
{
    Displays displays;

    app->displays_changed = 0;
    if (!fills_displays(app->options))
        return;
    list_displays(app, &displays);
    if (displays.count == 0 || !has_changed(app, &displays))
        return;
    if (!app->options->display.spans) {
        follow_each(app, &displays);
        return;
    }
    app->instances[0]->displays = displays;
    refill(app, 0);
}

/* Whether an event is for all windows. */
static int is_for_all(const SDL_Event *event)
{
    return event->type == SDL_QUIT || event->type == SDL_SYSWMEVENT ||
           event->type == SDL_RENDER_TARGETS_RESET ||
           event->type == SDL_RENDER_DEVICE_RESET;
}

/* Whether the pointer has left the place where it lay when the screensaver
   began. A table that shakes does not wake the desktop. */
static int has_moved(App *app)
{
    SDL_Point now, first;

    SDL_GetGlobalMouseState(&now.x, &now.y);
    if (!app->has_seen_pointer)
        app->pointer = now;
    app->has_seen_pointer = 1;
    first = app->pointer;
    return abs(now.x - first.x) > SHAKE || abs(now.y - first.y) > SHAKE;
}

static int ends_saver(App *app, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEWHEEL:
    case SDL_FINGERDOWN:
        return 1;
    case SDL_MOUSEMOTION:
        return has_moved(app);
    default:
        return 0;
    }
}

/* An event for no window of ours goes to the first one. */
static void dispatch(App *app, const SDL_Event *event, uint64_t now_ns)
{
    int owner = 0;

    if (event->type == SDL_USEREVENT) /* of the lines of --events */
        return;
    if (app->options->display.is_saver) {
        if (ends_saver(app, event))
            app->instances[0]->window.running = 0;
    } else {
        cursor_handle(&app->pointer_rests_ns, event, now_ns);
    }
    for (int i = 0; i < app->count; i++) {
        if (is_for_all(event))
            events_handle(&app->instances[i]->window, event, now_ns);
        else if (events_belong(&app->instances[i]->window, event))
            owner = i;
    }
    if (!is_for_all(event))
        events_handle(&app->instances[owner]->window, event, now_ns);
    app->displays_changed |=
        event->type == SDL_DISPLAYEVENT ||
        (event->type == SDL_WINDOWEVENT &&
         (event->window.event == SDL_WINDOWEVENT_MOVED ||
          event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED));
}

/* Does a line of --events in all windows, unless it is wrong. */
static int do_line(void *context, const char *line, Error *error)
{
    const App *app = context;
    uint64_t now_ns = step_clock_read_ns();
    int result = 0;

    for (int i = 0; i < app->count && result == 0; i++)
        result = events_do(&app->instances[i]->window, line, now_ns, error);
    return result;
}

static int is_running(const App *app)
{
    int running = app->count > 0 && stop_count() == 0;

    for (int i = 0; i < app->count; i++)
        running &= app->instances[i]->window.running;
    return running;
}

/* Whether a window of ours fills a display. */
static int is_fullscreen(const App *app)
{
    int result = 0;

    for (int i = 0; i < app->count; i++)
        result |= screen_is_fullscreen(&app->instances[i]->window.screen);
    return result;
}

/* Handles events and shows the next frame; returns whether to go on. */
static int turn(App *app)
{
    uint64_t now_ns = step_clock_read_ns();
    SDL_Event event;

    while (stop_count() == 0 && SDL_PollEvent(&event))
        dispatch(app, &event, now_ns);
    if (app->displays_changed)
        follow_displays(app);
    app->has_lines = control_turn(&app->control, do_line, app);
    cursor_turn(app->pointer_rests_ns, is_fullscreen(app), now_ns);
    for (int i = 0; i < app->count; i++)
        events_finish(&app->instances[i]->window, now_ns);
    for (int i = 0; i < app->count && is_running(app); i++)
        window_turn(&app->instances[i]->window, now_ns);
    return is_running(app);
}

/* The smaller of two times; -1 is for ever, as the greatest unsigned. */
static int sooner(int a_ms, int b_ms)
{
    return (unsigned)a_ms < (unsigned)b_ms ? a_ms : b_ms;
}

/* Sleeps until an event comes or a window has something to do. */
static void sleep_until_due(const App *app)
{
    uint64_t now_ns = step_clock_read_ns();
    int min_ms =
        sooner(MAX_WAIT_MS, cursor_wait_ms(app->pointer_rests_ns,
                                           is_fullscreen(app), now_ns));

    for (int i = 0; i < app->count; i++)
        min_ms =
            sooner(min_ms, window_wait_ms(&app->instances[i]->window, now_ns));
    if (min_ms != 0 && !app->has_lines)
        SDL_WaitEventTimeout(NULL, min_ms);
}

/* O_EXCL: of several programs that start together one makes the file. */
static int make_mark(char *path)
{
    int file = paths_make_folders(path) == 0
                   ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                   : -1;

    return file >= 0 && close(file) == 0;
}

/* An empty file in $XDG_STATE_HOME or ~/.local/state remembers the first run.
   If it cannot be made, no run is the first: better no hint than one on each.
 */
void app_greet(Captions *captions)
{
    char *path = paths_find("XDG_STATE_HOME", COMPAT_STATE, "ripple/greeted");

    if (path != NULL && make_mark(path))
        captions_hint(captions, HINT);
    free(path);
}

static int run(App *app)
{
    Window *first = &app->instances[0]->window;
    int result = 0;

    if (!app->options->display.is_bare) {
        app_greet(&first->captions);
        if (app->options->display.opens_menu)
            menu_toggle(&first->menu);
        if (app->options->display.benchmarks)
            window_toggle_benchmark(first);
    }
    do
        sleep_until_due(app);
    while (turn(app));
    for (int i = 0; i < app->count; i++) {
        if (app->instances[i]->window.failed)
            result = -1;
    }
    return result;
}

/* Whether X knows a window of ours by that number. */
static int has_window(const App *app, unsigned long id)
{
    int result = 0;

    for (int i = 0; i < app->count; i++)
        result |= screen_has_window(&app->instances[i]->window.screen, id);
    return result;
}

/* Closes all windows before it waits for a film. */
static void close_all(App *app)
{
    for (int i = 0; i < app->count; i++)
        window_hide(&app->instances[i]->window);
    if (!app->options->display.is_hosted && stop_count() == 0)
        stop_ask();
    while (app->count > 0)
        close_instance(app, app->count - 1);
}

/* The display or a window has gone: completes the files and ends the program.
   SDL could wait for the display for ever. The host of a screensaver closes the
   window to end it. */
static void leave(void *context, unsigned long window, const char *what,
                  const char *why)
{
    App *app = context;

    if (window != 0 && !has_window(app, window))
        return;
    if (app->options->display.is_hosted)
        _exit(EXIT_SUCCESS);
    if (stop_count() == 0)
        stop_ask();
    for (int i = 0; i < app->count; i++) {
        if (app->instances[i]->is_open)
            window_finish(&app->instances[i]->window);
    }
    error_tell(what, "%s", why);
    _exit(EXIT_FAILURE);
}

/* Runs the instance that there is. */
static int show(App *app)
{
    const Options *options = app->options;
    int result;

    if (video_start(&options->display, app->error) != 0)
        return -1;
    x11_watch(leave, app);
    result = open_all(app) == 0 && (options->events == NULL ||
                                    control_open(&app->control, options->events,
                                                 app->error) == 0)
                 ? run(app)
                 : -1;
    control_close(&app->control);
    close_all(app);
    video_stop();
    x11_watch(NULL, NULL);
    return result;
}

int app_run(const Options *options, Error *error)
{
    App app = {.options = options, .error = error};
    int result;

    add_instance(&app);
    result = show(&app);
    while (app.count > 0)
        close_instance(&app, app.count - 1);
    if (result == 0)
        error_clear(error);
    return app.complained ? -1 : result;
}
