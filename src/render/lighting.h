/* SPDX-License-Identifier: MIT */
/*
 * The light on the water: from settings that a person understands to the
 * numbers of the kernels that draw.
 */
#ifndef RIPPLE_RENDER_LIGHTING_H
#define RIPPLE_RENDER_LIGHTING_H

#include "kernels/kernels.h"
#include "ripple.h"

/* The light of checked settings on traits that were doubled so often already;
   no light counts as 100, for those views that show some all the same. */
Lighting ripple_lighting_make(const RippleSettings *settings, int already);

#endif
