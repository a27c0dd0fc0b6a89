/* SPDX-License-Identifier: MIT */
/* What the program has to do with X11 besides SDL: the desktop as a picture,
   the windows of screensavers, and how windows close. */
#ifndef RIPPLE_APP_PLATFORM_X11_H
#define RIPPLE_APP_PLATFORM_X11_H

#include "host/error.h"

#include <SDL.h>

/*
 * Reads what the screen of DISPLAY shows now, with all its windows, into a new
 * surface, ARGB8888, that the caller frees; or, in a screensaver, what it
 * showed before: the pixmap that xscreensaver left in the property
 * _SCREENSAVER_SCREENSHOT of its window or of the root window. Uses the error
 * handler of Xlib meanwhile. Returns 0, or -1 with *surface NULL and the
 * reason in the report, also where the program was built without X11.
 */
int x11_read_screen(SDL_Surface **surface, Error *error);

/*
 * Finds the window of another program that a screensaver is to draw on, *id or,
 * where that is 0, the root window or what a window manager has in its place.
 * Sets all three. Uses the error handler of Xlib meanwhile. Returns 0, or -1
 * with the reason in the report, also under Wayland unless *id says where, and
 * where the program was built without X11.
 */
int x11_find_window(unsigned long *id, int *width, int *height, Error *error);

/*
 * Makes SDL's window of that window, which must be there, and lets SDL know of
 * its new sizes; SDL's video must be x11. When that window goes, its program
 * is on its way to end this one: from now on the process exits at once with 0
 * when that is seen, or any other error of the X server. Returns NULL with
 * SDL's error.
 */
SDL_Window *x11_adopt_window(unsigned long id);

/*
 * To be called when there is an X server, and again before a window is
 * destroyed and before SDL lets go of the server: others may have set a handler
 * of their own meanwhile. SDL wakes itself up by an event that it sends to its
 * window over a second connection; the last one may reach the server after the
 * window is gone, for good or to be replaced, and Xlib's own error handler
 * would then end the program. From now on such an error is passed over, no
 * other one.
 */
void x11_ignore_late_events(void);

#endif
