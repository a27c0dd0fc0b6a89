/* SPDX-License-Identifier: MIT */
/* Draws a rectangle of the frame in any view, split views included. */
#ifndef RIPPLE_LOOK_VIEWS_H
#define RIPPLE_LOOK_VIEWS_H

#include "lib/kernels/kernels.h"

/* Draws a rectangle in a view that is not split. */
typedef void DrawView(const void *with, const RenderArgs *args,
                      RippleRect rect);

/* Calls `draw` with `with` for each view in a rectangle: RIPPLE_VIEW_SPLIT is a
   third each of heights, refracted picture, and refracted picture with light.
 */
void ripple_views_draw(const RenderArgs *args, RippleRect rect, DrawView *draw,
                       const void *with);

#endif
