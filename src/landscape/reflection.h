/* SPDX-License-Identifier: MIT */
/*
 * The land that the water mirrors. It follows from ground, picture and eye;
 * waves only tilt the rays that look for it.
 */
#ifndef RIPPLE_LANDSCAPE_REFLECTION_H
#define RIPPLE_LANDSCAPE_REFLECTION_H

#include "kernels/perspective.h"
#include "landscape/maps.h"
#include "landscape/relief.h"

typedef struct Reflection {
    int columns, rows; /* of points, the last ones beyond the frame */
    Mirrored *points;
} Reflection;

/* What is seen, and from where. */
typedef struct ReflectionArgs {
    const Maps *maps;
    const Relief *relief;
    const Texture *texture;
    Colour sky; /* of points behind which no land is */
    Eye eye;
    const float *distances; /* as cast has them */
    int count;
} ReflectionArgs;

/* Allocates for frames of this size. Returns 0 or RIPPLE_ERROR_MEMORY; on error
 *reflection is as after ripple_reflection_clear. */
int ripple_reflection_init(Reflection *reflection, int width, int height);

/* Frees the memory and zeroes the struct. */
void ripple_reflection_clear(Reflection *reflection);

/* Finds the points of a column. */
void ripple_reflection_cast(const Reflection *reflection,
                            const ReflectionArgs *args, int column);

#endif
