/* SPDX-License-Identifier: MIT */
/*
 * What the program says over the water: the help panel, one-line messages and
 * the mark of a recording.
 * Plain pixels, no window: the caller lays a text out for a window, makes
 * pixels of the size asked for, has it drawn there once and shows them,
 * blended by their straight alpha, wherever the layout says.
 */
#ifndef RIPPLE_APP_OSD_PANEL_H
#define RIPPLE_APP_OSD_PANEL_H

#include <stddef.h>

#include "ripple.h"

typedef struct Panel {
    int x, y;          /* where in the window its top left pixel belongs */
    int width, height; /* pixels it takes; both 0 when nothing fits */
    int size;          /* height of a capital */
    int column;        /* of help: from the keys to what they do */
    size_t shown;      /* of a message: bytes that fit */
    const char *const *lines; /* of help, or NULL */
    int count;
    const char *message; /* or NULL */
} Panel;

/*
 * Lays out a help panel in the middle of a window of that many pixels. The
 * first line is the title. In the others a tab separates a key from what it
 * does; an empty line is half a line of space. The text is kept and must
 * outlive the overlay. It shrinks to fit the window; where it would no longer
 * be legible, there is no panel.
 */
void panel_help(Panel *panel, const char *const *lines, int count,
                int window_width, int window_height);

/*
 * Lays out one line of text at the bottom of a window, the end replaced by
 * "..." when it is too long. The text is kept and must outlive the overlay.
 */
void panel_message(Panel *panel, const char *text, int window_width,
                   int window_height);

/* Lays out a red dot at the top right of a window. */
void panel_mark(Panel *panel, int window_width, int window_height);

/*
 * Draws the overlay into the target's top left width x height pixels: all of
 * them are set, whatever they were, as far as the target reaches.
 */
void panel_draw(const Panel *panel, const RipplePixels *target);

#endif
