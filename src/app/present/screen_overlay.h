/* SPDX-License-Identifier: MIT */
/* What lies over a screen, and where its pixels are. */
#ifndef RIPPLE_APP_PRESENT_SCREEN_OVERLAY_H
#define RIPPLE_APP_PRESENT_SCREEN_OVERLAY_H

#include "app/present/screen.h"

/* Paints what has changed of the canvases, to be seen from the next
   screen_present on. */
void screen_paint(Screen *screen);

/* Rounds a position in pixels down, and limits those far outside, and
   not-a-number, so that an int can hold them. */
int screen_to_pixel(double position);

/* The pixel of a window at a position in units of the mouse. */
SDL_Point screen_find_pixel(const Screen *screen, int window, double x,
                            double y);

#endif
