/* SPDX-License-Identifier: MIT */
/* The window of a screensaver's host: of X11 (x11.c), or of the settings of
   Windows, in which the preview is a window of ours (windows.c). */
#ifndef RIPPLE_APP_HOST_WINDOW_H
#define RIPPLE_APP_HOST_WINDOW_H

#include "os/error.h"

#include <SDL.h>

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

#endif
