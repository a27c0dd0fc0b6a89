/* SPDX-License-Identifier: MIT */
/*
 * Turns the light settings into the fixed-point factors of the render kernels.
 */
#ifndef RIPPLE_LOOK_LIGHTING_H
#define RIPPLE_LOOK_LIGHTING_H

#include "lib/kernels/kernels.h"
#include "lib/look/grid_map.h"
#include "ripple.h"

/* For checked settings. Light 0 without sky counts as 100, since split views
   show light anyway. */
Lighting ripple_lighting_make(const RippleSettings *settings, int has_caustics);

/* 1 if both draw the same. */
int ripple_optics_equal(const Optics *a, const Optics *b);

/* A soft limit of about `limit`, 0..32767; above 0 it is at least 1/2. */
SoftLimit ripple_soft_limit_make(double limit);

/* The sky light from level water, for Lighting's sky_from and sky_knee. */
int16_t ripple_sky_level(int from, const SoftLimit *knee);

/* 1 if caustics on the floor replace the Laplacian. They need cells of more
   than a pixel: at one pixel they would cost more than the frame. */
int ripple_lighting_has_caustics(const RippleSettings *settings,
                                 const GridSize *size);

#endif
