/* SPDX-License-Identifier: MIT */
/* The parts of X11 that SDL does not do: the desktop as a picture, the window
   of a screensaver's host, windows that are covered or lie behind all others
   (EWMH 1.5), and what ends the connection or a window. */
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

/* Windows has the next two in windows.c: the preview in its settings is a
   window of ours. */

/*
 * Finds the window that a screensaver draws on: the one of *id or, if that is
 * 0, the root window or the one that a window manager uses as root. Sets *id
 * and the size in pixels. Replaces Xlib's error handler while it runs. Returns
 * 0, or -1 and the reason: under Wayland and Windows if *id is 0, on a screen
 * with a palette, and if built without X11.
 */
int host_window_find(unsigned long *id, int *width, int *height, Error *error);

/* Makes an SDL window of that window, or in it, and sends SDL its changes of
   size, and its end; SDL's video driver must be x11 or windows. Returns NULL
   with SDL's error. */
SDL_Window *host_window_adopt(unsigned long id);

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

/* Asks for the events of a window that x11_follow_window needs, as SDL does
   not. Returns its id, or 0 if it is not one of X11. */
unsigned long x11_watch_window(SDL_Window *window);

/* Follows an event of that window, which an X server without a compositor sends
   when it is covered by others; leaves, see x11_watch, if another program has
   destroyed it. */
void x11_follow_window(unsigned long id, const SDL_SysWMEvent *event,
                       int *is_covered);

/* Prepares a window of a wallpaper before it is shown: the compositor goes on,
   though the window fills a display, and a window manager that does not know of
   desktop windows leaves it alone. Also asks for the events of what covers it.
 */
void x11_wallpaper_prepare(SDL_Window *window);

/* Puts it behind all others once it is shown. */
void x11_wallpaper_lower(SDL_Window *window);

/* Whether that event may change what x11_wallpaper_is_covered says. */
int x11_wallpaper_follows(const SDL_SysWMEvent *event);

/* Whether a window in full screen on this workspace covers it. With a
   compositor the X server does not report that; without one x11_follow_window
   knows of all windows. */
int x11_wallpaper_is_covered(SDL_Window *window);

#endif
