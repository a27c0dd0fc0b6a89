/* SPDX-License-Identifier: MIT */
/*
 * What light meets at a point of the bed: colour, gloss, and a normal with
 * the bumps that are too fine for the height map.
 */
#ifndef PEBBLES_SURFACE_H
#define PEBBLES_SURFACE_H

#include "bed.h"
#include "stone.h"
#include "vector.h"

typedef struct Surface {
    Vec3 colour, normal;
    float gloss;
} Surface;

Surface surface_of_stone(const Stone *stone, Vec3 p);
Surface surface_of_sand(const Bed *depth_map, Vec3 p);

#endif
