/* SPDX-License-Identifier: MIT */
/* The desktop as a picture, on X11. */
#ifndef RIPPLE_APP_DESKTOP_H
#define RIPPLE_APP_DESKTOP_H

#include "report.h"

#include <SDL.h>

/*
 * Reads what the screen of DISPLAY shows now, with all its windows, into a new
 * surface, ARGB8888, that the caller frees; or, in a screensaver, what it
 * showed before: the pixmap that xscreensaver left in the property
 * _SCREENSAVER_SCREENSHOT of its window or of the root window. Uses the error
 * handler of Xlib meanwhile. Returns 0, or -1 with *surface NULL and the
 * reason in the report, also where the program was built without X11.
 */
int desktop_read(SDL_Surface **surface, Report *report);

#endif
