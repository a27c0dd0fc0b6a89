/* SPDX-License-Identifier: MIT */
/*
 * Source R once more, as literally and as slowly as can be, in 32-bit
 * arithmetic without any saturation: what the pool is compared with. Heights
 * outside the grid are zero.
 */
#ifndef RIPPLE_TESTS_REFERENCE_H
#define RIPPLE_TESTS_REFERENCE_H

#include "ripple.h"

typedef struct Literal {
    int width, height;
    int32_t *now, *before;
} Literal;

Literal literal_create(int width, int height);
void literal_destroy(Literal *water);

/* The height of a cell, 0 outside. */
int32_t literal_height(const Literal *water, int x, int y);

/* Every cell with dx*dx + dy*dy < radius*radius is set to -weight. */
void literal_stone(Literal *water, int x, int y, int radius, int weight);

/* next = (N4 >> 1) - before; next -= next >> damping; the buffers swap. */
void literal_step(Literal *water, int damping);

/* The same with eight neighbours: (N8 >> 2) - before. */
void literal_step_round(Literal *water, int damping);

/*
 * The colour of pixel (x, y): the picture at (x + xoff, y + yoff), each held
 * within the picture. One unit of height is one pixel.
 */
uint32_t literal_pixel(const Literal *water, const RipplePixels *picture, int x,
                       int y);

#endif
