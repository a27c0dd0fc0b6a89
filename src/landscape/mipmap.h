/* SPDX-License-Identifier: MIT */
/* Coarser levels of a picture, for what is far away: each pixel is the mean of
   four of the level before. */
#ifndef RIPPLE_LANDSCAPE_MIPMAP_H
#define RIPPLE_LANDSCAPE_MIPMAP_H

#include "kernels/perspective.h"

typedef struct Mipmap {
    Texture texture; /* its limits are the caller's */
    uint32_t *coarse;
} Mipmap;

/* Allocates the levels of a picture of this size. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *mipmap is as after ripple_mipmap_clear. */
int ripple_mipmap_init(Mipmap *mipmap, int width, int height);

/* Frees the memory and zeroes the struct. */
void ripple_mipmap_clear(Mipmap *mipmap);

/* Points to a picture of that size, in ARGB8888. */
void ripple_mipmap_show(Mipmap *mipmap, const RipplePixels *picture);

/* The number of rows of level i, 1 or more. */
int ripple_mipmap_rows(const Mipmap *mipmap, int i);

/* Makes row y of level i from the level before, which is complete. */
void ripple_mipmap_fill_row(Mipmap *mipmap, int i, int y);

/* The mean colour of the picture where the ground of this terrain lies under
   the calm sea, or of all the picture. The levels are complete. */
Colour ripple_mipmap_bed(const Mipmap *mipmap, const Terrain *terrain);

#endif
