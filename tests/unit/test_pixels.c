/* SPDX-License-Identifier: MIT */
/* RGB565: conversion from and to 32 bits, the same water in both, and what is
   refused. */
#include "base/fixed.h"
#include "base/memory.h"
#include "../test.h"
#include "../support.h"

#include <stdlib.h>
#include <string.h>

#define UNTOUCHED 0x5555u

/* Aligned, so that frames can be written past the caches. */
static RipplePixels make_narrow(int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    RipplePixels pixels = {.width = width,
                           .height = height,
                           .stride = (size_t)width,
                           .format = RIPPLE_FORMAT_RGB565,
                           .pixels565 =
                               ripple_memory_alloc(count * sizeof(uint16_t))};

    ck_assert_ptr_nonnull(pixels.pixels565);
    for (size_t i = 0; i < count; i++)
        pixels.pixels565[i] = UNTOUCHED;
    return pixels;
}

/* Random pixels. */
static RipplePixels make_random(int width, int height)
{
    RipplePixels pixels = make_narrow(width, height);
    uint64_t random = 21;

    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        pixels.pixels565[i] = (uint16_t)support_random(&random);
    return pixels;
}

/* The same picture in 32 bits. */
static RipplePixels widen(const RipplePixels *narrow)
{
    RipplePixels wide = support_pixels(narrow->width, narrow->height);

    EXPECT_INT(ripple_copy_pixels(narrow, &wide), ==, RIPPLE_OK);
    return wide;
}

static void check_same(const RipplePixels *a, const RipplePixels *b)
{
    for (int y = 0; y < a->height; y++)
        EXPECT(memcmp(a->pixels565 + (size_t)y * a->stride,
                      b->pixels565 + (size_t)y * b->stride,
                      (size_t)a->width * sizeof(uint16_t)) == 0);
}

/* Expects a 16-bit frame to equal a narrowed 32-bit one. */
static void check_shows(const RipplePixels *narrow, const RipplePixels *wide)
{
    RipplePixels wanted = make_narrow(wide->width, wide->height);

    EXPECT_INT(ripple_copy_pixels(wide, &wanted), ==, RIPPLE_OK);
    check_same(narrow, &wanted);
    ripple_memory_free(wanted.pixels565);
}

/* 1 if share / max is the value nearest to value / 255. */
static int is_nearest(int value, int share, int max)
{
    return 2 * abs(value * max - share * 255) <= 255;
}

static int channel(uint32_t pixel, int shift, int max)
{
    return (int)(pixel >> shift) & max;
}

TEST_CASE(pixels, copies, .timeout_s = 4);

TEST(copies, every_pixel_comes_back)
{
    RipplePixels all = make_narrow(256, 256), back = make_narrow(256, 256);
    RipplePixels wide = support_pixels(256, 256);

    EXPECT_INT(ripple_pixel_size(all.format), ==, sizeof *all.pixels565);
    EXPECT_INT(ripple_pixel_size(wide.format), ==, sizeof *wide.pixels);
    for (int i = 0; i < 65536; i++)
        all.pixels565[i] = (uint16_t)i;
    EXPECT_INT(ripple_copy_pixels(&all, &wide), ==, RIPPLE_OK);
    for (uint32_t i = 0; i < 65536; i++) {
        uint32_t pixel = wide.pixels[i];

        EXPECT_INT(pixel >> 24, ==, 255);
        EXPECT(
            2 * abs(channel(pixel, 16, 255) * 31 - channel(i, 11, 31) * 255) <=
            31);
        EXPECT(2 * abs(channel(pixel, 8, 255) * 63 - channel(i, 5, 63) * 255) <=
               63);
        EXPECT(2 * abs(channel(pixel, 0, 255) * 31 - channel(i, 0, 31) * 255) <=
               31);
    }
    EXPECT_INT(ripple_copy_pixels(&wide, &back), ==, RIPPLE_OK);
    check_same(&all, &back);
    ripple_memory_free(all.pixels565);
    ripple_memory_free(back.pixels565);
    free(wide.pixels);
}

TEST(copies, narrow_is_nearest)
{
    RipplePixels wide = support_pixels(256, 3), narrow = make_narrow(256, 3);

    for (int x = 0; x < 256; x++) {
        for (int y = 0; y < 3; y++)
            wide.pixels[y * 256 + x] = (uint32_t)x << (16 - 8 * y);
    }
    EXPECT_INT(ripple_copy_pixels(&wide, &narrow), ==, RIPPLE_OK);
    for (int x = 0; x < 256; x++) {
        EXPECT(is_nearest(x, narrow.pixels565[x] >> 11, 31));
        EXPECT(is_nearest(x, narrow.pixels565[256 + x] >> 5, 63));
        EXPECT(is_nearest(x, narrow.pixels565[512 + x], 31));
        EXPECT_INT(narrow.pixels565[x] & 0x7ff, ==, 0);
        EXPECT_INT(narrow.pixels565[256 + x] & 0xf81f, ==, 0);
    }
    free(wide.pixels);
    ripple_memory_free(narrow.pixels565);
}

TEST(copies, copies_have_strides_of_their_own)
{
    enum { WIDTH = 20, HEIGHT = 7 };
    RipplePixels from = make_random(31, HEIGHT), to = make_narrow(25, HEIGHT);

    from.width = to.width = WIDTH;
    EXPECT_INT(ripple_copy_pixels(&from, &to), ==, RIPPLE_OK);
    check_same(&from, &to);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = WIDTH; x < 25; x++)
            EXPECT_INT(to.pixels565[y * 25 + x], ==, UNTOUCHED);
    }
    ripple_memory_free(from.pixels565);
    ripple_memory_free(to.pixels565);
}

TEST(copies, copies_that_cannot_be)
{
    RipplePixels from = make_random(20, 10), right = support_pixels(20, 10);
    RipplePixels wrong[6];

    for (int i = 0; i < 6; i++)
        wrong[i] = right;
    wrong[0].width = 19;
    wrong[1].height = 11;
    wrong[2].stride = 19;
    wrong[3].pixels = NULL;
    wrong[4].format = RIPPLE_FORMAT_RGB565;
    wrong[5].format = RIPPLE_FORMAT_COUNT;
    for (int i = 0; i < 6; i++) {
        EXPECT_INT(ripple_copy_pixels(&from, &wrong[i]), ==,
                   RIPPLE_ERROR_PIXELS);
        EXPECT_INT(ripple_copy_pixels(&wrong[i], &from), ==,
                   RIPPLE_ERROR_PIXELS);
    }
    EXPECT_INT(ripple_copy_pixels(&from, &right), ==, RIPPLE_OK);
    ripple_memory_free(from.pixels565);
    free(right.pixels);
}

TEST_CASE(pixels, water, .timeout_s = 60);

/* Calm water shows the picture itself, pixel for pixel. */
TEST_LOOP(water, calm_water_shows_the_picture, 2)
{
    static const int sizes[][2] = {{1, 1},   {1, 50},  {50, 1},  {2, 2},
                                   {64, 16}, {65, 17}, {63, 15}, {300, 200}};

    for (int i = 0; i < COUNT(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1];
        Ripple *pool = support_pool(width, height, RIPPLE_MODEL_ROUND, 6, 1);
        RipplePixels picture = make_random(width, height);
        RipplePixels frame = make_narrow(width, height);

        ripple_skip_calm(pool, _i);
        EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
        check_same(&picture, &frame);
        EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, !_i);
        ripple_memory_free(picture.pixels565);
        ripple_memory_free(frame.pixels565);
        ripple_destroy(pool);
    }
}

/* Renders rough water in both formats and compares the frames; `gain` is the
   setting `refraction`. */
static void check_water(Ripple *pool, double gain)
{
    int width = ripple_width(pool), height = ripple_height(pool);
    RipplePixels narrow = make_random(width, height), wide = widen(&narrow);
    RipplePixels narrow_frame = make_narrow(width, height);
    RipplePixels wide_frame = support_pixels(width, height);
    RippleSettings settings = *ripple_settings(pool);
    uint64_t random = 77;

    settings.refraction = gain;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
    support_stir(pool, &random, gain < 1 ? 3000 : 40);
    for (int i = 0; i < 3; i++) {
        int changed = ripple_advance(pool, &narrow, &narrow_frame, NULL);

        EXPECT_INT(changed, >, 0);
        EXPECT_INT(ripple_render(pool, &wide, &wide_frame, NULL), ==, 1);
        check_shows(&narrow_frame, &wide_frame);
    }
    ripple_memory_free(narrow.pixels565);
    free(wide.pixels);
    ripple_memory_free(narrow_frame.pixels565);
    free(wide_frame.pixels);
}

/* Every level shows the same in both formats, with shallows too. */
TEST_LOOP(water, the_same_water, 4)
{
    const char *level = ripple_simd_name(_i);
    Ripple *pool = support_pool(203, 97, RIPPLE_MODEL_ROUND, 6, 1);

    if (level != NULL) {
        EXPECT_INT(ripple_use_simd(pool, level), ==, RIPPLE_OK);
        check_water(pool, 1);
        check_water(pool, 1.0 / 16);
        EXPECT_INT(ripple_paint_mask(pool, 50, 40, 150, 60, 20, 0, NULL), ==,
                   RIPPLE_OK);
        EXPECT_INT(ripple_paint_mask(pool, 20, 80, 90, 80, 12, 90, NULL), ==,
                   RIPPLE_OK);
        check_water(pool, 1);
        EXPECT_INT(ripple_use_threads(pool, 3), ==, RIPPLE_OK);
        check_water(pool, 1.0 / 16);
    }
    ripple_destroy(pool);
}

/* Frames too large for the caches are written past them. */
TEST(water, large_frames)
{
    enum { WIDTH = 2048, HEIGHT = 1100 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);

    check_water(pool, 1);
    ripple_destroy(pool);
}

/* A change of the format alone is a change of the picture. */
TEST(water, formats_in_turns)
{
    Ripple *pool = support_pool(90, 50, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels narrow = make_random(90, 50), wide = widen(&narrow);
    RipplePixels narrow_frame = make_narrow(90, 50);
    RipplePixels wide_frame = support_pixels(90, 50);

    for (int i = 0; i < 3; i++) {
        EXPECT_INT(ripple_render(pool, &narrow, &narrow_frame, NULL), ==, 1);
        EXPECT_INT(ripple_render(pool, &narrow, &narrow_frame, NULL), ==, 0);
        EXPECT_INT(ripple_render(pool, &wide, &wide_frame, NULL), ==, 1);
    }
    check_shows(&narrow_frame, &wide_frame);
    ripple_memory_free(narrow.pixels565);
    free(wide.pixels);
    ripple_memory_free(narrow_frame.pixels565);
    free(wide_frame.pixels);
    ripple_destroy(pool);
}

static void check_refused(Ripple *pool, const RipplePixels *picture,
                          const RipplePixels *frame)
{
    EXPECT_INT(ripple_render(pool, picture, frame, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    EXPECT_INT(ripple_advance(pool, picture, frame, NULL), ==,
               RIPPLE_ERROR_PIXELS);
}

TEST(water, formats_do_not_mix)
{
    Ripple *pool = support_pool(20, 10, RIPPLE_MODEL_CLASSIC, 5, 1);
    RippleStone stone = {10, 5, 3, 50, RIPPLE_PROFILE_DISC};
    RipplePixels narrow = make_random(20, 10), wide = support_pixels(20, 10);
    RipplePixels frame = make_narrow(20, 10), missing = frame;

    ripple_drop(pool, &stone);
    missing.pixels565 = NULL;
    missing.pixels = wide.pixels;
    check_refused(pool, &narrow, &wide);
    check_refused(pool, &wide, &frame);
    check_refused(pool, &narrow, &missing);
    check_refused(pool, &missing, &frame);
    EXPECT_INT(support_height(pool, 10, 5), ==, -50); /* nothing stepped */
    EXPECT_INT(ripple_render(pool, &narrow, &frame, NULL), ==, 1);
    ripple_memory_free(narrow.pixels565);
    free(wide.pixels);
    ripple_memory_free(frame.pixels565);
    ripple_destroy(pool);
}

TEST(water, looks_that_need_32_bits)
{
    Ripple *pool = support_pool(20, 10, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels picture = make_random(20, 10), frame = make_narrow(20, 10);
    RippleSettings plain = *ripple_settings(pool), looks[5];

    for (int i = 0; i < 5; i++)
        looks[i] = plain;
    looks[0].filter = RIPPLE_FILTER_LINEAR;
    looks[1].light = 0.01;
    looks[2].view = RIPPLE_VIEW_HEIGHTS;
    looks[3].view = RIPPLE_VIEW_SLOPES;
    looks[4].view = RIPPLE_VIEW_SPLIT;
    for (int i = 0; i < 5; i++) {
        EXPECT_INT(ripple_configure(pool, &looks[i]), ==, RIPPLE_OK);
        check_refused(pool, &picture, &frame);
        EXPECT_INT(ripple_configure(pool, &plain), ==, RIPPLE_OK);
        EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
    }
    ripple_memory_free(picture.pixels565);
    ripple_memory_free(frame.pixels565);
    ripple_destroy(pool);
}

/* The floor can be laid from and to either format, also in part. */
TEST(water, floors)
{
    enum { WIDTH = 60, HEIGHT = 40 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels narrow = make_random(WIDTH, HEIGHT), wide = widen(&narrow);
    RipplePixels wide_floor = support_pixels(WIDTH, HEIGHT);
    RipplePixels floor = make_narrow(WIDTH, HEIGHT);
    RippleRect part = {50, -3, 99, 20};

    EXPECT_INT(ripple_lay_floor(pool, &wide, &floor, NULL), ==, RIPPLE_OK);
    check_same(&narrow, &floor);
    EXPECT_INT(ripple_paint_mask(pool, 20, 20, 30, 20, 8, 0, NULL), ==,
               RIPPLE_OK);
    EXPECT_INT(ripple_lay_floor(pool, &wide, &wide_floor, NULL), ==, RIPPLE_OK);
    EXPECT_INT(ripple_lay_floor(pool, &wide, &floor, NULL), ==, RIPPLE_OK);
    check_shows(&floor, &wide_floor);
    EXPECT_INT(ripple_lay_floor(pool, &narrow, &floor, NULL), ==, RIPPLE_OK);
    check_shows(&floor, &wide_floor);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        floor.pixels565[i] = UNTOUCHED;
    EXPECT_INT(ripple_lay_floor(pool, &wide, &floor, &part), ==, RIPPLE_OK);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        EXPECT(floor.pixels565[i] == UNTOUCHED ||
               (i % WIDTH >= 50 && i / WIDTH < 17));
    EXPECT(floor.pixels565[16 * WIDTH + 59] != UNTOUCHED);
    floor.format = RIPPLE_FORMAT_COUNT;
    EXPECT_INT(ripple_lay_floor(pool, &wide, &floor, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    ripple_memory_free(narrow.pixels565);
    free(wide.pixels);
    free(wide_floor.pixels);
    ripple_memory_free(floor.pixels565);
    ripple_destroy(pool);
}
