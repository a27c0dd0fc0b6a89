/* SPDX-License-Identifier: MIT */
/*
 * Panels over the water: the help, messages of one line, and the mark of a
 * recording. A panel knows no window, only pixels: the caller lays it out for a
 * window's size, allocates width x height pixels, has it drawn once, and blends
 * them at (x, y) with their straight alpha.
 */
#ifndef RIPPLE_APP_OSD_PANEL_H
#define RIPPLE_APP_OSD_PANEL_H

#include <stddef.h>

#include "ripple.h"

typedef struct Panel {
    int x, y;                 /* of its top left pixel in the window */
    int width, height;        /* both 0: nothing fits */
    int size;                 /* height of a capital */
    int column;               /* of help: from the keys to their actions */
    size_t fitting;           /* of a message: bytes that fit */
    const char *const *lines; /* of help, or NULL */
    int count;
    const char *message; /* or NULL */
} Panel;

/*
 * Lays out the help in the middle of a window. The first line is the title; in
 * the others a tab separates a key from its action; an empty line is half a
 * line of space. The lines must outlive the panel. It shrinks to fit the
 * window; below legible capitals nothing fits.
 */
void panel_help(Panel *panel, const char *const *lines, int count,
                int window_width, int window_height);

/* Lays out one line of text at the bottom of a window. If it is too long, "..."
   replaces its end. The text must outlive the panel. */
void panel_message(Panel *panel, const char *text, int window_width,
                   int window_height);

/* Lays out a red dot at the top right of a window. */
void panel_mark(Panel *panel, int window_width, int window_height);

/* Sets the target's top left width x height pixels, or as many of them as the
   target has. */
void panel_draw(const Panel *panel, const RipplePixels *target);

#endif
