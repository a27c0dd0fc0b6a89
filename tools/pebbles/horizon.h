/* SPDX-License-Identifier: MIT */
/*
 * What a point sees of the sky and of the sun past the heights around it. A
 * jitter of 0..1 varies where they look.
 */
#ifndef PEBBLES_HORIZON_H
#define PEBBLES_HORIZON_H

#include "grid.h"
#include "vector.h"

/* The open share of the sky, by the horizon in a few directions. */
float horizon_sky(const Grid *heights, Vec3 p, float jitter);

/* The share of the sun, 0..1, with a penumbra; to_sun has length 1. */
float horizon_sun(const Grid *heights, Vec3 p, Vec3 to_sun, float jitter);

#endif
