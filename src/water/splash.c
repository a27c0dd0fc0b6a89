/* SPDX-License-Identifier: MIT */
/*
 * A stone presses a profile over the distance from a line segment into the
 * water; a stone that only falls has a segment of length zero.
 */
#include "water/splash.h"

#include "base/fixed.h"
#include "base/capsule.h"

#define RATIO_BITS   18 /* (distance / radius)^2 */
#define PROFILE_BITS 30

/*
 * (1 + cos(pi * sqrt(ratio))) / 2 for a ratio in 0..1. A power series in the
 * squared distance needs no square root: the terms are
 * (-1)^k * pi^2k / (2 * (2k)!), and what is left out is below 3e-6.
 */
static int64_t raised_cosine(int64_t ratio)
{
    static const int64_t terms[] = {
        -56177,     1035932,    -13854969,   126342170, /* k = 7..4 */
        -716863740, 2179004481, -2649351758, 1073741824,
    };
    int64_t sum = 0;

    for (int k = 0; k < COUNT(terms); k++)
        sum = ((sum * ratio) >> RATIO_BITS) + terms[k];
    return sum;
}

static void press(int16_t *cell, int64_t from_line2, const Capsule *line,
                  const RippleStone *stone)
{
    if (stone->profile == RIPPLE_PROFILE_DISC) {
        *cell = sat16(-(int64_t)stone->weight);
    } else if (stone->profile == RIPPLE_PROFILE_BODY) {
        int16_t hull = sat16(-(int64_t)stone->weight);

        *cell = (int16_t)min_int(*cell, hull);
    } else {
        int64_t ratio = (from_line2 << RATIO_BITS) / line->radius2;
        int64_t depth = (stone->weight * raised_cosine(ratio) +
                         (1 << (PROFILE_BITS - 1))) >>
                        PROFILE_BITS;

        *cell = sat16(*cell - depth);
    }
}

/* Stones on land make no waves. */
static int is_dry(const Mask *shore, int x, int y)
{
    return shore != NULL && ripple_mask_is_land(shore, x, y);
}

void ripple_splash_stone(Field *heights, const Mask *shore,
                         const RippleStone *stone, int x, int y)
{
    Capsule line = ripple_capsule_make(stone->x, stone->y, x, y, stone->radius);
    int top, bottom, first, last;

    ripple_capsule_rows(&line, heights->rows, &top, &bottom);
    for (int row = top; row <= bottom; row++) {
        int16_t *cells = heights->now.cells + (size_t)row * heights->stride;

        ripple_capsule_columns(&line, row, heights->columns, &first, &last);
        if (first > last)
            continue;
        ripple_field_activate(heights, first, last, row);
        for (int column = first; column <= last; column++) {
            int64_t from_line2 = ripple_capsule_distance2(&line, column, row);

            if (from_line2 < line.radius2 && !is_dry(shore, column, row))
                press(&cells[column], from_line2, &line, stone);
        }
    }
}

static void add_height(Field *heights, const Mask *shore, int x, int y,
                       int64_t amount)
{
    int16_t *cell = heights->now.cells + (size_t)y * heights->stride + x;

    if (is_dry(shore, x, y))
        return;
    *cell = sat16(*cell + amount);
    ripple_field_activate(heights, x, x, y);
}

void ripple_splash_disturb(Field *heights, const Mask *shore, int x, int y,
                           int magnitude)
{
    if (x < 2 || y < 2 || x >= heights->columns - 2 || y >= heights->rows - 2)
        return;
    add_height(heights, shore, x, y, magnitude);
    add_height(heights, shore, x - 1, y, magnitude / 2);
    add_height(heights, shore, x + 1, y, magnitude / 2);
    add_height(heights, shore, x, y - 1, magnitude / 2);
    add_height(heights, shore, x, y + 1, magnitude / 2);
}
