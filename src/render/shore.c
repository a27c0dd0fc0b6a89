/* SPDX-License-Identifier: MIT */
#include "render/shore.h"

#include "render/pixel_formats.h"

#define ONE RIPPLE_FULL_STRENGTH

/* What the deepest water absorbs of each colour, in 1/256. */
#define ABSORBED_RED   96
#define ABSORBED_GREEN 60
#define ABSORBED_BLUE  40

/* A pixel under water; darkness 256 absorbs all of the above. */
static uint32_t darken(uint32_t pixel, int darkness)
{
    static const int absorbed[] = {ABSORBED_BLUE, ABSORBED_GREEN, ABSORBED_RED};
    uint32_t result = pixel & 0xff000000u;

    for (int i = 0; i < 3; i++) {
        int value = (int)(pixel >> (8 * i) & 0xff);

        value -= value * absorbed[i] * darkness >> 16;
        result |= (uint32_t)value << (8 * i);
    }
    return result;
}

/* 128 + depth / 2, faded out towards the shore. */
static int cell_darkness(const Mask *mask, int column, int row)
{
    int strength = mask->strength[(size_t)row * mask->stride + (size_t)column];
    int depth =
        mask->depths[(size_t)row * (size_t)mask->columns + (size_t)column];

    return (128 + depth / 2) * strength / ONE;
}

/* The darkness at a pixel, bilinear between four cells. */
static int pixel_darkness(const Mask *mask, const GridMap *grid_map, int x,
                          int y)
{
    int column = grid_map->axis_x.first[x], row = grid_map->axis_y.first[y];
    int right = grid_map->axis_x.share[x], below = grid_map->axis_y.share[y];
    int rows[2];

    for (int i = 0; i < 2; i++) {
        int first = cell_darkness(mask, column, row + i);
        int second = cell_darkness(mask, column + 1, row + i);

        rows[i] = first * ONE + (second - first) * right;
    }
    return (
        int)((rows[0] + (int64_t)(rows[1] - rows[0]) * below / ONE + ONE / 2) /
             ONE);
}

void ripple_shore_lay_floor(const Mask *mask, const GridMap *grid_map,
                            const RipplePixels *picture,
                            const RipplePixels *floor, RippleRect part)
{
    int is_coarse = ripple_grid_is_coarse(&grid_map->size);

    for (int y = part.y; y < part.y + part.height; y++) {
        for (int x = part.x; x < part.x + part.width; x++)
            ripple_pixels_set(floor, x, y,
                              darken(ripple_pixels_get(picture, x, y),
                                     is_coarse
                                         ? pixel_darkness(mask, grid_map, x, y)
                                         : cell_darkness(mask, x, y)));
    }
}
