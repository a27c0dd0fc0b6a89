/* SPDX-License-Identifier: MIT */
/* Draws a rectangle of the frame in any view, split views included. */
#ifndef RIPPLE_RENDER_VIEWS_H
#define RIPPLE_RENDER_VIEWS_H

#include "kernels/kernels.h"

/* Like kernels->render, and also RIPPLE_VIEW_SPLIT: a third each of heights,
   refracted picture, and refracted picture with light. */
void ripple_views_draw(const Kernels *kernels, const RenderArgs *args,
                       RippleRect rect);

#endif
