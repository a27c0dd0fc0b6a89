/* SPDX-License-Identifier: MIT */
/* Plain shapes over pixels with a straight alpha. */
#ifndef RIPPLE_APP_SHAPE_H
#define RIPPLE_APP_SHAPE_H

#include "ripple.h"

#include <stdint.h>

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

/* Draws a shape with smooth edges, clipped to the target. */
void shape_draw(const RipplePixels *target, const Shape *shape);

/* How far it reaches over its x, y, width and height. */
float shape_reach(const Shape *shape);

#endif
