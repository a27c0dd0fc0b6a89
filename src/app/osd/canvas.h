/* SPDX-License-Identifier: MIT */
/*
 * Smooth drawing into pixels of 32 bits, straight alpha: strokes of a round
 * pen, and areas whose pixels a function gives. Nothing outside the
 * target is written.
 */
#ifndef RIPPLE_APP_OSD_CANVAS_H
#define RIPPLE_APP_OSD_CANVAS_H

#include <stdint.h>

#include "ripple.h"

#define CANVAS_MAX_LINES   256
#define CANVAS_CURVE_LINES 16 /* straight pieces of a curve */

typedef struct CanvasPoint {
    float x, y;
} CanvasPoint;

/* A line drawn with a round pen: all within `radius` of start + t * way. */
typedef struct CanvasLine {
    CanvasPoint start, way;
    float radius;
    float left, right, top, bottom; /* the pixels that it may touch */
} CanvasLine;

/* Lines that are painted together: pixels where they cross get no more colour
   than others. */
typedef struct CanvasShape {
    int count;
    CanvasLine lines[CANVAS_MAX_LINES];
} CanvasShape;

void canvas_add_line(CanvasShape *shape, CanvasPoint from, CanvasPoint to,
                     float radius);

/* Adds a conic, tangent to the lines from the corner to its ends: the rational
   quadratic Bezier curve of weights 1, 3/4, 1. */
void canvas_add_curve(CanvasShape *shape, CanvasPoint from, CanvasPoint corner,
                      CanvasPoint to, float radius);

/* Paints a shape over the pixels of the target. */
void canvas_draw(const RipplePixels *target, const CanvasShape *shape,
                 uint32_t argb);

/* The new pixel at the middle (x + 0.5, y + 0.5). */
typedef uint32_t CanvasShade(const void *context, float x, float y);

/* Sets the top left width x height pixels, as far as the target has them. */
void canvas_fill(const RipplePixels *target, int width, int height,
                 CanvasShade *shade, const void *context);

#endif
