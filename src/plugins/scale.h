/* SPDX-License-Identifier: MIT */
/* Scales pictures with the arithmetic of SDL_SoftStretchLinear, so that land
   looks in an editor as it does in the program. */
#ifndef RIPPLE_PLUGINS_SCALE_H
#define RIPPLE_PLUGINS_SCALE_H

#include "ripple.h"

/* Makes *to, which pixel_buffer_clear frees, the picture in another size, each
   side at least 1. Axes that shrink to less than half are halved first. Both
   sides of the picture are at least 2. Returns 0, or -1 and zeroes *to. */
int scale_picture(RipplePixels *to, const RipplePixels *from, int width,
                  int height);

#endif
