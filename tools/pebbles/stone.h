/* SPDX-License-Identifier: MIT */
/*
 * The body of one stone, as a formula, and where a ray from above meets it. A
 * formula is smooth in a picture of any size and small enough to keep tens of
 * thousands of them.
 */
#ifndef PEBBLES_STONE_H
#define PEBBLES_STONE_H

#include <stdbool.h>

#include "material.h"
#include "random.h"
#include "vector.h"

#define STONE_CUTS 12 /* planes that flatten one stone */

/*
 * A stone is where the sixth-power norm of an ellipsoid and of some cutting
 * planes stays under 1: a convex body, flattened here and there, with round
 * edges. `form` is the ellipsoid's matrix: xx, yy, zz, xy, xz, yz.
 */
typedef struct Stone {
    Vec3 centre;
    Vec3 axis[3]; /* long, middle, short; world directions */
    float size;   /* half of the longest axis */
    float form[6];
    Vec3 cuts[STONE_CUTS];
    Material material;
} Stone;

/* Turns the stone so that its short axis is `up`, spun by `angle`. */
void stone_turn(Stone *stone, Vec3 up, float angle);

/* Sets form and cuts from the axes; the same Random gives the same shape. */
void stone_shape(Stone *stone, Random random);

/*
 * The height of the ellipsoid around the stone over (x, y), both from its
 * centre: of its upper side, or for side -1 of its lower one. False when it
 * is not there. Cheap, and never inside the stone.
 */
bool stone_hull(const Stone *stone, float x, float y, float side, float *z);

/* The same of the upper side of the stone itself. */
bool stone_top(const Stone *stone, float x, float y, float *height);

/* Outward, at d from the centre. */
Vec3 stone_normal(const Stone *stone, Vec3 d);

/* Directions along the stone's axes, and the world's. */
Vec3 stone_to_world(const Stone *stone, Vec3 v);
Vec3 stone_from_world(const Stone *stone, Vec3 d);

#endif
