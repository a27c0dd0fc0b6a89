/* SPDX-License-Identifier: MIT */
/*
 * The seam between a window and who draws on it. A presenter keeps a frame and
 * what lies over it, and shows both on its window. Presenters are rows of
 * screen_window.c.
 *
 *     screen          which part of the frame, in which window, where
 *     screen_window   a window of the desktop, with its presenter
 *     -------------------------------------------------------------  this file
 *     presenter       frame and overlay, as pixels of the window
 *
 * Invariants: the window shows black, the frame over it, then the overlay. The
 * frame's alpha does not matter. Every presenter gives the same pixels where a
 * frame has its own size or is sharp and enlarged by a whole number, and no
 * layer is translucent; elsewhere they may round differently. All calls come
 * from the thread that started SDL's video. Arguments are the caller's and are
 * copied; what `open` makes is the presenter's.
 *
 * A presenter, in two steps: write NAME.c beside sdl_renderer.c, with one
 * Presenter that is declared below; add it to the table of screen_window.c,
 * which --renderer and --list renderers read. tests/window/test_presenters.c
 * compares its pixels with those of SDL's. One with use_texture is for frames
 * that are on a graphics card: screen_window.c tries it only if the GPU draws
 * them.
 */
#ifndef RIPPLE_APP_PRESENTER_H
#define RIPPLE_APP_PRESENTER_H

#include "ripple.h"
#include "app/canvas.h"
#include "os/error.h"

#include <SDL.h>

typedef struct Presenter {
    /* Name i that --renderer can have for it, or NULL past the last. With
       "auto" the presenters are opened in their order until one can. */
    const char *(*renderer)(int i);
    Uint32 window_flags; /* of SDL_CreateWindow, that its windows need */
    int shows_itself;    /* SDL does not show its windows: wallpapers */

    /* Opens for a window, which must outlive it, with one of its renderers.
       Returns 0, or -1 and nothing to close. */
    int (*open)(void **self, SDL_Window *window, const char *renderer,
                Error *error);
    void (*close)(void *self);

    /* Gets the window's size in units of the desktop and makes it pixels, at
       most as many as a frame can have. */
    void (*measure)(const void *self, int *width, int *height);
    /* Makes an empty frame of this size and format in place of the old one.
       If it is not sharp, it is smooth where it is enlarged. Returns 0, or -1
       without a change. */
    int (*resize)(void *self, const RipplePixels *shape, int is_sharp,
                  Error *error);
    /* The pixels of its frame, to be rendered in; upload is told what changed
       of them, then, and copies nothing. Present may move them with what they
       hold, resize, reset and close free them. NULL: there are none, or, as a
       function, there never are. */
    const RipplePixels *(*lend)(const void *self);
    /* Copies pixels of the frame's format to a rectangle that lies in it;
       `pitch` is bytes from row to row. */
    void (*upload)(void *self, const SDL_Rect *rect, const void *pixels,
                   int pitch);
    /* Shows a texture of the context that it keeps current, in place of its
       frame and of the frame's size, until the next upload or resize. NULL, as
       a function: it cannot. */
    void (*use_texture)(void *self, unsigned texture);
    /* Lays the parts of a canvas over the window, of which `dirty` has changed.
       The canvas must stay where it is. */
    void (*set_overlay)(void *self, const Canvas *canvas, RippleRect dirty);
    /* Shows frame and overlay: the frame in a rectangle of the window, which
       may reach outside of it, or in all of the window if that is NULL. */
    void (*present)(void *self, const SDL_Rect *target);
    /* Copies the top left of what was presented last to ARGB8888 pixels, no
       more than the window has. Returns 0 or -1. For tests, which have no
       wallpaper: its is NULL. */
    int (*read)(void *self, const RipplePixels *pixels);
    /* Frees what a lost device held: frame and overlay must be set again. */
    void (*reset)(void *self);
    /* Sets whether present waits for the display, if it can. Returns whether
       it does. NULL: it never waits. */
    int (*set_vsync)(void *self, int vsync);
} Presenter;

extern const Presenter gl_presenter, layer_presenter, sdl_presenter,
    surface_presenter;

/* Whether the Wayland compositor can show wallpapers, before SDL has a
   connection. Returns 0, or -1 and the reason. */
int layer_presenter_check(Error *error);

#endif
