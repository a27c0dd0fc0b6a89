/* SPDX-License-Identifier: MIT */
#include "views.h"

void views_set_ground(Ripple *pool, Ground ground)
{
    static const uint8_t land[1] = {0};
    int width = ripple_width(pool), height = ripple_height(pool);
    int radius = max_int(height / 9, 1);

    if (ground == GROUND_ALL)
        EXPECT_OK(ripple_set_mask(pool, land, 1, 1, 1));
    if (ground != GROUND_ISLANDS)
        return;
    EXPECT_OK(ripple_paint_mask(pool, width / 3, height / 2, width / 3,
                                height / 2, 2 * radius, 90, NULL));
    water_wall(pool, width / 3, height / 2, width / 3, height / 2, radius);
    water_wall(pool, 0, height / 4, width / 9, 0, radius);
    water_wall(pool, width * 2 / 3, height / 5, width * 4 / 5, height * 3 / 4,
               radius / 2);
}

Ripple *views_pool(int width, int height, int cell, Ground ground)
{
    RippleSettings settings = water_settings(ROUND, FIXED);
    Ripple *pool;

    settings.view = RIPPLE_VIEW_PERSPECTIVE;
    settings.cell = cell;
    settings.refraction = 0.25;
    settings.light = 50;
    pool = water_pool(width, height, &settings);
    views_set_ground(pool, ground);
    return pool;
}

void views_stir(Ripple *pool, int steps)
{
    int width = ripple_width(pool), height = ripple_height(pool);
    int radius = max_int(height / 16, 2);

    water_drop(pool, width / 2, height * 2 / 3, radius, 900);
    water_drop(pool, width * 7 / 8, height / 3, radius, 600);
    water_step(pool, steps);
}

void views_look(Ripple *pool, double yaw, double pitch, double distance)
{
    EXPECT_OK(ripple_set_camera(pool, &(RippleCamera){yaw, pitch, distance}));
}

RipplePixels views_render(Ripple *pool, const RipplePixels *picture)
{
    RipplePixels frame = water_blank(picture->width, picture->height);
    const RippleRect *changed;

    ripple_invalidate(pool);
    EXPECT_INT(ripple_render(pool, picture, &frame, &changed), ==, 1);
    EXPECT(changed->x == 0 && changed->y == 0 &&
           changed->width == frame.width && changed->height == frame.height);
    return frame;
}

int views_count_other(const RipplePixels *a, const RipplePixels *b, int levels)
{
    int count = 0;

    for (int i = 0; i < a->width * a->height; i++)
        count += support_colour_distance(a->pixels[i], b->pixels[i]) > levels;
    return count;
}
