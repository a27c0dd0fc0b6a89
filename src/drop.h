/* SPDX-License-Identifier: MIT */
/*
 * What falls into the water: stones, lines of stones, single disturbances.
 * Positions and radii are in cells; what lies outside is clipped.
 */
#ifndef RIPPLE_DROP_H
#define RIPPLE_DROP_H

#include "heights.h"
#include "ripple.h"

/* The stone dragged from its place to (x, y); see ripple_drop_line. */
void drop_stone(Heights *heights, const RippleStone *stone, int x, int y);

/* See ripple_disturb. */
void drop_disturb(Heights *heights, int x, int y, int magnitude);

#endif
