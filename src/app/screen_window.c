/* SPDX-License-Identifier: MIT */
#include "app/screen_window.h"

#include "app/gl_context.h"
#include "app/x11.h"
#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "os/xalloc.h"

#ifndef RIPPLE_X11 /* whose headers SDL_syswm.h includes */
#undef SDL_VIDEO_DRIVER_X11
#endif
#include <SDL_syswm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CAPITAL        13   /* height of a capital of text of 16 pixels */
#define DPI            96.0 /* at which it has that size */
#define MIN_DPI        72.0 /* that a display can have */
#define MAX_DPI        400.0
#define MAX_SQUASH     1.15 /* of the dots in x and in y */
#define DISPLAY_ROWS   1440 /* of a display at 96 dpi, at most */
#define WINDOW_LETTERS 64   /* capitals in the shorter side of large windows */

/* A window without an answer for longer is covered: even a busy compositor
   answers within a few frames. */
#define ANSWER_NS 250000000u

static const Presenter *const presenters[] = {
#ifdef RIPPLE_OPENGL
    &gl_presenter,
#endif
#ifdef RIPPLE_WAYLAND
    &layer_presenter,
#endif
    &sdl_presenter,
    &surface_presenter,
};

/* Whether the GPU can keep frames for a window. A context of OpenGL is for one
   window that stays as it is: none of several displays, or of a host. */
static int can_keep_frames(const DisplayOptions *options)
{
    return !options->is_hosted && !options->spans &&
           options->index != ALL_DISPLAYS &&
           (options->backend == BACKEND_GPU ||
            (options->backend == BACKEND_AUTO && gpu_is_possible("/dev")));
}

/* Whether a presenter can be tried for a window. */
static int can_be_tried(const Presenter *presenter,
                        const DisplayOptions *options)
{
    int shows_itself = options->is_wallpaper && video_is_wayland();

    return presenter->shows_itself == shows_itself &&
           (presenter->use_texture == NULL || can_keep_frames(options)) &&
           (strcmp(options->renderer, "auto") == 0 ||
            ripple_word_find(presenter->renderer, options->renderer) >= 0);
}

const char *screen_window_renderer(int i)
{
    const char *name;

    for (int p = 0; p < COUNT(presenters); p++) {
        for (int k = 0; presenters[p]->use_texture == NULL &&
                        (name = presenters[p]->renderer(k)) != NULL;
             k++) {
            if (i-- == 0)
                return name;
        }
    }
    return NULL;
}

static SDL_Window *make_window(const DisplayOptions *options,
                               const SDL_Rect *place, Uint32 flags)
{
    SDL_Window *window;

    if (options->is_hosted)
        return host_window_adopt(options->window_id);
    /* SDL would give a surface for which it knows all pixels a viewport. */
    if (!options->is_wallpaper || !video_is_wayland())
        flags |= SDL_WINDOW_ALLOW_HIGHDPI;
    window = SDL_CreateWindow("ripple", place->x, place->y, place->w, place->h,
                              flags | SDL_WINDOW_HIDDEN);
    if (window != NULL)
        SDL_SetWindowMinimumSize(window, 1, 1);
    if (window != NULL && options->is_wallpaper)
        x11_wallpaper_prepare(window);
    return window;
}

/* Makes the window, unless there is one that the presenter can have. */
static int fit_window(ScreenWindow *window, const DisplayOptions *options,
                      const SDL_Rect *place, Uint32 flags)
{
    Uint32 wanted = flags | window->presenter->window_flags;

    if (window->window != NULL && wanted == window->flags)
        return 0;
    SDL_DestroyWindow(window->window); /* may be NULL */
    window->flags = wanted;
    window->window = make_window(options, place, wanted);
    return window->window != NULL ? 0 : -1;
}

static int open_presenter(ScreenWindow *window, const DisplayOptions *options,
                          Error *error)
{
    if (window->presenter->open(&window->self, window->window,
                                options->renderer, error) != 0)
        return -1;
    if (options->backend != BACKEND_AUTO ||
        window->presenter->use_texture == NULL || !gl_context_is_software())
        return 0;
    window->presenter->close(window->self);
    window->self = NULL;
    return error_set(error, "OpenGL", "there is no graphics card");
}

/* SDL does not pass on the answers of a Wayland compositor, so this file asks
   for them itself. */
#if defined RIPPLE_WAYLAND && defined SDL_VIDEO_DRIVER_WAYLAND
#define WATCHES_WAYLAND
#include <wayland-client.h>

static void forget(ScreenWindow *window)
{
    if (window->answer != NULL)
        wl_callback_destroy(window->answer);
    window->answer = NULL;
}

/* Wakes up the program if it sleeps because the window is covered. */
static void take_answer(void *data, struct wl_callback *answer, uint32_t time)
{
    ScreenWindow *window = data;
    SDL_Event wake = {.type = SDL_WINDOWEVENT};

    (void)answer;
    (void)time;
    forget(window);
    wake.window.event = SDL_WINDOWEVENT_EXPOSED;
    wake.window.windowID = SDL_GetWindowID(window->window);
    if (window->is_covered)
        SDL_PushEvent(&wake);
    window->is_covered = 0;
}

#endif

/* Begins to watch a window that has its presenter. It counts as visible until
   the desktop says otherwise. */
static void watch(ScreenWindow *window)
{
#ifdef WATCHES_WAYLAND
    SDL_SysWMinfo info;

    SDL_VERSION(&info.version);
    if (SDL_GetWindowWMInfo(window->window, &info) &&
        info.subsystem == SDL_SYSWM_WAYLAND)
        window->surface = info.info.wl.surface;
#endif
    window->x11_id = x11_watch_window(window->window);
}

/* Asks the compositor for an answer to the next frame. */
static void ask(ScreenWindow *window, uint64_t now_ns)
{
#ifdef WATCHES_WAYLAND
    static const struct wl_callback_listener listener = {take_answer};

    if (window->surface == NULL || window->answer != NULL)
        return;
    window->answer = wl_surface_frame(window->surface);
    if (window->answer != NULL)
        wl_callback_add_listener(window->answer, &listener, window);
#endif
    window->asked_ns = now_ns;
}

static void follow_full(ScreenWindow *window)
{
    window->is_under_full = x11_wallpaper_is_covered(window->window);
}

/* A part that is not open yet is NULL, which SDL ignores. */
void screen_window_close(ScreenWindow *window)
{
    if (window->canvas != NULL)
        canvas_clear(window->canvas);
    free(window->canvas);
    if (window->self != NULL)
        window->presenter->close(window->self);
#ifdef WATCHES_WAYLAND
    forget(window);
#endif
    x11_forget_errors();
    SDL_DestroyWindow(window->window);
}

int screen_window_open(ScreenWindow *window, const DisplayOptions *options,
                       const SDL_Rect *place, Uint32 flags, Error *error)
{
    *window = (ScreenWindow){.canvas = xalloc_get(sizeof(Canvas))};
    error_set(error, "--renderer", "%s is not in --list renderers",
              options->renderer);
    for (int i = 0; i < COUNT(presenters) && window->self == NULL; i++) {
        if (!can_be_tried(presenters[i], options))
            continue;
        window->presenter = presenters[i];
        if (fit_window(window, options, place, flags) != 0)
            error_set(error, "window", "%s", SDL_GetError());
        else
            open_presenter(window, options, error);
    }
    if (window->self == NULL) {
        screen_window_close(window);
        return -1;
    }
    if (options->is_hosted)
        window->x11_id = options->window_id;
    else
        watch(window);
    window->is_wallpaper = options->is_wallpaper;
    if (window->is_wallpaper)
        follow_full(window);
    return 0;
}

/* Paints what has changed of the canvas. */
static void paint(ScreenWindow *window)
{
    CanvasRects dirty;

    canvas_paint(window->canvas, &dirty);
    for (int i = 0; i < dirty.count; i++)
        window->presenter->set_overlay(window->self, window->canvas,
                                       dirty.rects[i]);
}

void screen_window_present(ScreenWindow *window, const SDL_Rect *target,
                           uint64_t now_ns)
{
    ask(window, now_ns);
    paint(window);
    window->presenter->present(window->self, target);
}

void screen_window_handle(ScreenWindow *window, const SDL_SysWMEvent *event)
{
    if (window->is_wallpaper && x11_wallpaper_follows(event))
        follow_full(window);
    x11_follow_window(window->x11_id, event, &window->is_covered);
}

int screen_window_is_hidden(ScreenWindow *window, uint64_t now_ns)
{
    if (window->answer != NULL && now_ns - window->asked_ns > ANSWER_NS)
        window->is_covered = 1;
    return window->hidden || window->is_covered || window->is_under_full;
}

/*
 * Desktops tell the size of a display in mm, wrongly or not at all: many a
 * projector, television and virtual display claims a few mm or 96 dpi. So dots
 * per inch count only if they are plausible and about the same in both
 * directions, and a display of very many rows is taken to be a fine one.
 */
static double find_dpi_scale(double x, double y)
{
    double min = fmin(x, y), max = fmax(x, y);

    if (!(min >= MIN_DPI && max <= MAX_DPI && max <= min * MAX_SQUASH))
        return 1;
    return min / DPI;
}

int screen_window_text_size(const TextDisplay *display, int width, int height)
{
    double scale = fmax(display->pixels_per_unit, 1);

    scale = fmax(scale, find_dpi_scale(display->dpi_x, display->dpi_y));
    scale = fmax(scale, (double)display->height / DISPLAY_ROWS);
    return max_int((int)lround(CAPITAL * scale),
                   min_int(width, height) / WINDOW_LETTERS);
}

/* For a window whose width in pixels is known; `units` is that of the
   desktop. */
static int find_text_size(const ScreenWindow *window, int units)
{
    int index = SDL_GetWindowDisplayIndex(window->window);
    TextDisplay display = {.pixels_per_unit =
                               (double)window->width / max_int(units, 1)};
    SDL_DisplayMode mode;

    if (SDL_GetDisplayDPI(index, NULL, &display.dpi_x, &display.dpi_y) != 0)
        display.dpi_x = display.dpi_y = 0;
    if (SDL_GetDesktopDisplayMode(index, &mode) == 0)
        display.height = (int)(mode.h * display.pixels_per_unit);
    return screen_window_text_size(&display, window->width, window->height);
}

void screen_window_measure(ScreenWindow *window)
{
    int width, height, units;

    SDL_GetWindowSize(window->window, &width, &height);
    units = width;
    window->presenter->measure(window->self, &width, &height);
    window->width = clamp_int(width, 1, RIPPLE_MAX_SIZE);
    window->height = clamp_int(height, 1, RIPPLE_MAX_SIZE);
    window->text_size = find_text_size(window, units);
}
