/* SPDX-License-Identifier: MIT */
/* Private API for our own programs, beside ripple.h. */
#ifndef RIPPLE_LAND_H
#define RIPPLE_LAND_H

#include "lib/kernels/perspective_kernels.h"

/* The eye of the view in perspective; its places are in cells. NULL in other
   views. Valid until the camera, the view, the size or `cell` changes. */
const Eye *ripple_eye(const Ripple *pool);

/* ripple_paint_mask with a natural outline, see ripple_capsule_roughen. */
int ripple_paint_land(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part);

#endif
