/* SPDX-License-Identifier: MIT */
/*
 * Draws a rectangle of a frame in whichever view.
 */
#ifndef RIPPLE_RENDER_VIEWS_H
#define RIPPLE_RENDER_VIEWS_H

#include "kernels/kernels.h"

/* As Refract, and RIPPLE_VIEW_SPLIT too: side by side the heights, the picture
   bent, and lit as well. */
void ripple_views_draw(const Kernels *kernels, const RenderArgs *args,
                       RippleRect rect);

#endif
