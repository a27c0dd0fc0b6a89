/* SPDX-License-Identifier: MIT */
/* Plain shapes over the pixels of a panel, which have a straight alpha. */
#ifndef RIPPLE_APP_OSD_SHAPE_H
#define RIPPLE_APP_OSD_SHAPE_H

#include "ripple.h"

#include <stdint.h>

/* A box with round corners, in pixels: a disc if the radius is half of both
   sides, else a line, a bar or a field. */
typedef struct ShapeBox {
    float x, y, width, height, radius;
} ShapeBox;

/* The distance of a point from a box; negative inside. */
float shape_box_distance(const ShapeBox *box, float x, float y);

/* Draws a box of that colour, ARGB, with smooth edges, clipped to the
   target. */
void shape_draw_box(const RipplePixels *target, const ShapeBox *box,
                    uint32_t argb);

/* Draws a cross from corner to corner of a box, whose radius is half of the
   width of the lines. */
void shape_draw_cross(const RipplePixels *target, const ShapeBox *box,
                      uint32_t argb);

#endif
