/* SPDX-License-Identifier: MIT */
#include "app/screen_window.h"

#include "app/gl_context.h"
#include "app/x11.h"
#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "os/xalloc.h"

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

/* Whether the GPU can keep frames for a window. A context of OpenGL is for one
   window that stays as it is: none of several displays, or of a host. */
static int can_keep_frames(const DisplayOptions *options)
{
    return !options->is_saver && !options->spans &&
           options->index != ALL_DISPLAYS &&
           (options->backend == BACKEND_GPU ||
            (options->backend == BACKEND_AUTO && gpu_is_possible("/dev")));
}

static int has_renderer(const Presenter *presenter, const char *renderer)
{
    return strcmp(renderer, "auto") == 0 ||
           ripple_word_find(presenter->renderer, renderer) >= 0;
}

/* The presenter from number *i on that can be tried, or NULL. */
static const Presenter *find_presenter(int *i, const DisplayOptions *options)
{
    const Presenter *presenter;

    for (; (presenter = presenters_get(*i)) != NULL; (*i)++) {
        if ((presenter->use_texture == NULL || can_keep_frames(options)) &&
            has_renderer(presenter, options->renderer))
            return presenter;
    }
    return NULL;
}

const char *screen_window_renderer(int i)
{
    const Presenter *presenter;
    const char *name;

    for (int p = 0; (presenter = presenters_get(p)) != NULL; p++) {
        for (int k = 0; presenter->use_texture == NULL &&
                        (name = presenter->renderer(k)) != NULL;
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

    if (options->is_saver)
        return x11_adopt_window(options->window_id);
    window =
        SDL_CreateWindow("ripple", place->x, place->y, place->w, place->h,
                         flags | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN);
    if (window != NULL)
        SDL_SetWindowMinimumSize(window, 1, 1);
    return window;
}

/* Makes the window, unless there is one that the presenter can have. */
static int fit_window(ScreenWindow *window, const DisplayOptions *options,
                      const SDL_Rect *place, Uint32 flags)
{
    Uint32 wanted = flags | window->presenter->window_flags;

    if (window->window != NULL && wanted == window->flags)
        return 0;
    if (window->window != NULL)
        SDL_DestroyWindow(window->window);
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

/* A part that is not open yet is NULL, which SDL ignores. */
void screen_window_close(ScreenWindow *window)
{
    if (window->canvas != NULL)
        canvas_clear(window->canvas);
    free(window->canvas);
    if (window->self != NULL)
        window->presenter->close(window->self);
    visibility_end(&window->visibility);
    x11_forget_errors();
    SDL_DestroyWindow(window->window);
}

int screen_window_open(ScreenWindow *window, const DisplayOptions *options,
                       const SDL_Rect *place, Uint32 flags, Error *error)
{
    const Presenter *presenter;

    *window = (ScreenWindow){.canvas = xalloc_get(sizeof(Canvas))};
    error_set(error, "--renderer", "%s is not in --list renderers",
              options->renderer);
    for (int i = 0; window->self == NULL &&
                    (presenter = find_presenter(&i, options)) != NULL;
         i++) {
        window->presenter = presenter;
        if (fit_window(window, options, place, flags) != 0)
            error_set(error, "window", "%s", SDL_GetError());
        else
            open_presenter(window, options, error);
    }
    if (window->self == NULL) {
        screen_window_close(window);
        return -1;
    }
    if (options->is_saver) /* its host ends it when it is not needed */
        return 0;
    visibility_watch(&window->visibility, window->window);
    x11_accept_files(window->window);
    return 0;
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
