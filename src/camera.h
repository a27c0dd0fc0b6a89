/* SPDX-License-Identifier: MIT */
/* The view in perspective of a pool, which exists while the setting `view` asks
   for it, and its camera. */
#ifndef RIPPLE_CAMERA_H
#define RIPPLE_CAMERA_H

#include "parts.h"

/* Makes the view that a pool of this size and settings needs, or takes the one
   that it has; NULL if it needs none. Errors: MEMORY. */
int ripple_camera_prepare(Perspective **next, const Ripple *pool,
                          const GridSize *size, const RippleSettings *settings);

/* Gives the pool, which has its size and settings by now, that view. */
void ripple_camera_accept(Ripple *pool, Perspective *next);

/* Frees a prepared view that the pool shall not have. */
void ripple_camera_reject(const Ripple *pool, Perspective *next);

/* Call after a change of the mask: of the cells `part`, NULL for all. */
void ripple_camera_ground(Ripple *pool, const RippleRect *part);

/* Steps once if `steps` is 1, then renders in perspective at a phase. Without
   memory for a phase a step shows the newest; else MEMORY, and nothing is done.
 */
int ripple_camera_render(Ripple *pool, int steps, int phase,
                         const RipplePixels *picture, const RipplePixels *frame,
                         const RippleRect **changed);

#endif
