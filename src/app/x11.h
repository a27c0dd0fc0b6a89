/* SPDX-License-Identifier: MIT */
/* The parts of X11 that SDL does not do: the desktop as a picture, and what
   ends the connection or a window. x11.c has host_window.h, too. */
#ifndef RIPPLE_APP_X11_H
#define RIPPLE_APP_X11_H

#include "os/error.h"

#include <SDL.h>

/*
 * Reads the desktop of DISPLAY with all its windows into a new ARGB8888
 * surface, which the caller frees: a part, if that is not NULL and the desktop
 * has all of it. In a screensaver it reads what the desktop
 * showed before: the pixmap that xscreensaver keeps in the property
 * _SCREENSAVER_SCREENSHOT of its window or of the root window. Replaces Xlib's
 * error handler while it runs. Returns 0, or -1 with *surface NULL and the
 * reason, as it does if built without X11.
 */
int x11_read_screen(SDL_Surface **surface, const SDL_Rect *part, Error *error);

/* Whether a window manager or another system has the window fill its display
   when SDL asks for that. */
int x11_is_managed(SDL_Window *window);

/*
 * Makes Xlib forget errors, which by default end the program; x11_watch has a
 * say in those about windows. Call it before SDL opens the connection, which
 * when it closes sets the handler that it has found, and after that. Other code
 * may set a handler meanwhile, so call it again before a window is destroyed
 * and before the connection is closed.
 */
void x11_forget_errors(void);

/* A function for a window that has gone: `window` is its id, or 0 for all,
   `what` and `why` are static words. It returns if the window is not ours.
   Otherwise it ends the process, and must not use the display. */
typedef void X11Leave(void *context, unsigned long window, const char *what,
                      const char *why);

/*
 * Calls `leave` in this thread if the X server ends, closes the connection or
 * does not know a window. By default Xlib prints several lines and ends the
 * process. NULL: that again.
 */
void x11_watch(X11Leave *leave, void *context);

/* The same for a window of ours that another program has destroyed. */
void x11_lose_window(unsigned long id);

#endif
