/* SPDX-License-Identifier: MIT */
/*
 * How the water looks: draws a picture, bent by the slopes of the heights,
 * into a frame, and keeps account of which tiles of the frame can differ from
 * the picture, so that calm water that is already drawn is left alone.
 */
#ifndef RIPPLE_OPTICS_H
#define RIPPLE_OPTICS_H

#include "heights.h"
#include "kernels/kernels.h"
#include "picture.h"

typedef struct Optics {
    RipplePixels picture, frame; /* as of the last render */
    uint8_t *bent; /* by tile: the frame may show more than the picture */
    int tile_columns, tile_rows;
    RectList changed;
} Optics;

/* Makes room for water of this shape. Returns 0 or RIPPLE_ERROR_MEMORY, and
   then *optics is as after optics_clear. */
int optics_init(Optics *optics, const Heights *heights);

/* Frees the memory and zeroes the struct. */
void optics_clear(Optics *optics);

/* Makes the next render write every pixel. */
void optics_invalidate(Optics *optics);

/* Draws; see ripple_render. The rectangles are in optics->changed. */
void optics_render(Optics *optics, const Heights *heights,
                   RefractRow *refract_row, const Refraction *refraction,
                   const RipplePixels *frame);

#endif
