/* SPDX-License-Identifier: MIT */
/* One window of a screen, and the presenter that shows a part of the frame. */
#ifndef RIPPLE_APP_SCREEN_WINDOW_H
#define RIPPLE_APP_SCREEN_WINDOW_H

#include "app/presenter.h"
#include "app/video.h"
#include "os/error.h"

#include <SDL.h>
#include <stdint.h>

/* An X server without a compositor sends VisibilityNotify to a window that is
   covered. A Wayland compositor answers each frame when it wants the next one,
   and does not while the window cannot be seen. */
typedef struct ScreenWindow {
    SDL_Window *window;
    Uint32 flags; /* that it was made with */
    const Presenter *presenter;
    void *self;        /* made by its open; NULL: not open */
    SDL_Rect part;     /* of the frame, that it has */
    SDL_Rect bounds;   /* of the display that it fills, empty for none */
    SDL_Rect area;     /* of the screen that it shows */
    int width, height; /* in pixels, at least 1x1 */
    int text_size;     /* wanted height of a capital in pixels */
    int hidden;        /* minimised or withdrawn */
    int is_wallpaper;
    Canvas *canvas;       /* menu and captions over it */
    unsigned long x11_id; /* 0: none */
    void *surface;        /* Wayland's, or NULL */
    void *answer;         /* that the compositor owes, or NULL */
    uint64_t asked_ns;    /* since when */
    int is_covered;
    int is_under_full; /* a wallpaper's: a window in full screen covers it */
} ScreenWindow;

/* Renderer i that a window can have, "auto" first; NULL past the last. A
   presenter of frames on the GPU is no choice of its own. */
const char *screen_window_renderer(int i);

/* Opens a window that is not shown yet; `place` and `flags` are as for
   SDL_CreateWindow. The struct must stay where it is. Returns 0, or -1 and
   nothing to close. */
int screen_window_open(ScreenWindow *window, const DisplayOptions *options,
                       const SDL_Rect *place, Uint32 flags, Error *error);
void screen_window_close(ScreenWindow *window);

/* Shows frame and overlay, the frame as Presenter.present has it. */
void screen_window_present(ScreenWindow *window, const SDL_Rect *target,
                           uint64_t now_ns);

/* Handles an SDL_SYSWMEVENT of any window. */
void screen_window_handle(ScreenWindow *window, const SDL_SysWMEvent *event);

/* Whether it is hidden, or covered from edge to edge. When that ends, an event
   comes. */
int screen_window_is_hidden(ScreenWindow *window, uint64_t now_ns);

/* Sets width, height and text_size. */
void screen_window_measure(ScreenWindow *window);

/* The display that a window is on. */
typedef struct TextDisplay {
    double pixels_per_unit; /* of the window, per unit of the desktop */
    float dpi_x, dpi_y;     /* as the desktop tells them; 0: unknown */
    int height;             /* in pixels; 0: unknown */
} TextDisplay;

/* The height of a capital, in pixels, for a window of width x height pixels:
   text is 16 pixels high at 96 dpi, grows with the display, and with windows of
   more than 832 pixels. */
int screen_window_text_size(const TextDisplay *display, int width, int height);

#endif
