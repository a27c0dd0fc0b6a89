/* SPDX-License-Identifier: MIT */
/*
 * Rectangles of pixels and capsules of cells. A rectangle of zero width or
 * height is empty; no function here returns a negative size.
 */
#ifndef RIPPLE_UTIL_SHAPES_H
#define RIPPLE_UTIL_SHAPES_H

#include "ripple.h"

#include <stdint.h>

/* The part of `rect` inside (0, 0, width, height); empty if there is none. */
RippleRect ripple_rect_clip(RippleRect rect, int width, int height);

/* Grows `rect` by `margin` on all four sides, then clips it as above. */
RippleRect ripple_rect_grow(RippleRect rect, int margin, int width, int height);

/* The part that two rectangles share; empty if they share none. */
RippleRect ripple_rect_intersect(RippleRect a, RippleRect b);

/*
 * A line with a radius, or a disc if its length is 0: the shape of stones,
 * bodies and brushes. All values are integers. Squared distances are in (1/16
 * cell)^2, and exact where the nearest point is an end of the line.
 */
typedef struct Capsule {
    int64_t x, y;    /* start */
    int64_t dx, dy;  /* from start to end */
    int64_t length2; /* dx^2 + dy^2 */
    int64_t radius;  /* cells */
    int64_t radius2; /* squared, in the unit of ripple_capsule_distance2 */
    int64_t spacing; /* of the noise in the outline; 0: none, see below */
} Capsule;

/* Clamps positions and radius to +-262144. */
Capsule ripple_capsule_make(int x0, int y0, int x1, int y1, int radius);

/* Gives a capsule a natural outline: the radius varies by a fifth, by smooth
   noise that depends on the place alone. */
void ripple_capsule_roughen(Capsule *capsule);

/* The rows of 0..rows - 1 that the capsule can touch; none if *top > *bottom.
 */
void ripple_capsule_rows(const Capsule *capsule, int rows, int *top,
                         int *bottom);

/* The columns of 0..columns - 1 that the capsule can touch in row y; no column
   if *first > *last. */
void ripple_capsule_columns(const Capsule *capsule, int y, int columns,
                            int *first, int *last);

/* The squared distance of a cell from the line, in (1/16 cell)^2. */
int64_t ripple_capsule_distance2(const Capsule *capsule, int x, int y);

/* Whether a cell of the pool is inside. */
int ripple_capsule_contains(const Capsule *capsule, int x, int y);

#endif
