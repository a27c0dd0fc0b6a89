/* SPDX-License-Identifier: MIT */
/* The layers over a screen: where panels go, and in which window. */
#ifndef RIPPLE_APP_PRESENT_SCREEN_LAYERS_H
#define RIPPLE_APP_PRESENT_SCREEN_LAYERS_H

#include "app/osd/panel.h"
#include "app/present/screen.h"

/* The space for panels in a window. */
void screen_find_space(const Screen *screen, int window, PanelSpace *space);

/* Rounds a position in pixels down, and limits those far outside, and
   not-a-number, so that an int can hold them. */
int screen_to_pixel(double position);

/* The pixel of a window at a position in units of the mouse. */
SDL_Point screen_find_pixel(const Screen *screen, int window, double x,
                            double y);

/* Shows a panel in a layer of one window from the next screen_present on, and
   none in that layer of the others; NULL: nowhere. */
void screen_set_layer(Screen *screen, int window, Layer layer,
                      const Panel *panel);

#endif
