/* SPDX-License-Identifier: MIT */
/* How water and sky look in perspective. */
#ifndef RIPPLE_LANDSCAPE_SCENERY_H
#define RIPPLE_LANDSCAPE_SCENERY_H

#include "kernels/perspective.h"

/* The scenery of a pool of columns x rows cells. Two of its numbers follow from
   the frame and are left 0: `smooth` from the eye, `bed` from the picture. */
Scenery ripple_scenery_make(const RippleSettings *settings, int columns,
                            int rows);

#endif
