/* SPDX-License-Identifier: MIT */
#include "reference.h"

#include <check.h>
#include <stdlib.h>

Literal literal_create(int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    Literal water = {width, height, calloc(count, sizeof(int32_t)),
                     calloc(count, sizeof(int32_t))};

    ck_assert_ptr_nonnull(water.now);
    ck_assert_ptr_nonnull(water.before);
    return water;
}

void literal_destroy(Literal *water)
{
    free(water->now);
    free(water->before);
}

int32_t literal_height(const Literal *water, int x, int y)
{
    if (x < 0 || y < 0 || x >= water->width || y >= water->height)
        return 0;
    return water->now[y * water->width + x];
}

void literal_stone(Literal *water, int x, int y, int radius, int weight)
{
    for (int dy = -radius; dy < radius; dy++) {
        for (int dx = -radius; dx < radius; dx++) {
            int px = x + dx, py = y + dy;

            if (dx * dx + dy * dy < radius * radius && px >= 0 && py >= 0 &&
                px < water->width && py < water->height)
                water->now[py * water->width + px] = -weight;
        }
    }
}

static int32_t sum_sides(const Literal *water, int x, int y)
{
    return literal_height(water, x - 1, y) + literal_height(water, x + 1, y) +
           literal_height(water, x, y - 1) + literal_height(water, x, y + 1);
}

static int32_t sum_corners(const Literal *water, int x, int y)
{
    return literal_height(water, x - 1, y - 1) +
           literal_height(water, x + 1, y - 1) +
           literal_height(water, x - 1, y + 1) +
           literal_height(water, x + 1, y + 1);
}

static void step(Literal *water, int damping, int corners)
{
    int32_t *next = water->before;

    for (int y = 0; y < water->height; y++) {
        for (int x = 0; x < water->width; x++) {
            int32_t *cell = &next[y * water->width + x];
            int32_t mean = sum_sides(water, x, y) >> 1;

            if (corners)
                mean = (sum_sides(water, x, y) + sum_corners(water, x, y)) >> 2;
            *cell = mean - *cell;
            *cell -= *cell >> damping;
        }
    }
    water->before = water->now;
    water->now = next;
}

void literal_step(Literal *water, int damping)
{
    step(water, damping, 0);
}

void literal_step_round(Literal *water, int damping)
{
    step(water, damping, 1);
}

static int hold(int value, int size)
{
    if (value < 0)
        return 0;
    return value >= size ? size - 1 : value;
}

uint32_t literal_pixel(const Literal *water, const RipplePixels *picture, int x,
                       int y)
{
    int xoff =
        literal_height(water, x - 1, y) - literal_height(water, x + 1, y);
    int yoff =
        literal_height(water, x, y - 1) - literal_height(water, x, y + 1);
    int source_x = hold(x + xoff, picture->width);
    int source_y = hold(y + yoff, picture->height);

    return picture
        ->pixels[(size_t)source_y * picture->stride + (size_t)source_x];
}
