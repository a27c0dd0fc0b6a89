/* SPDX-License-Identifier: MIT */
/* What the program has to do with X11 besides SDL: the desktop as a picture,
   and how windows close. */
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

/*
 * To be called when there is an X server, and again before a window is
 * destroyed. SDL wakes itself up by an event that it sends to its window over a
 * second connection; the last one may reach the server after the window is
 * gone, for good or to be replaced, and Xlib's own error handler would then end
 * the program. From now on such an error is passed over, no other one.
 */
void desktop_pass_over_late_events(void);

#endif
