/* SPDX-License-Identifier: MIT */
/*
 * What falls into the water: stones, lines of stones, single disturbances.
 * Positions and radii are in cells; what lies outside, or on land, is left
 * out. The shore may be NULL.
 */
#ifndef RIPPLE_WATER_SPLASH_H
#define RIPPLE_WATER_SPLASH_H

#include "water/field.h"
#include "ripple.h"
#include "water/mask.h"

/* The stone dragged from its place to (x, y); see ripple_drop_line. */
void ripple_splash_stone(Field *heights, const Mask *shore,
                         const RippleStone *stone, int x, int y);

/* See ripple_disturb. */
void ripple_splash_disturb(Field *heights, const Mask *shore, int x, int y,
                           int magnitude);

#endif
