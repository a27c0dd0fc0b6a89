/* SPDX-License-Identifier: MIT */
/*
 * Stones on their way down, in pixels. After k of n steps a stone has pressed
 * its weight times u^2 (3 - 2 u), u = k / n: it begins and ends gently. A
 * smooth stone presses in each step what it did not before, so that its parts
 * add up to the wave of its weight; the others press as deep as they are.
 */
#ifndef RIPPLE_SINKING_H
#define RIPPLE_SINKING_H

#include "ripple.h"

/* Further stones fall at once. */
#define RIPPLE_MAX_SINKING 256

typedef struct SinkingStone {
    RippleStone stone;
    int age, steps; /* steps since it touched the water, and that it takes */
} SinkingStone;

typedef struct Sinking {
    int count;
    SinkingStone stones[RIPPLE_MAX_SINKING];
} Sinking;

/* Drops the first part of a stone, or all of it if it takes one step or there
   is no room for the rest. */
void ripple_sinking_add(Sinking *sinking, Ripple *pool,
                        const RippleStone *stone, int steps);

/* Drops what is due before a step. */
void ripple_sinking_step(Sinking *sinking, Ripple *pool);

#endif
