/* SPDX-License-Identifier: MIT */
/*
 * A naive model of the classic water of 1999: its formula written down in
 * 32-bit arithmetic without saturation, to compare the pool with. Heights
 * outside the grid are 0.
 */
#ifndef RIPPLE_TESTS_NAIVE_H
#define RIPPLE_TESTS_NAIVE_H

#include "ripple.h"

typedef struct Naive {
    int width, height;
    int32_t *now, *before;
} Naive;

Naive naive_create(int width, int height);
void naive_destroy(Naive *water);

int32_t naive_height(const Naive *water, int x, int y);

/* Every cell with dx*dx + dy*dy < radius*radius is set to -weight. */
void naive_stone(Naive *water, int x, int y, int radius, int weight);

/* next = (N4 >> 1) - before; next -= next >> damping; the buffers swap. */
void naive_step(Naive *water, int damping);

/* The same with eight neighbours: (N8 >> 2) - before. */
void naive_step_round(Naive *water, int damping);

/*
 * The colour of pixel (x, y): the picture at (x + xoff, y + yoff), clamped to
 * the picture, where xoff and yoff are differences of heights across the cell.
 * One unit of height is one pixel.
 */
uint32_t naive_pixel(const Naive *water, const RipplePixels *picture, int x,
                     int y);

#endif
