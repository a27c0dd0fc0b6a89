/* SPDX-License-Identifier: MIT */
/*
 * How one picture becomes another: from a point outwards, with a wide soft
 * edge. In squares of the distance from there, with that to the farthest
 * corner as the unit, the edge goes outwards evenly, and so fast at first and
 * then ever slower, as rings in water seem to. Colours are mixed in whole
 * numbers.
 */
#ifndef RIPPLE_PLAY_TRANSITION_H
#define RIPPLE_PLAY_TRANSITION_H

#include <stdint.h>

typedef struct Transition {
    int x, y;          /* where it begins */
    int place, length; /* steps: 0 is all of the old picture, length all of
                          the new one */
} Transition;

/*
 * Lays row y of the new picture over that of the old one; the frame has
 * width x height pixels. May be called for any place from 0 to length.
 */
void transition_mix_row(const Transition *transition, int width, int height,
                        int y, const uint32_t *next, uint32_t *row);

/* How far from where it began the middle of the edge is, in pixels. */
double transition_radius(const Transition *transition, int width, int height);

#endif
