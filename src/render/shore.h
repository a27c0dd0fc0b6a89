/* SPDX-License-Identifier: MIT */
/*
 * Lays the floor of the pool: the picture as it looks under calm water. Land
 * stays as it is; water is darker and bluer the deeper it is. Rendering then
 * refracts the floor instead of the picture.
 */
#ifndef RIPPLE_RENDER_SHORE_H
#define RIPPLE_RENDER_SHORE_H

#include "render/grid_map.h"
#include "water/mask.h"

/* Writes `part` of `floor` from the same part of `picture`; both have the size
   of the frame. */
void ripple_shore_lay_floor(const Mask *mask, const GridMap *grid_map,
                            const RipplePixels *picture,
                            const RipplePixels *floor, RippleRect part);

#endif
