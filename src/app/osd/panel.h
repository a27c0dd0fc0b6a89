/* SPDX-License-Identifier: MIT */
/*
 * Panels over the water. A panel knows no window, only pixels: the caller lays
 * it out for a window, allocates width x height pixels, has it drawn, and
 * blends them at (x, y) with their straight alpha.
 *
 * A kind of panel is a struct that begins with a Panel, a function that lays it
 * out with what is below, and its `draw`: see help_panel.c. Every length is a
 * multiple of the height of a capital, so a panel has the same shape in all
 * sizes.
 */
#ifndef RIPPLE_APP_OSD_PANEL_H
#define RIPPLE_APP_OSD_PANEL_H

#include <stddef.h>
#include <stdint.h>

#include "ripple.h"

/* Colours of text on the dark box of a panel, ARGB. */
#define PANEL_TITLE_COLOUR 0xFFFFFFFFU
#define PANEL_KEY_COLOUR   0xFF8ADCF5U
#define PANEL_TEXT_COLOUR  0xFFEAF1F4U

#define PANEL_DARK 0x0A1622U /* of boxes and shadows, RGB */

/* The window that a panel is laid out for. */
typedef struct PanelSpace {
    int width, height; /* in pixels */
    int size;          /* wanted height of a capital in pixels */
} PanelSpace;

typedef struct Panel Panel;

struct Panel {
    int x, y;          /* of its top left pixel in the window */
    int width, height; /* both 0: nothing fits */
    int size;          /* height of a capital */
    int side, padding; /* of a box: from its edges to its text */
    /* Sets the target's top left width x height pixels, or as many of them as
       the target has; only if width is not 0. The panel is the first member of
       its kind's struct. */
    void (*draw)(const Panel *panel, const RipplePixels *target);
};

/* Calls panel->draw, unless the panel has no pixels. */
void panel_draw(const Panel *panel, const RipplePixels *target);

/* Sets width and height of a panel for its size. */
typedef void PanelMeasure(Panel *panel, const PanelSpace *space);

/* Searches the largest size, up to the wanted one, that fits the space; below
   legible capitals the panel gets no pixels. */
void panel_fit(Panel *panel, const PanelSpace *space, PanelMeasure *measure);

/* Width of text in pixels, rounded up. */
int panel_text_width(const char *text, size_t length, int size);

/* The new pixel, ARGB, at the middle of one: (x + 0.5, y + 0.5). */
typedef uint32_t PanelShade(const Panel *panel, float x, float y);

/* Sets all pixels of a panel. */
void panel_fill(const Panel *panel, const RipplePixels *target,
                PanelShade *shade);

/*
 * Sets width and height of a panel that is text in a dark box with round
 * corners and a shadow, which panel_shade_box draws:
 *
 *     +-----------------------------+
 *     |  margin, with the shadow    |
 *     |   +---------------------+   |
 *     |   | padding             |   |  box and shadow have one colour and
 *     |   |   text              |   |  differ in alpha
 *     |   +---------------------+   |
 *     +-----------------------------+
 */
typedef struct PanelText {
    int width, height; /* in pixels */
    int side, padding; /* beside the text, above and below it */
} PanelText;
void panel_enclose(Panel *panel, const PanelText *text);

PanelShade panel_shade_box;

/* From the edges of the panel to its text. */
int panel_text_x(const Panel *panel);
int panel_text_y(const Panel *panel);

/* An RGB colour with an alpha of 0..1, as ARGB. */
uint32_t panel_colour(uint32_t rgb, float alpha);

#endif
