/* SPDX-License-Identifier: MIT */
/*
 * Pixels of 16 bits: conversion from and to 32 bits, the same water in both,
 * and what is refused.
 */
#include "lib/util/memory.h"
#include "water.h"

#include <stdlib.h>

/* The same in 32 bits. */
static RipplePixels widen(const RipplePixels *narrow)
{
    RipplePixels wide = water_picture(narrow->width, narrow->height);

    EXPECT_OK(ripple_copy_pixels(narrow, &wide));
    return wide;
}

/* Expects a frame of 16 bits to be one of 32 bits, narrowed. */
static void check_shows(const RipplePixels *narrow, const RipplePixels *wide)
{
    RipplePixels wanted = water_blank565(wide->width, wide->height);

    EXPECT_OK(ripple_copy_pixels(wide, &wanted));
    water_check_pixels(narrow, &wanted);
}

/* Whether share / max is the nearest to value / 255. */
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
    RipplePixels all = water_blank565(256, 256),
                 back = water_blank565(256, 256);
    RipplePixels wide = water_picture(256, 256);

    EXPECT_INT(ripple_pixel_size(all.format), ==, sizeof *all.pixels565);
    EXPECT_INT(ripple_pixel_size(wide.format), ==, sizeof *wide.pixels);
    for (int i = 0; i < 65536; i++)
        all.pixels565[i] = (uint16_t)i;
    EXPECT_OK(ripple_copy_pixels(&all, &wide));
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
    EXPECT_OK(ripple_copy_pixels(&wide, &back));
    water_check_pixels(&all, &back);
}

TEST(copies, narrow_is_nearest)
{
    RipplePixels wide = water_picture(256, 3), narrow = water_blank565(256, 3);

    for (int x = 0; x < 256; x++) {
        for (int y = 0; y < 3; y++)
            wide.pixels[y * 256 + x] = (uint32_t)x << (16 - 8 * y);
    }
    EXPECT_OK(ripple_copy_pixels(&wide, &narrow));
    for (int x = 0; x < 256; x++) {
        EXPECT(is_nearest(x, narrow.pixels565[x] >> 11, 31));
        EXPECT(is_nearest(x, narrow.pixels565[256 + x] >> 5, 63));
        EXPECT(is_nearest(x, narrow.pixels565[512 + x], 31));
        EXPECT_INT(narrow.pixels565[x] & 0x7ff, ==, 0);
        EXPECT_INT(narrow.pixels565[256 + x] & 0xf81f, ==, 0);
    }
}

TEST(copies, copies_have_strides_of_their_own)
{
    enum { WIDTH = 20, HEIGHT = 7 };
    RipplePixels from = water_wild565(31, HEIGHT),
                 to = water_blank565(25, HEIGHT);

    from.width = to.width = WIDTH;
    EXPECT_OK(ripple_copy_pixels(&from, &to));
    water_check_pixels(&from, &to);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = WIDTH; x < 25; x++)
            EXPECT_INT(to.pixels565[y * 25 + x], ==, UNTOUCHED565);
    }
}

/* From ARGB8888 to itself; from RGB565 every_pixel_comes_back has 255. */
TEST(copies, alpha_is_copied)
{
    RipplePixels from = water_picture(2, 1), to = water_picture(2, 1);

    from.pixels[0] = 0x80123456;
    from.pixels[1] = 0;
    EXPECT_OK(ripple_copy_pixels(&from, &to));
    water_check_pixels(&from, &to);
}

TEST(copies, copies_that_cannot_be)
{
    RipplePixels from = water_wild565(20, 10), right = water_picture(20, 10);
    RipplePixels wrong[11];

    for (int i = 0; i < COUNT(wrong); i++)
        wrong[i] = right;
    wrong[0].width = 19;
    wrong[1].height = 11;
    wrong[2].stride = 19;
    wrong[3].pixels = NULL;
    wrong[4].format = RIPPLE_FORMAT_RGB565;
    wrong[5].format = RIPPLE_FORMAT_COUNT;
    wrong[6].stride = SIZE_MAX;         /* row 1 begins before row 0 */
    wrong[7].stride = SIZE_MAX / 4 + 1; /* all rows are one */
    wrong[8].stride = PTRDIFF_MAX / 4 / 9;
    wrong[9].width = -20;
    wrong[10].height = -10;
    for (int i = 0; i < COUNT(wrong); i++) {
        EXPECT_BAD_PIXELS(ripple_copy_pixels(&from, &wrong[i]));
        EXPECT_BAD_PIXELS(ripple_copy_pixels(&wrong[i], &from));
        EXPECT_BAD_PIXELS(ripple_copy_pixels(&wrong[i], &wrong[i]));
    }
    EXPECT_OK(ripple_copy_pixels(&from, &right));
    from.width = right.width = -1;
    EXPECT_BAD_PIXELS(ripple_copy_pixels(&from, &right));
    from.width = right.width = 0;
    EXPECT_OK(ripple_copy_pixels(&from, &right));
}

TEST(copies, extents)
{
    static const struct {
        size_t width, rows, stride, size, extent;
    } cases[] = {
        {5, 3, 7, 4, (2 * 7 + 5) * 4},
        {5, 3, 5, 1, 15},
        {5, 3, 4, 1, SIZE_MAX},
        {5, 1, 4, 1, SIZE_MAX},
        {0, 3, 0, 4, 0},
        {5, 0, 5, 4, 0},
        {1, 1, 1, PTRDIFF_MAX, PTRDIFF_MAX},
        {1, 2, 1, PTRDIFF_MAX, SIZE_MAX},
        {2, 1, 2, PTRDIFF_MAX, SIZE_MAX},
        {3, 1, PTRDIFF_MAX, 1, 3},
        {3, 1, SIZE_MAX, 1, SIZE_MAX},
        {3, 2, PTRDIFF_MAX / 2, 1, PTRDIFF_MAX / 2 + 3},
        {3, 2, PTRDIFF_MAX / 2 + 1, 1, SIZE_MAX},
        {3, 5, SIZE_MAX / 4 + 1, 4, SIZE_MAX},
    };

    for (int i = 0; i < COUNT(cases); i++)
        EXPECT(ripple_memory_extent(cases[i].width, cases[i].rows,
                                    cases[i].stride,
                                    cases[i].size) == cases[i].extent);
}

/* Pixels at `place` bytes from those of 8 x 4 pixels at 0, whose rows are 80
   bytes apart. */
TEST(copies, pixels_that_overlap)
{
    enum { WIDE = RIPPLE_FORMAT_ARGB8888, NARROW = RIPPLE_FORMAT_RGB565 };
    static const struct {
        int place, format;
        size_t stride;
        int is_refused;
    } cases[] = {
        {0, WIDE, 20, 1},    {28, WIDE, 20, 1},   {32, WIDE, 20, 0},
        {48, WIDE, 20, 0},   {52, WIDE, 20, 1},   {80, WIDE, 20, 1},
        {112, WIDE, 20, 0},  {128, WIDE, 20, 0},  {132, WIDE, 20, 1},
        {268, WIDE, 20, 1},  {272, WIDE, 20, 0},  {292, WIDE, 20, 0},
        {32, WIDE, 21, 1},   {268, WIDE, 21, 1},  {272, WIDE, 21, 0},
        {0, NARROW, 40, 1},  {30, NARROW, 40, 1}, {32, NARROW, 40, 0},
        {64, NARROW, 40, 0}, {66, NARROW, 40, 1}, {32, NARROW, 20, 1},
    };
    RipplePixels memory = water_wild(999, 1);

    for (int i = 0; i < COUNT(cases); i++) {
        char *place = (char *)memory.pixels + cases[i].place;
        RipplePixels a = {memory.pixels,          8,   4, 20,
                          RIPPLE_FORMAT_ARGB8888, NULL};
        RipplePixels b = {
            (void *)place, 8, 4, cases[i].stride, (RippleFormat)cases[i].format,
            (void *)place};
        int wanted = cases[i].is_refused ? RIPPLE_ERROR_PIXELS : RIPPLE_OK;

        EXPECT_INT(ripple_copy_pixels(&a, &b), ==, wanted);
        EXPECT_INT(ripple_copy_pixels(&b, &a), ==, wanted);
    }
}

TEST_CASE(pixels, water, .timeout_s = 60);

/* A pool with a picture and a frame in both formats, of the same colours. */
typedef struct Formats {
    Ripple *pool;
    RipplePixels narrow, wide, narrow_frame, wide_frame;
} Formats;

static Formats make_formats(int width, int height)
{
    RipplePixels narrow = water_wild565(width, height);

    return (Formats){water_damped(width, height, ROUND, 6, 1), narrow,
                     widen(&narrow), water_blank565(width, height),
                     water_picture(width, height)};
}

static int draw_narrow(Formats *both)
{
    return ripple_render(both->pool, &both->narrow, &both->narrow_frame, NULL);
}

static int draw_wide(Formats *both)
{
    return ripple_render(both->pool, &both->wide, &both->wide_frame, NULL);
}

TEST_LOOP(water, calm_water_shows_the_picture, 2)
{
    static const int sizes[][2] = {{1, 1},   {1, 50},  {50, 1},  {2, 2},
                                   {64, 16}, {65, 17}, {63, 15}, {300, 200}};

    for (int i = 0; i < COUNT(sizes); i++) {
        Formats both = make_formats(sizes[i][0], sizes[i][1]);

        ripple_skip_calm(both.pool, _i);
        EXPECT_INT(draw_narrow(&both), ==, 1);
        water_check_pixels(&both.narrow, &both.narrow_frame);
        EXPECT_INT(draw_narrow(&both), ==, !_i);
    }
}

/* Draws random water at this refraction in both formats and compares them. */
static void check_water(Formats *both, double refraction)
{
    CONFIGURE(both->pool, with.refraction = refraction);
    support_stir(both->pool, &(uint64_t){77}, refraction < 1 ? 3000 : 40);
    for (int i = 0; i < 3; i++) {
        EXPECT_INT(ripple_advance(both->pool, &both->narrow,
                                  &both->narrow_frame, NULL),
                   >, 0);
        EXPECT_INT(draw_wide(both), ==, 1);
        check_shows(&both->narrow_frame, &both->wide_frame);
    }
}

/* Every level, over shallows too, shows the same as in 32 bits. */
TEST_LOOP(water, the_same_water, 4)
{
    const char *level = ripple_simd_name(_i);
    Formats both = make_formats(203, 97);

    if (level != NULL) {
        EXPECT_OK(ripple_use_simd(both.pool, level));
        check_water(&both, 1);
        check_water(&both, 1.0 / 16);
        water_wall(both.pool, 50, 40, 150, 60, 20);
        EXPECT_OK(ripple_paint_mask(both.pool, 20, 80, 90, 80, 12, 90, NULL));
        check_water(&both, 1);
        EXPECT_OK(ripple_use_threads(both.pool, 3));
        check_water(&both, 1.0 / 16);
    }
}

/* Stores of frames too large for the caches bypass them. */
TEST(water, large_frames)
{
    Formats both = make_formats(2048, 1100);

    check_water(&both, 1);
}

/* A change of the format alone is a change of the picture. */
TEST(water, formats_in_turns)
{
    Formats both = make_formats(90, 50);

    for (int i = 0; i < 3; i++) {
        EXPECT_INT(draw_narrow(&both), ==, 1);
        EXPECT_INT(draw_narrow(&both), ==, 0);
        EXPECT_INT(draw_wide(&both), ==, 1);
    }
    check_shows(&both.narrow_frame, &both.wide_frame);
}

static void check_refused(Ripple *pool, const RipplePixels *picture,
                          const RipplePixels *frame)
{
    EXPECT_BAD_PIXELS(ripple_render(pool, picture, frame, NULL));
    EXPECT_BAD_PIXELS(ripple_advance(pool, picture, frame, NULL));
}

TEST(water, formats_do_not_mix)
{
    Formats both = make_formats(20, 10);
    RipplePixels missing = both.narrow_frame;

    water_disc(both.pool, 10, 5, 3, 50);
    missing.pixels565 = NULL;
    missing.pixels = both.wide.pixels;
    check_refused(both.pool, &both.narrow, &both.wide);
    check_refused(both.pool, &both.wide, &both.narrow_frame);
    check_refused(both.pool, &both.narrow, &missing);
    check_refused(both.pool, &missing, &both.narrow_frame);
    EXPECT_INT(support_height(both.pool, 10, 5), ==, -50); /* did not step */
    EXPECT_INT(draw_narrow(&both), ==, 1);
}

TEST(water, looks_that_need_32_bits)
{
    Formats both = make_formats(20, 10);
    RippleSettings plain = *ripple_settings(both.pool);
    RippleSettings looks[] = {plain, plain, plain, plain, plain};

    looks[0].filter = RIPPLE_FILTER_LINEAR;
    looks[1].light = 0.01;
    looks[2].view = RIPPLE_VIEW_HEIGHTS;
    looks[3].view = RIPPLE_VIEW_SLOPES;
    looks[4].view = RIPPLE_VIEW_SPLIT;
    for (int i = 0; i < COUNT(looks); i++) {
        EXPECT_OK(ripple_configure(both.pool, &looks[i]));
        check_refused(both.pool, &both.narrow, &both.narrow_frame);
        EXPECT_OK(ripple_configure(both.pool, &plain));
        EXPECT_INT(draw_narrow(&both), ==, 1);
    }
}

/* Land is laid from and to either format, in a part too. */
TEST(water, floors)
{
    enum { WIDTH = 60, HEIGHT = 40 };
    Formats both = make_formats(WIDTH, HEIGHT);
    RipplePixels *floor = &both.narrow_frame, *wide = &both.wide;
    RippleRect part = {50, -3, 99, 20};

    EXPECT_OK(ripple_lay_floor(both.pool, wide, floor, NULL));
    water_check_pixels(&both.narrow, floor);
    water_wall(both.pool, 20, 20, 30, 20, 8);
    EXPECT_OK(ripple_lay_floor(both.pool, wide, &both.wide_frame, NULL));
    EXPECT_OK(ripple_lay_floor(both.pool, wide, floor, NULL));
    check_shows(floor, &both.wide_frame);
    EXPECT_OK(ripple_lay_floor(both.pool, &both.narrow, floor, NULL));
    check_shows(floor, &both.wide_frame);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        floor->pixels565[i] = UNTOUCHED565;
    EXPECT_OK(ripple_lay_floor(both.pool, wide, floor, &part));
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        EXPECT(floor->pixels565[i] == UNTOUCHED565 ||
               (i % WIDTH >= 50 && i / WIDTH < 17));
    EXPECT(floor->pixels565[16 * WIDTH + 59] != UNTOUCHED565);
    floor->format = RIPPLE_FORMAT_COUNT;
    EXPECT_BAD_PIXELS(ripple_lay_floor(both.pool, wide, floor, NULL));
}
