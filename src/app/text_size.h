/* SPDX-License-Identifier: MIT */
/* How large text is in a window. */
#ifndef RIPPLE_APP_TEXT_SIZE_H
#define RIPPLE_APP_TEXT_SIZE_H

/* The display that a window is on. */
typedef struct TextDisplay {
    double pixels_per_unit; /* of the window, per unit of the desktop */
    float dpi_x, dpi_y;     /* as the desktop tells them; 0: unknown */
    int height;             /* in pixels; 0: unknown */
} TextDisplay;

/* The height of a capital, in pixels, for a window of width x height pixels:
   text is 16 pixels high at 96 dpi, grows with the display, and with windows of
   more than 832 pixels. */
int text_size_compute(const TextDisplay *display, int width, int height);

#endif
