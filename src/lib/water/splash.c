/* SPDX-License-Identifier: MIT */
#include "lib/water/splash.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "lib/util/trig.h"

#include <stdlib.h>

static int16_t limit_height(int64_t height, const Field *field)
{
    return (int16_t)clamp_int64(height, -field->max_height, field->max_height);
}

/* Sets a cell of `now` and zeroes its fraction. */
static void set_height(Field *field, size_t cell, int16_t height)
{
    field->now.cells[cell] = height;
    if (field->now.fractions != NULL)
        field->now.fractions[cell] = 0;
}

static int64_t find_change(const Field *field, size_t cell, int from)
{
    int before = field->before.cells[cell], to = field->now.cells[cell];

    return abs(to - from) * ((int64_t)abs(to - before) + abs(from - before));
}

SplashChange ripple_splash_change(const Field *field, const Capsule *capsule,
                                  const RippleStone *stone, int64_t distance2)
{
    int16_t hull = limit_height(-(int64_t)stone->weight, field);
    int64_t ratio, depth;

    if (stone->profile == RIPPLE_PROFILE_DISC)
        return (SplashChange){SPLASH_SET, hull};
    if (stone->profile == RIPPLE_PROFILE_BODY)
        return (SplashChange){SPLASH_MIN, hull};
    ratio = (distance2 << RIPPLE_RATIO_BITS) / capsule->radius2;
    depth = (stone->weight * ripple_raised_cosine(ratio) +
             (1 << (RIPPLE_COSINE_BITS - 1))) >>
            RIPPLE_COSINE_BITS;
    return (SplashChange){SPLASH_ADD, -depth};
}

static int64_t apply_change(Field *field, size_t cell, SplashChange change)
{
    int16_t *height = &field->now.cells[cell];
    int from = *height;

    if (change.kind == SPLASH_ADD)
        *height = limit_height(from + change.amount, field);
    else if (change.kind == SPLASH_SET || from > change.amount)
        set_height(field, cell, (int16_t)change.amount);
    return find_change(field, cell, from);
}

static int is_land(const Mask *mask, int x, int y)
{
    return mask != NULL && ripple_mask_is_land(mask, x, y);
}

int64_t ripple_splash_stone(Field *field, const Mask *mask,
                            const RippleStone *stone, int x, int y)
{
    int64_t change = 0;
    Capsule capsule =
        ripple_capsule_make(stone->x, stone->y, x, y, stone->radius);
    int top, bottom, first, last;

    ripple_capsule_rows(&capsule, field->rows, &top, &bottom);
    for (int row = top; row <= bottom; row++) {
        size_t cells = (size_t)row * field->stride;

        ripple_capsule_columns(&capsule, row, field->columns, &first, &last);
        if (first > last)
            continue;
        ripple_field_activate(field, first, last, row);
        for (int column = first; column <= last; column++) {
            int64_t distance2 = ripple_capsule_distance2(&capsule, column, row);

            if (distance2 < capsule.radius2 && !is_land(mask, column, row))
                change += apply_change(
                    field, cells + (size_t)column,
                    ripple_splash_change(field, &capsule, stone, distance2));
        }
    }
    return change;
}

static int64_t add_height(Field *field, const Mask *mask, int x, int y,
                          int64_t amount)
{
    if (is_land(mask, x, y))
        return 0;
    ripple_field_activate(field, x, x, y);
    return apply_change(field, (size_t)y * field->stride + (size_t)x,
                        (SplashChange){SPLASH_ADD, amount});
}

int64_t ripple_splash_disturb(Field *field, const Mask *mask, int x, int y,
                              int magnitude)
{
    int64_t half = magnitude / 2;

    if (x < 2 || y < 2 || x >= field->columns - 2 || y >= field->rows - 2)
        return 0;
    return add_height(field, mask, x, y, magnitude) +
           add_height(field, mask, x - 1, y, half) +
           add_height(field, mask, x + 1, y, half) +
           add_height(field, mask, x, y - 1, half) +
           add_height(field, mask, x, y + 1, half);
}
