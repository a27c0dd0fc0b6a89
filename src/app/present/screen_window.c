/* SPDX-License-Identifier: MIT */
#include "app/present/screen_window.h"

#include "app/osd/text_size.h"
#include "app/platform/x11.h"
#include "base/fixed.h"

#include <string.h>

/* The presenter from number *i on that has this renderer, or NULL. */
static const Presenter *find_presenter(int *i, const char *renderer)
{
    const Presenter *presenter;
    const char *name;

    for (; (presenter = presenters_get(*i)) != NULL; (*i)++) {
        if (strcmp(renderer, "auto") == 0)
            return presenter;
        for (int k = 0; (name = presenter->renderer(k)) != NULL; k++) {
            if (strcmp(name, renderer) == 0)
                return presenter;
        }
    }
    return NULL;
}

/* Opens the first presenter that can. Returns 0 or -1. */
static int open_presenter(ScreenWindow *window, const char *renderer,
                          Error *error)
{
    const Presenter *presenter;
    int result = -1;

    for (int i = 0;
         result != 0 && (presenter = find_presenter(&i, renderer)) != NULL;
         i++) {
        window->presenter = presenter;
        result =
            presenter->open(&window->self, window->window, renderer, error);
    }
    return result;
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

/* A part that is not open yet is NULL, which SDL ignores. */
void screen_window_close(ScreenWindow *window)
{
    if (window->self != NULL)
        window->presenter->close(window->self);
    visibility_end(&window->visibility);
    x11_ignore_late_events();
    SDL_DestroyWindow(window->window);
}

int screen_window_open(ScreenWindow *window, const DisplayOptions *options,
                       const SDL_Rect *place, Uint32 flags, Error *error)
{
    int i = 0;
    const Presenter *first = find_presenter(&i, options->renderer);

    *window = (ScreenWindow){0};
    if (first == NULL)
        return error_set(error, "--renderer", "%s is not in --list renderers",
                         options->renderer);
    window->window = make_window(options, place, flags | first->window_flags);
    if (window->window == NULL)
        return error_set(error, "window", "%s", SDL_GetError());
    if (open_presenter(window, options->renderer, error) != 0) {
        screen_window_close(window);
        return -1;
    }
    if (!options->is_saver) /* a saver's host ends it when it is not needed */
        visibility_watch(&window->visibility, window->window);
    return 0;
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
    return text_size_compute(&display, window->width, window->height);
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
