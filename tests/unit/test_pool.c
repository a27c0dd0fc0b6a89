/* SPDX-License-Identifier: MIT */
/* The public interface of the pool: errors, sizes, settings, neighbours. */
#include "base/fixed.h"
#include "../test.h"
#include "../support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST_CASE(pool, interface, .timeout_s = 4);

TEST(interface, sizes)
{
    static const int bad[][2] = {{0, 10},    {10, 0},    {-1, 5},       {5, -1},
                                 {32769, 1}, {1, 32769}, {99999, 99999}};
    static const int good[][2] = {{1, 1}, {32768, 1}, {1, 32768}, {640, 427}};
    Ripple *pool;

    for (int i = 0; i < COUNT(bad); i++) {
        pool = (Ripple *)&pool;
        EXPECT_INT(ripple_create(&pool, bad[i][0], bad[i][1], NULL), ==,
                   RIPPLE_ERROR_SIZE);
        ck_assert_ptr_null(pool);
    }
    for (int i = 0; i < COUNT(good); i++) {
        int columns, rows;
        size_t stride;

        EXPECT_INT(ripple_create(&pool, good[i][0], good[i][1], NULL), ==, 0);
        EXPECT_INT(ripple_width(pool), ==, good[i][0]);
        EXPECT_INT(ripple_height(pool), ==, good[i][1]);
        ck_assert_ptr_nonnull(ripple_heights(pool, &columns, &rows, &stride));
        EXPECT_INT(columns, ==, good[i][0]);
        EXPECT_INT(rows, ==, good[i][1]);
        EXPECT_INT(stride, >=, (size_t)columns);
        EXPECT(ripple_is_calm(pool));
        ripple_step(pool);
        EXPECT_INT(ripple_resize(pool, 0, 5), ==, RIPPLE_ERROR_SIZE);
        EXPECT_INT(ripple_resize(pool, 5, 40000), ==, RIPPLE_ERROR_SIZE);
        EXPECT_INT(ripple_width(pool), ==, good[i][0]);
        ripple_destroy(pool);
    }
    ripple_destroy(NULL);
}

TEST(interface, settings)
{
    RippleSettings settings;
    Ripple *pool;

    ripple_settings_init(&settings);
    EXPECT_INT(ripple_create(&pool, 9, 9, &settings), ==, 0);
    EXPECT_INT(ripple_settings(pool)->model, ==, RIPPLE_MODEL_ROUND);
    for (int damping = -1; damping <= 17; damping++) {
        int expected = damping >= 0 && damping <= 15 ? 0 : RIPPLE_ERROR_SETTING;

        settings.damping = damping;
        EXPECT_INT(ripple_configure(pool, &settings), ==, expected);
    }
    settings.damping = 5;
    settings.refraction = NAN;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_ERROR_SETTING);
    settings.refraction = INFINITY;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_ERROR_SETTING);
    settings.refraction = -0.1;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_ERROR_SETTING);
    settings.refraction = 4;
    EXPECT_INT(ripple_configure(pool, &settings), ==, 0);
    settings.model = (RippleModel)99;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_ERROR_SETTING);
    EXPECT_INT(ripple_settings(pool)->model, ==, RIPPLE_MODEL_ROUND);
    ck_assert_double_eq(ripple_settings(pool)->refraction, 4);
    ripple_destroy(pool);
    EXPECT_INT(ripple_create(&pool, 9, 9, &settings), ==, RIPPLE_ERROR_SETTING);
    ck_assert_ptr_null(pool);
}

TEST(interface, names_and_texts)
{
    RippleModel model;

    EXPECT_INT(ripple_model_find(&model, "classic"), ==, 0);
    EXPECT_INT(model, ==, RIPPLE_MODEL_CLASSIC);
    EXPECT_INT(ripple_model_find(&model, "round"), ==, 0);
    ck_assert_str_eq(ripple_model_name(model), "round");
    EXPECT_INT(ripple_model_find(&model, "Round"), ==, RIPPLE_ERROR_SETTING);
    ck_assert_ptr_null(ripple_model_name((RippleModel)5));
    ck_assert_ptr_null(ripple_model_summary((RippleModel)-1));
    ck_assert_str_eq(ripple_simd_name(0), "scalar");
    ck_assert_ptr_null(ripple_simd_name(-1));
    for (int error = RIPPLE_ERROR_PIXELS; error <= RIPPLE_OK; error++)
        ck_assert_str_ne(ripple_error_text(error), ripple_error_text(99));
}

/* Cells that exist in both sizes keep `now` and `before`. */
TEST(interface, resize_keeps_the_water_that_fits)
{
    static const int sizes[][2] = {{200, 90}, {40, 200}, {300, 300}, {1, 1},
                                   {64, 16},  {129, 33}, {100, 80}};

    for (int i = 0; i < COUNT(sizes); i++) {
        Ripple *pool = support_pool(100, 80, RIPPLE_MODEL_CLASSIC, 5, 1);
        Ripple *whole = support_pool(100, 80, RIPPLE_MODEL_CLASSIC, 5, 1);
        uint64_t random = 9, same = 9;
        int width = sizes[i][0], height = sizes[i][1];

        support_stir(pool, &random, 500);
        support_stir(whole, &same, 500);
        EXPECT_INT(ripple_resize(pool, width, height), ==, 0);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++)
                EXPECT_INT(support_height(pool, x, y), ==,
                           x < 100 && y < 80 ? support_height(whole, x, y) : 0);
        }
        /* A step shows that `before` was kept too. */
        ripple_step(pool);
        ripple_step(whole);
        for (int y = 0; y < height - 1 && y < 79; y++) {
            for (int x = 0; x < width - 1 && x < 99; x++)
                EXPECT_INT(support_height(pool, x, y), ==,
                           support_height(whole, x, y));
        }
        for (int steps = 0; steps < 500; steps++)
            ripple_step(pool);
        EXPECT(ripple_is_calm(pool));
        ripple_destroy(pool);
        ripple_destroy(whole);
    }
}

TEST(interface, pools_side_by_side)
{
    Ripple *pools[3];
    RippleStone stone = {30, 20, 6, 100, RIPPLE_PROFILE_DISC};

    for (int i = 0; i < 3; i++) {
        pools[i] = support_pool(64, 48, RIPPLE_MODEL_CLASSIC, 5, 1);
        if (i != 1)
            ripple_drop(pools[i], &stone);
    }
    for (int steps = 0; steps < 50; steps++) {
        for (int i = 0; i < 3; i++)
            ripple_step(pools[i]);
    }
    EXPECT(ripple_is_calm(pools[1]));
    for (int y = 0; y < 48; y++) {
        for (int x = 0; x < 64; x++)
            EXPECT_INT(support_height(pools[0], x, y), ==,
                       support_height(pools[2], x, y));
    }
    for (int i = 0; i < 3; i++)
        ripple_destroy(pools[i]);
}

TEST(interface, clear)
{
    Ripple *pool = support_pool(200, 100, RIPPLE_MODEL_ROUND, 6, 1);
    uint64_t random = 4;

    support_stir(pool, &random, 30000);
    EXPECT(!ripple_is_calm(pool));
    ripple_clear(pool);
    EXPECT(ripple_is_calm(pool));
    ripple_step(pool);
    ripple_step(pool);
    for (int y = 0; y < 100; y++) {
        for (int x = 0; x < 200; x++)
            EXPECT_INT(support_height(pool, x, y), ==, 0);
    }
    ripple_destroy(pool);
}

TEST(interface, render_refuses_other_sizes)
{
    Ripple *pool = support_pool(20, 10, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels right = support_pixels(20, 10), wrong = right;
    RipplePixels frame = support_pixels(20, 10);

    wrong.width = 19;
    EXPECT_INT(ripple_render(pool, &wrong, &frame, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    EXPECT_INT(ripple_render(pool, &frame, &wrong, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    wrong = right;
    wrong.height = 11;
    EXPECT_INT(ripple_render(pool, &wrong, &frame, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    wrong = right;
    wrong.stride = 19;
    EXPECT_INT(ripple_render(pool, &wrong, &frame, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    wrong = right;
    wrong.pixels = NULL;
    EXPECT_INT(ripple_render(pool, &wrong, &frame, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    EXPECT_INT(ripple_render(pool, &right, &frame, NULL), ==, 1);
    free(right.pixels);
    free(frame.pixels);
    ripple_destroy(pool);
}
