/* SPDX-License-Identifier: MIT */
/*
 * Replaces one picture by another from a point outwards, with a wide soft edge.
 * The square of the edge's distance grows evenly: the edge is fast at first and
 * then slows down, as rings on water seem to. All arithmetic on pixels is in
 * whole numbers.
 */
#ifndef RIPPLE_PLAY_TRANSITION_H
#define RIPPLE_PLAY_TRANSITION_H

#include <stdint.h>

typedef struct Transition {
    int x, y;        /* where it begins */
    int step, steps; /* 0 is all of the old picture, steps all of the new one */
} Transition;

/* Mixes row y of the new picture into `row`, that of the old one; the frame has
   width x height pixels. */
void transition_mix_row(const Transition *transition, int width, int height,
                        int y, const uint32_t *next, uint32_t *row);

/* The radius of the middle of the edge, in pixels. */
double transition_radius(const Transition *transition, int width, int height);

#endif
