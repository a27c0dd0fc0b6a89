/* SPDX-License-Identifier: MIT */
/*
 * Gradient noise in space: the grain, patches and veins of the stones, the
 * dunes below them and the light above. The same point has the same noise
 * whatever the seed; another seed looks at another part of space.
 */
#ifndef PEBBLES_NOISE_H
#define PEBBLES_NOISE_H

#include "vector.h"

typedef struct Noise {
    float value; /* about -1..1 */
    Vec3 slope;
} Noise;

Noise noise_at(Vec3 p);

/* Octaves of noise, each half as strong and twice as fine. */
Noise noise_fractal(Vec3 p, int octaves);

#endif
