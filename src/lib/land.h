/* SPDX-License-Identifier: MIT */
/* Private API for our own programs, beside ripple.h. */
#ifndef RIPPLE_LAND_H
#define RIPPLE_LAND_H

#include "ripple.h"

/* ripple_paint_mask with a natural outline, see ripple_capsule_roughen. */
int ripple_paint_land(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part);

#endif
