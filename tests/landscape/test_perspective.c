/* SPDX-License-Identifier: MIT */
/* Frames in perspective: of any size, when they are drawn, and what they show.
 */
#include "lib/draw.h"
#include "lib/pool.h"
#include "views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST_CASE(perspective, frames, .timeout_s = 60, .tear_down = support_release);

static const RippleCamera cameras[] = {
    {20, 18, 0.9}, {-140, 3, 0.2}, {45, 70, 4}, {90, 5, 0.5}};

/* Each pixel is opaque. */
static void check_drawn(const RipplePixels *frame)
{
    for (int y = 0; y < frame->height; y++) {
        for (int x = 0; x < frame->width; x++)
            EXPECT(frame->pixels[(size_t)y * frame->stride + (size_t)x] >> 24 ==
                   0xff);
    }
}

/* 1 / z is written once to each pixel: it is 0 or more, in the sky alone 0, and
   only grows from the sky down, so that no place hides a nearer one. */
static void check_filled(const Ripple *pool)
{
    const Perspective *view = pool->perspective;
    float nearest = 1 / view->distances[0];

    for (int x = 0; x < view->size.width; x++) {
        float above = 0;

        for (int y = 0; y < view->size.height; y++) {
            float inverse = view->inverse[y * view->inverse_stride + x];

            EXPECT(inverse >= above && inverse <= nearest);
            EXPECT(inverse > 0 || (float)y + 0.5f <= view->eye.horizon);
            above = inverse;
        }
    }
}

static void forget_distances(const Ripple *pool)
{
    const Perspective *view = pool->perspective;

    for (ptrdiff_t i = 0; i < view->inverse_stride * view->size.height; i++)
        view->inverse[i] = NAN;
}

TEST_LOOP(frames, every_pixel_once, GROUND_COUNT)
{
    static const int sizes[][3] = {{1, 1, 1},     {1, 50, 1},   {50, 1, 1},
                                   {2, 2, 2},     {3, 90, 1},   {15, 16, 1},
                                   {16, 15, 4},   {17, 33, 3},  {129, 65, 1},
                                   {300, 200, 0}, {333, 77, 8}, {32, 300, 1}};

    for (int i = 0; i < COUNT(sizes); i++) {
        const int *size = sizes[i];
        Ripple *pool = views_pool(size[0], size[1], size[2], (Ground)_i);
        RipplePixels picture = water_picture(size[0], size[1]);

        for (int k = 0; k < 2 * COUNT(cameras); k++) {
            RipplePixels frame;

            EXPECT_OK(ripple_set_camera(pool, &cameras[k / 2]));
            if (k % 2)
                views_stir(pool, 9);
            forget_distances(pool);
            frame = views_render(pool, &picture);
            check_drawn(&frame);
            check_filled(pool);
        }
    }
}

/* A map of more rows than lanes can index. */
TEST(frames, tall_one)
{
    Ripple *pool = views_pool(1, RIPPLE_MAX_SIZE, 1, GROUND_SEA);
    RipplePixels picture = water_picture(1, RIPPLE_MAX_SIZE), frame;

    forget_distances(pool);
    frame = views_render(pool, &picture);
    check_drawn(&frame);
    check_filled(pool);
}

TEST(frames, huge_one)
{
    enum { WIDTH = 7680, HEIGHT = 4320, BYTES = WIDTH * HEIGHT * 4 };
    Ripple *pool;
    RipplePixels picture = {.width = WIDTH, .height = HEIGHT, .stride = WIDTH};
    RipplePixels frame = picture;

    if (SUPPORT_IS_SANITIZED || SUPPORT_IS_COVERAGE)
        return;
    picture.pixels = support_own(calloc(1, BYTES), free);
    frame.pixels = support_own(calloc(1, BYTES), free);
    pool = views_pool(WIDTH, HEIGHT, 0, GROUND_ISLANDS);
    EXPECT_OK(ripple_use_threads(pool, 2));
    EXPECT_INT(ripple_advance(pool, &picture, &frame, NULL), ==, 1);
    check_drawn(&frame);
    check_filled(pool);
}

/* Cameras under water and in hills are raised: they see sky and land. */
TEST_LOOP(frames, low_cameras, 8)
{
    Ripple *pool = views_pool(64, 48, 1, _i % 2 ? GROUND_ALL : GROUND_ISLANDS);
    RipplePixels picture = water_picture(64, 48), frame;
    int above = 0;

    views_look(pool, 45 * _i, 3, 0.2);
    frame = views_render(pool, &picture);
    check_drawn(&frame);
    check_filled(pool);
    for (int x = 0; x < 64; x++) {
        int y = 47;

        while (y > 0 &&
               pool->perspective
                       ->inverse[y * pool->perspective->inverse_stride + x] > 0)
            y--;
        above += y > 0;
    }
    EXPECT_INT(above, >, 32);
    EXPECT_INT(ripple_pick(pool, 32, 47, NULL, NULL), >, 0);
}

/* Rows may be wider than the frame; what lies between them stays. */
TEST(frames, other_strides_and_pointers)
{
    enum { WIDTH = 70, HEIGHT = 45, STRIDE = 83 };
    Ripple *pool = views_pool(WIDTH, HEIGHT, 1, GROUND_ISLANDS);
    RipplePixels wide = water_wild(STRIDE, HEIGHT);
    RipplePixels wide_frame = water_blank(STRIDE, HEIGHT);
    RipplePixels picture = water_blank(WIDTH, HEIGHT), frame;

    views_stir(pool, 9);
    wide.width = wide_frame.width = WIDTH;
    ripple_copy_pixels(&wide, &picture);
    frame = views_render(pool, &picture);
    EXPECT_INT(ripple_render(pool, &wide, &wide_frame, NULL), ==, 1);
    water_check_pixels(&frame, &wide_frame);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = WIDTH; x < STRIDE; x++)
            EXPECT(wide_frame.pixels[y * STRIDE + x] == UNTOUCHED);
    }
    EXPECT_INT(ripple_render(pool, &picture, &wide_frame, NULL), ==, 1);
    water_check_pixels(&frame, &wide_frame);
}

/* A still camera over calm water draws only what has changed. */
TEST(frames, calm_water)
{
    enum { WIDTH = 90, HEIGHT = 60 };
    Ripple *pool = views_pool(WIDTH, HEIGHT, 1, GROUND_ISLANDS);
    RipplePixels picture = water_picture(WIDTH, HEIGHT);
    RipplePixels frame = water_blank(WIDTH, HEIGHT);
    RipplePixels other = water_blank(WIDTH, HEIGHT);
    const RippleRect *changed;

    for (int i = 0; i < 3; i++) {
        EXPECT_INT(ripple_advance(pool, &picture, &frame, &changed), ==,
                   i == 0);
        EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 0);
    }
    frame.pixels[7] = UNTOUCHED;
    EXPECT_INT(ripple_advance_at(pool, &picture, &frame, NULL, 9), ==, 0);
    EXPECT_INT(frame.pixels[7], ==, UNTOUCHED);
    ripple_invalidate(pool);
    EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
    EXPECT(frame.pixels[7] != UNTOUCHED);
    EXPECT_INT(ripple_render(pool, &picture, &other, NULL), ==, 1);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 1);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 0);
    views_look(pool, 21, 18, 0.9);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 1);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 0);
    water_wall(pool, 9, 9, 9, 9, 3);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 1);
    ripple_skip_calm(pool, 0);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 1);
    ripple_skip_calm(pool, 1);
    views_stir(pool, 3);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 1);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 1);
    ripple_clear(pool);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 1);
    EXPECT_INT(ripple_render(pool, &frame, &other, NULL), ==, 0);
}

/* All ways to step and render show the same, with swell and between steps. */
TEST_LOOP(frames, steps_and_phases, 4)
{
    enum { WIDTH = 120, HEIGHT = 80 };
    static const int phases[] = {0, 77, 255, RIPPLE_MAX_PHASE};
    int phase = phases[_i];
    Ripple *pools[2];
    RipplePixels picture = water_picture(WIDTH, HEIGHT), frames[2], last;

    for (int i = 0; i < 2; i++) {
        pools[i] = views_pool(WIDTH, HEIGHT, 1 + _i % 2, GROUND_ISLANDS);
        CONFIGURE(pools[i], with.swell = 60);
        views_stir(pools[i], 5);
        frames[i] = water_blank(WIDTH, HEIGHT);
    }
    last = views_render(pools[0], &picture);
    for (int i = 0; i < 9; i++) {
        EXPECT_INT(
            ripple_advance_at(pools[0], &picture, &frames[0], NULL, phase), ==,
            1);
        ripple_step(pools[1]);
        EXPECT_INT(
            ripple_render_at(pools[1], &picture, &frames[1], NULL, phase), ==,
            1);
        water_check_pixels(&frames[0], &frames[1]);
        if (i == 0 && phase == 0)
            EXPECT_INT(views_count_other(&frames[0], &last, 0), <,
                       WIDTH * HEIGHT / 4);
        else
            EXPECT_INT(views_count_other(&frames[0], &last, 0), >,
                       WIDTH * HEIGHT / 4);
    }
    EXPECT_INT(crc_heights(0, pools[0]), ==, crc_heights(0, pools[1]));
}

/* 16 bits a pixel do not show this view. */
TEST(frames, sixteen_bits)
{
    Ripple *pool = views_pool(30, 20, 1, GROUND_SEA);
    RipplePixels picture = water_blank565(30, 20);
    RipplePixels frame = water_blank565(30, 20);

    EXPECT_BAD_PIXELS(ripple_render(pool, &picture, &frame, NULL));
    EXPECT_BAD_PIXELS(ripple_advance_at(pool, &picture, &frame, NULL, 3));
    EXPECT_INT(frame.pixels565[0], ==, UNTOUCHED565);
}
