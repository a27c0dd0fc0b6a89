/* SPDX-License-Identifier: MIT */
/*
 * Turns the light settings into the fixed-point factors of the render kernels.
 */
#ifndef RIPPLE_LOOK_LIGHTING_H
#define RIPPLE_LOOK_LIGHTING_H

#include "lib/kernels/kernels.h"
#include "lib/look/grid_map.h"
#include "ripple.h"

/* For checked settings. Light 0 counts as 100 if there is no sky: split views
   show some anyway. */
Lighting ripple_lighting_make(const RippleSettings *settings, int has_caustics);

/* 1 if both look alike. */
int ripple_optics_equal(const Optics *a, const Optics *b);

/* A soft limit of about `limit`, 0..32767; of at least 1/2 if above 0. */
SoftLimit ripple_soft_limit_make(double limit);

/* The mirrored light of level water, for Lighting's sky_from and sky_knee. */
int16_t ripple_sky_level(int from, const SoftLimit *knee);

/* 1 if light that the surface gathers on the floor takes the place of the
   Laplacian. Where a cell is a pixel it would cost more than the frame. */
int ripple_lighting_has_caustics(const RippleSettings *settings,
                                 const GridSize *size);

#endif
