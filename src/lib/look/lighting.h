/* SPDX-License-Identifier: MIT */
/*
 * Turns the light settings into the fixed-point factors of the render kernels.
 */
#ifndef RIPPLE_LOOK_LIGHTING_H
#define RIPPLE_LOOK_LIGHTING_H

#include "lib/kernels/kernels.h"
#include "ripple.h"

/* For checked settings. Light 0 without sky counts as 100, since split views
   show light anyway. */
Lighting ripple_lighting_make(const RippleSettings *settings);

/* 1 if both draw the same. */
int ripple_optics_equal(const Optics *a, const Optics *b);

/* A soft limit of about `limit`, 0..32767; above 0 it is at least 1/2. */
SoftLimit ripple_soft_limit_make(double limit);

/* 1 if some view may show light. */
int ripple_lighting_is_lit(const RippleSettings *settings);

#endif
