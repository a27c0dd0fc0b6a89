/* SPDX-License-Identifier: MIT */
/* Swell: what it shows, and that the water does not know of it. */
#include "lib/look/swell.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 200, HEIGHT = 90 };

TEST_CASE(refraction, swell, .tear_down = support_release);

static Ripple *open_pool(double swell)
{
    RippleSettings settings = water_settings(ROUND, FIXED);

    settings.light = 50;
    settings.sky = 40;
    settings.bend_limit = 20;
    settings.filter = RIPPLE_FILTER_LINEAR;
    settings.cell = 2;
    settings.swell = swell;
    return water_pool(WIDTH, HEIGHT, &settings);
}

/* The pixels of a frame that differ from the picture, in columns first..end. */
static int count_changed(const RipplePixels *picture, const RipplePixels *frame,
                         int first, int end)
{
    int count = 0;

    for (int y = 0; y < frame->height; y++) {
        for (int x = first; x < end; x++) {
            size_t place = (size_t)y * frame->stride + (size_t)x;

            count += picture->pixels[place] != frame->pixels[place];
        }
    }
    return count;
}

/* It moves with the steps, and begins anew if it is turned on again. */
TEST(swell, calm_water_with_swell)
{
    Ripple *pool = open_pool(80);
    RipplePixels picture = water_wild(WIDTH, HEIGHT);
    RipplePixels first = water_blank(WIDTH, HEIGHT);
    RipplePixels frame = water_blank(WIDTH, HEIGHT);
    const RippleRect *changed;

    for (int i = 0; i < 2; i++) {
        CONFIGURE(pool, with.swell = 80);
        EXPECT_INT(ripple_advance(pool, &picture, &frame, &changed), ==, 1);
        EXPECT_INT(changed->width * changed->height, ==, WIDTH * HEIGHT);
        if (i == 0)
            memcpy(first.pixels, frame.pixels, WIDTH * HEIGHT * 4);
        water_check_pixels(&first, &frame);
        EXPECT_INT(ripple_render(pool, &picture, &frame, &changed), ==, 1);
        water_check_pixels(&first, &frame);
        EXPECT(count_changed(&picture, &frame, 0, WIDTH) > WIDTH * HEIGHT / 2);
        for (int step = 0; step < 5; step++)
            EXPECT_INT(ripple_advance(pool, &picture, &frame, NULL), ==, 1);
        EXPECT(count_changed(&first, &frame, 0, WIDTH) > WIDTH * HEIGHT / 2);
        EXPECT(ripple_is_calm(pool));
        CONFIGURE(pool, with.swell = 0);
        EXPECT_INT(ripple_advance(pool, &picture, &frame, NULL), ==, 1);
        water_check_pixels(&picture, &frame);
        EXPECT_INT(ripple_advance(pool, &picture, &frame, NULL), ==, 0);
    }
}

/* Waves are the same with swell and without. */
TEST(swell, waves_do_not_know_of_it)
{
    Ripple *pool = open_pool(100), *plain = open_pool(0);

    CONFIGURE(pool, with.cell = 1);
    CONFIGURE(plain, with.cell = 1);
    water_drop(pool, 60, 40, 9, 900);
    water_drop(plain, 60, 40, 9, 900);
    water_step(pool, 40);
    water_step(plain, 40);
    water_check_same(pool, plain);
}

/* Pixels over land show the picture; another size has the same phase. */
TEST(swell, land_stays_still)
{
    Ripple *pool = open_pool(100), *small = open_pool(100);
    RipplePixels picture = water_wild(WIDTH, HEIGHT);
    RipplePixels frame = water_blank(WIDTH, HEIGHT);
    RipplePixels other = water_blank(WIDTH, HEIGHT);

    EXPECT_OK(ripple_resize(small, WIDTH / 2, HEIGHT));
    water_wall(pool, 0, 0, 0, HEIGHT, 60);
    water_wall(small, 0, 0, 0, HEIGHT, 60);
    water_step(pool, 30);
    water_step(small, 30);
    EXPECT_OK(ripple_resize(small, WIDTH, HEIGHT));
    ripple_render(pool, &picture, &frame, NULL);
    ripple_render(small, &picture, &other, NULL);
    EXPECT_INT(count_changed(&picture, &frame, 0, 50), ==, 0);
    EXPECT_INT(count_changed(&picture, &frame, 80, WIDTH), >, WIDTH);
    EXPECT_INT(count_changed(&other, &frame, 160, WIDTH), ==, 0);
}

/* The same offsets in each unit of height, in proportion to the setting, as far
   as heights go. A wind blows down to the right; waves from around have no
   direction together, and slopes as steep in x as in y. */
TEST_LOOP(swell, waves_of_the_swell, RIPPLE_SWELL_FROM_COUNT)
{
    RippleSettings settings = water_settings(ROUND, FIXED);
    double right = 0, down = 0, wider = 0;
    int all = 0;

    settings.swell_from = (RippleSwellFrom)_i;
    for (int i = 0; i < RIPPLE_SWELL_WAVES; i++) {
        SwellWave wave, finer;
        double x, y, length;

        settings.swell = 50;
        settings.refraction = 1.0 / 24;
        wave = ripple_swell_wave(&settings, i);
        settings.swell = 100;
        settings.refraction = 1.0 / 48;
        finer = ripple_swell_wave(&settings, i);
        EXPECT_INT(wave.amplitude, >, 0);
        EXPECT_INT(abs(finer.amplitude - 4 * wave.amplitude), <=, 2);
        x = -(int32_t)wave.per_column / 4294967296.0;
        y = -(int32_t)wave.per_row / 4294967296.0;
        length = 1 / hypot(x, y);
        EXPECT(length > 11 && length < 170);
        right += x * length;
        down += y * length;
        wider += (x * x - y * y) * length * length;
        EXPECT(wave.per_step < UINT32_MAX / 30);
        settings.refraction = 0;
        all += ripple_swell_wave(&settings, i).amplitude;
        settings.swell = 5e-324;
        EXPECT_INT(ripple_swell_wave(&settings, i).amplitude, ==, 0);
    }
    if (_i == RIPPLE_SWELL_FROM_AROUND)
        EXPECT(hypot(right, down) < 1 && fabs(wider) < 1);
    else
        EXPECT(right > 8 && down > 5);
    EXPECT_INT(all >> RIPPLE_SWELL_BITS, ==,
               _i == RIPPLE_SWELL_FROM_AROUND ? 3773 : 3295);
}
