/* SPDX-License-Identifier: MIT */
/*
 * Disturbs the water: stones, lines of stones, single cells. A stone applies
 * its profile over the distance from the line it is dragged along; a stone that
 * only falls has a line of length 0. Lengths are in cells. Cells outside the
 * pool and on land are left out; the mask may be NULL.
 *
 * Each returns how much it changed: the sum over its cells of |h' - h| (|h' -
 * b| + |h - b|), h and h' a height before and after and b that of the step
 * before. It is the most by which squared speeds can change.
 */
#ifndef RIPPLE_WATER_SPLASH_H
#define RIPPLE_WATER_SPLASH_H

#include "ripple.h"
#include "lib/util/shapes.h"
#include "lib/water/field.h"
#include "lib/water/mask.h"

/* A change of the newest height of a cell: it is set, made no more than, or
   raised by an amount; heights stay within the limit of the field. A height
   that is set has no fraction. */
typedef enum SplashKind { SPLASH_SET, SPLASH_MIN, SPLASH_ADD } SplashKind;
typedef struct SplashChange {
    SplashKind kind;
    int64_t amount;
} SplashChange;

/* What a stone does to a cell at a distance, less than the radius, from the
   line of its capsule. */
SplashChange ripple_splash_change(const Field *field, const Capsule *capsule,
                                  const RippleStone *stone, int64_t distance2);

/* Drags a stone from its position to (x, y); see ripple_drop_line. */
int64_t ripple_splash_stone(Field *field, const Mask *mask,
                            const RippleStone *stone, int x, int y);

/* See ripple_disturb. */
int64_t ripple_splash_disturb(Field *field, const Mask *mask, int x, int y,
                              int magnitude);

#endif
