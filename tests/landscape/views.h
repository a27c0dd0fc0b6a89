/* SPDX-License-Identifier: MIT */
/* Pools in perspective for tests, with land, and their frames. */
#ifndef RIPPLE_TESTS_VIEWS_H
#define RIPPLE_TESTS_VIEWS_H

#include "../unit/water.h"

/* What stands in the water. */
typedef enum Ground {
    GROUND_SEA,     /* nothing: there is no mask */
    GROUND_ISLANDS, /* one with a beach, one at the edge, shallows, a ridge */
    GROUND_ALL,     /* land alone */
    GROUND_COUNT
} Ground;

/* A pool of model round in perspective, calm. */
Ripple *views_pool(int width, int height, int cell, Ground ground);

void views_set_ground(Ripple *pool, Ground ground);

/* Two stones fall, and the water steps `steps` times. */
void views_stir(Ripple *pool, int steps);

void views_look(Ripple *pool, double yaw, double pitch, double distance);

/* Renders all of a blank frame. */
RipplePixels views_render(Ripple *pool, const RipplePixels *picture);

/* The pixels of two frames that differ by more than `levels` in a channel. */
int views_count_other(const RipplePixels *a, const RipplePixels *b, int levels);

#endif
