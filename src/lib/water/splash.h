/* SPDX-License-Identifier: MIT */
/*
 * Disturbs the water: stones, lines of stones, single cells. A stone applies
 * its profile over the distance from the line it is dragged along; the line of
 * a stone that only falls has length 0. Lengths are in cells. Cells outside the
 * pool and on land are skipped; the mask may be NULL.
 *
 * Each function returns the size of its change: the sum over its cells of
 * |h' - h| (|h' - b| + |h - b|). h and h' are the height of a cell before and
 * after the change, b its height one step earlier. The change of the squared
 * speeds is at most this sum.
 */
#ifndef RIPPLE_WATER_SPLASH_H
#define RIPPLE_WATER_SPLASH_H

#include "ripple.h"
#include "lib/util/shapes.h"
#include "lib/water/field.h"
#include "lib/water/mask.h"

/* A change of the newest height h of a cell: h = amount, h = min(h, amount) or
   h = h + amount, clamped to the limit of the field. The first two zero the
   fraction of a height that they change. */
typedef enum SplashKind { SPLASH_SET, SPLASH_MIN, SPLASH_ADD } SplashKind;
typedef struct SplashChange {
    SplashKind kind;
    int64_t amount;
} SplashChange;

/* The change that a stone makes to a cell. distance2, less than radius2, is the
   squared distance to the line of its capsule. */
SplashChange ripple_splash_change(const Field *field, const Capsule *capsule,
                                  const RippleStone *stone, int64_t distance2);

/* Drags a stone from its position to (x, y); see ripple_drop_line. */
int64_t ripple_splash_stone(Field *field, const Mask *mask,
                            const RippleStone *stone, int x, int y);

/* See ripple_disturb. */
int64_t ripple_splash_disturb(Field *field, const Mask *mask, int x, int y,
                              int magnitude);

#endif
