/* SPDX-License-Identifier: MIT */
/*
 * The overlay of a window, as one picture. A pass lists its items; where the
 * list differs from that of the pass before, the picture is painted anew, and
 * only there. A pass without a difference paints nothing; an empty list has no
 * picture.
 */
#ifndef RIPPLE_APP_CANVAS_H
#define RIPPLE_APP_CANVAS_H

#include "app/font.h"
#include "ripple.h"

#define CANVAS_ITEMS 512
#define CANVAS_TEXT  8192
#define CANVAS_RECTS 8 /* that are shown, or painted, at once */

/* A plain shape over pixels with a straight alpha. */
typedef enum ShapeKind {
    SHAPE_BOX,   /* with round corners */
    SHAPE_PANEL, /* the same with a shadow of that `line` around it */
    SHAPE_CROSS, /* from corner to corner, with lines of twice the radius */
    SHAPE_RING,  /* a light ellipse between dark ones, of that `line` */
    SHAPE_FADE,  /* from nothing at the top to the colour at the bottom */
} ShapeKind;

/* All in pixels; the colour is ARGB. */
typedef struct Shape {
    ShapeKind kind;
    float x, y, width, height, radius, line;
    uint32_t argb;
} Shape;

/* A shape, or text if it has a length: of height `height`, on a line at y. */
typedef struct CanvasItem {
    Shape shape;
    RippleRect clip; /* the pixels of the window that it may change */
    int text, length;
} CanvasItem;

typedef struct CanvasList {
    CanvasItem items[CANVAS_ITEMS];
    char text[CANVAS_TEXT];
    int count, used;
} CanvasList;

/* Apart from each other. */
typedef struct CanvasRects {
    RippleRect rects[CANVAS_RECTS];
    int count;
} CanvasRects;

typedef struct Canvas {
    const Alphabet *font;
    int width, height;   /* of the window */
    RipplePixels pixels; /* of the window, ARGB with straight alpha, or none;
                            the memory is used where something is shown */
    CanvasRects shown;   /* all that is not transparent lies in them */
    CanvasRects dirty;   /* must be painted */
    RippleRect clip;     /* of the items that are added */
    CanvasList lists[2];
    int now; /* the list of this pass */
} Canvas;

/* Begins a pass for a window of that size; ends it, and returns whether there
   is something to paint. */
void canvas_begin(Canvas *canvas, const Alphabet *font, int width, int height);
int canvas_end(Canvas *canvas);

/* Adds a shape, or text of a known width from x on, with capitals of the height
   on the line y. */
void canvas_add(Canvas *canvas, const Shape *shape);
void canvas_add_text(Canvas *canvas, const Shape *pen, const char *text,
                     int length);

/* Paints what is dirty, which it sets *dirty to and is clean, then. */
void canvas_paint(Canvas *canvas, CanvasRects *dirty);

/* Draws the list of this pass over an opaque picture of the window's size. */
void canvas_draw(Canvas *canvas, const RipplePixels *picture);

/* Frees the picture and forgets the lists. */
void canvas_clear(Canvas *canvas);

/* For a copy of shown rectangle i that was at *place, empty for none: sets it
   to where that is now, and *dirty to the part of it that is to be copied.
   Returns whether the place is another. */
int canvas_follow(const Canvas *canvas, int i, RippleRect *place,
                  RippleRect *dirty);

#endif
