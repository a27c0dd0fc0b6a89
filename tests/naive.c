/* SPDX-License-Identifier: MIT */
#include "naive.h"

#include "lib/util/fixed.h"

#include <check.h>
#include <stdlib.h>

Naive naive_create(int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    Naive water = {width, height, calloc(count, sizeof(int32_t)),
                   calloc(count, sizeof(int32_t))};

    ck_assert_ptr_nonnull(water.now);
    ck_assert_ptr_nonnull(water.before);
    return water;
}

void naive_destroy(Naive *water)
{
    free(water->now);
    free(water->before);
}

int32_t naive_height(const Naive *water, int x, int y)
{
    if (x < 0 || y < 0 || x >= water->width || y >= water->height)
        return 0;
    return water->now[y * water->width + x];
}

void naive_stone(Naive *water, int x, int y, int radius, int weight)
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

static int32_t sum_sides(const Naive *water, int x, int y)
{
    return naive_height(water, x - 1, y) + naive_height(water, x + 1, y) +
           naive_height(water, x, y - 1) + naive_height(water, x, y + 1);
}

static int32_t sum_corners(const Naive *water, int x, int y)
{
    return naive_height(water, x - 1, y - 1) +
           naive_height(water, x + 1, y - 1) +
           naive_height(water, x - 1, y + 1) +
           naive_height(water, x + 1, y + 1);
}

static void step(Naive *water, int damping, int corners)
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

void naive_step(Naive *water, int damping)
{
    step(water, damping, 0);
}

void naive_step_round(Naive *water, int damping)
{
    step(water, damping, 1);
}

uint32_t naive_pixel(const Naive *water, const RipplePixels *picture, int x,
                     int y)
{
    int xoff = naive_height(water, x - 1, y) - naive_height(water, x + 1, y);
    int yoff = naive_height(water, x, y - 1) - naive_height(water, x, y + 1);
    int source_x = clamp_int(x + xoff, 0, picture->width - 1);
    int source_y = clamp_int(y + yoff, 0, picture->height - 1);

    return picture
        ->pixels[(size_t)source_y * picture->stride + (size_t)source_x];
}
