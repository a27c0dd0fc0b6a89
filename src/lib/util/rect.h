/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic of rectangles. A rectangle of zero width or height is empty; no
 * function here returns a negative size.
 */
#ifndef RIPPLE_UTIL_RECT_H
#define RIPPLE_UTIL_RECT_H

#include "ripple.h"

/* The part of `rect` inside (0, 0, width, height); empty if it lies outside. */
RippleRect ripple_rect_clip(RippleRect rect, int width, int height);

/* `rect` with `margin` more on each of its four sides, clipped likewise. */
RippleRect ripple_rect_grow(RippleRect rect, int margin, int width, int height);

/* The part that two rectangles share; empty if they share none. */
RippleRect ripple_rect_intersect(RippleRect a, RippleRect b);

#endif
