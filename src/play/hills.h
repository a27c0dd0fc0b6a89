/* SPDX-License-Identifier: MIT */
/*
 * The built-in land `hills`: y = 0.3 (z sin 0.1x + x cos 0.1z), the hills of
 * the papers on the wave equation, roughened and wooded, and a picture of what
 * grows on them. Both are made, with the same bits on every machine.
 */
#ifndef RIPPLE_PLAY_HILLS_H
#define RIPPLE_PLAY_HILLS_H

#include "ripple.h"

#define HILLS_NAME   "hills"
/* The size in which the picture has its finest grain. */
#define HILLS_WIDTH  1280
#define HILLS_HEIGHT 720

/* Makes the map for ripple_set_land, of any size. Returns 0, or -1 without
   memory. */
int hills_make(uint16_t *heights, int columns, int rows);

/* Paints sand, grass and rock over ARGB8888 pixels, for a pool of any size that
   has this land. Returns 0, or -1 without memory. */
int hills_paint(const RipplePixels *picture);

#endif
