/* SPDX-License-Identifier: MIT */
/*
 * Light on a point of the bed: the sun through the waves and past the stones,
 * the open sky, what the bed throws back, and the water on the way up.
 */
#ifndef PEBBLES_LIGHT_H
#define PEBBLES_LIGHT_H

#include "bed.h"
#include "surface.h"
#include "vector.h"

/* The light, linear and unbounded, that a surface at p sends up; jitter 0..1
   as in horizon.h. */
Vec3 light_surface(const Bed *depth_map, Surface surface, Vec3 p, float jitter);

/* What is left of a colour from height z on its way through the water. */
Vec3 light_through_water(Vec3 colour, float z);

#endif
