/* SPDX-License-Identifier: MIT */
/* The parts of X11 that SDL does not do: the desktop as a picture, the windows
   of screensavers, and what ends the connection or a window. */
#ifndef RIPPLE_APP_PLATFORM_X11_H
#define RIPPLE_APP_PLATFORM_X11_H

#include "os/error.h"

#include <SDL.h>

/*
 * Reads the desktop of DISPLAY with all its windows into a new ARGB8888
 * surface, which the caller frees. In a screensaver it reads what the desktop
 * showed before: the pixmap that xscreensaver keeps in the property
 * _SCREENSAVER_SCREENSHOT of its window or of the root window. Replaces Xlib's
 * error handler while it runs. Returns 0, or -1 with *surface NULL and the
 * reason, as it does if built without X11.
 */
int x11_read_screen(SDL_Surface **surface, Error *error);

/*
 * Finds the window that a screensaver draws on: the one of *id or, if that is
 * 0, the root window or the one that a window manager uses as root. Sets *id
 * and the size in pixels. Replaces Xlib's error handler while it runs. Returns
 * 0, or -1 and the reason: under Wayland if *id is 0, on a screen with a
 * palette, and if built without X11.
 */
int x11_find_window(unsigned long *id, int *width, int *height, Error *error);

/*
 * Makes an SDL window of that window and sends SDL its changes of size; SDL's
 * video driver must be x11. The host of a screensaver closes the window to end
 * it: the process exits with 0 once the window is gone, and on any other error
 * of the X server. Returns NULL with SDL's error.
 */
SDL_Window *x11_adopt_window(unsigned long id);

/* Whether a window manager or another system has the window fill its display
   when SDL asks for that. */
int x11_is_managed(SDL_Window *window);

/*
 * Makes Xlib ignore one kind of error that by default ends the program: SDL
 * wakes itself by an event to its own window over a second connection, which
 * may reach the server after the window has gone. Must be called once there is
 * an X server, and again before a window is destroyed and before SDL closes the
 * connection, because others may have set a handler since.
 */
void x11_ignore_late_events(void);

/* The same while SDL closes the connection: must be called before SDL opens it,
   whose last act is to set the handler that it has found. */
void x11_ignore_last_events(void);

/* Is told what has gone and why, in static words. It must not use the display,
   and ends the process. */
typedef void X11Leave(void *context, const char *what, const char *why);

/*
 * Calls `leave` in this thread if the X server ends, closes the connection or
 * reports an error. By default Xlib prints several lines and ends the process.
 * NULL: that again.
 */
void x11_watch(X11Leave *leave, void *context);

/* The same for a window of ours that another program has destroyed. */
void x11_lose_window(void);

#endif
