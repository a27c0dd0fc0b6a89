/* SPDX-License-Identifier: MIT */
/*
 * What is seen: refraction against the literal one, calm water, the pixels
 * at the edges, and that leaving calm tiles out changes nothing.
 */
#include "base/fixed.h"
#include "render/lighting.h"
#include "render/refraction.h"
#include "../reference.h"
#include "../test.h"
#include "../support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNTOUCHED 0x12345678u

static RipplePixels blank_pixels(int width, int height)
{
    RipplePixels pixels = support_pixels(width, height);

    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        pixels.pixels[i] = UNTOUCHED;
    return pixels;
}

static void check_same(const RipplePixels *a, const RipplePixels *b)
{
    for (int y = 0; y < a->height; y++)
        EXPECT(memcmp(a->pixels + (size_t)y * a->stride,
                      b->pixels + (size_t)y * b->stride,
                      (size_t)a->width * sizeof(uint32_t)) == 0);
}

TEST_CASE(refraction, picture, .timeout_s = 30);

/* Heights and pixels of several stones, step by step, at refraction 1. */
TEST(picture, equals_literal)
{
    enum { WIDTH = 140, HEIGHT = 75, STEPS = 200 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_CLASSIC, 5, 1);
    Literal water = literal_create(WIDTH, HEIGHT);
    RipplePixels picture = support_pixels(WIDTH, HEIGHT);
    RipplePixels frame = blank_pixels(WIDTH, HEIGHT);
    uint64_t random = 5;

    for (int step = 0; step < STEPS; step++) {
        if (step % 31 == 0) {
            RippleStone stone = {support_between(&random, -4, WIDTH + 4),
                                 support_between(&random, -4, HEIGHT + 4),
                                 support_between(&random, 1, 14),
                                 support_between(&random, 32, 128),
                                 RIPPLE_PROFILE_DISC};

            ripple_drop(pool, &stone);
            literal_stone(&water, stone.x, stone.y, stone.radius, stone.weight);
        }
        ripple_step(pool);
        literal_step(&water, 5);
        EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), >=, 0);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++)
                EXPECT_INT(frame.pixels[y * WIDTH + x], ==,
                           literal_pixel(&water, &picture, x, y));
        }
    }
    free(picture.pixels);
    free(frame.pixels);
    literal_destroy(&water);
    ripple_destroy(pool);
}

/* Pixels whose neighbours have nothing to do with them. */
static RipplePixels wild_pixels(int width, int height)
{
    RipplePixels pixels = support_pixels(width, height);
    uint64_t random = 9;

    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        pixels.pixels[i] = (uint32_t)support_random(&random);
    return pixels;
}

/* The looks there are, but for views that do not show the picture. */
#define LOOKS 8

static void choose_look(Ripple *pool, int look)
{
    RippleSettings settings = *ripple_settings(pool);

    settings.filter = (RippleFilter)(look % 2);
    settings.light = look / 2 % 2 ? 80 : 0;
    settings.cell = look / 4 ? 3 : 1;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
}

/* Every pixel is written, the outermost too, and calm water is clear. */
TEST_LOOP(picture, calm_water_shows_the_picture, 2 * LOOKS)
{
    static const int sizes[][2] = {{1, 1},   {1, 50},  {50, 1},  {2, 2},
                                   {64, 16}, {65, 17}, {63, 15}, {300, 200}};

    for (int i = 0; i < COUNT(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1];
        Ripple *pool = support_pool(width, height, RIPPLE_MODEL_ROUND, 6, 1);
        RipplePixels picture = wild_pixels(width, height);
        RipplePixels frame = blank_pixels(width, height);
        const RippleRect *rects;

        choose_look(pool, _i % LOOKS);
        ripple_skip_calm(pool, _i < LOOKS);
        EXPECT_INT(ripple_render(pool, &picture, &frame, &rects), ==, 1);
        EXPECT_INT(rects[0].width, ==, width);
        EXPECT_INT(rects[0].height, ==, height);
        check_same(&picture, &frame);
        EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==,
                   _i < LOOKS ? 0 : 1);
        free(picture.pixels);
        free(frame.pixels);
        ripple_destroy(pool);
    }
}

/* Pixels beyond the width of a row with a longer stride are left alone. */
TEST(picture, strides)
{
    enum { WIDTH = 70, HEIGHT = 40, STRIDE = 83 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels picture = support_pixels(STRIDE, HEIGHT);
    RipplePixels frame = blank_pixels(STRIDE, HEIGHT);
    uint64_t random = 3;

    support_stir(pool, &random, 30000);
    picture.width = WIDTH;
    frame.width = WIDTH;
    EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < STRIDE; x++) {
            uint32_t pixel = frame.pixels[y * STRIDE + x];

            if (x >= WIDTH)
                EXPECT_INT(pixel, ==, UNTOUCHED);
            else
                EXPECT_INT(pixel & 4095, <, WIDTH);
        }
    }
    free(picture.pixels);
    free(frame.pixels);
    ripple_destroy(pool);
}

/* Offsets are rounded to the nearest pixel, x and y clamped on their own. */
TEST(picture, gain_and_clamp)
{
    enum { SIZE = 21, MIDDLE = 10 };
    static const struct {
        double refraction;
        int height, offset;
    } cases[] = {
        {1, 3, 3},
        {1, -3, -3},
        {1.0 / 16, 7, 0},
        {1.0 / 16, 8, 1},
        {1.0 / 16, -8, 0},
        {1.0 / 16, -9, -1},
        {1.0 / 16, 24, 2},
        {4, 2, 8},
        {0, 32767, 0},
        {1, 500, MIDDLE},
        {1, -500, -MIDDLE},
        {4, 32767, MIDDLE},
        {4, -32767, -MIDDLE},
        {1.0 / 4096, 2048, 1},
        {1.0 / 4096, 2047, 0},
    };
    RipplePixels picture = support_pixels(SIZE, SIZE);
    RipplePixels frame = blank_pixels(SIZE, SIZE);

    for (int i = 0; i < COUNT(cases); i++) {
        Ripple *pool = support_pool(SIZE, SIZE, RIPPLE_MODEL_CLASSIC, 5,
                                    cases[i].refraction);
        RippleStone left = {MIDDLE - 1, MIDDLE, 1, -cases[i].height,
                            RIPPLE_PROFILE_DISC};
        RippleStone up = {MIDDLE, MIDDLE - 1, 1, -cases[i].height,
                          RIPPLE_PROFILE_DISC};
        uint32_t *pixel = &frame.pixels[MIDDLE * SIZE + MIDDLE];

        ripple_drop(pool, &left);
        ripple_render(pool, &picture, &frame, NULL);
        EXPECT_INT((int)(*pixel & 4095), ==, MIDDLE + cases[i].offset);
        EXPECT_INT((int)(*pixel >> 12 & 4095), ==, MIDDLE);
        ripple_clear(pool);
        ripple_drop(pool, &up);
        ripple_render(pool, &picture, &frame, NULL);
        EXPECT_INT((int)(*pixel & 4095), ==, MIDDLE);
        EXPECT_INT((int)(*pixel >> 12 & 4095), ==, MIDDLE + cases[i].offset);
        ripple_destroy(pool);
    }
    free(picture.pixels);
    free(frame.pixels);
}

/* At refraction 1 every bend is one of whole pixels. */
TEST(picture, whole_pixels_need_no_filter)
{
    enum { WIDTH = 233, HEIGHT = 141 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_CLASSIC, 5, 1);
    RipplePixels picture = wild_pixels(WIDTH, HEIGHT);
    RipplePixels nearest = blank_pixels(WIDTH, HEIGHT);
    RipplePixels linear = blank_pixels(WIDTH, HEIGHT);
    uint64_t random = 3;

    for (int i = 0; i < 4; i++) {
        support_stir(pool, &random, 60);
        choose_look(pool, 2 * (i % 2));
        ripple_render(pool, &picture, &nearest, NULL);
        choose_look(pool, 2 * (i % 2) + 1);
        ripple_render(pool, &picture, &linear, NULL);
        check_same(&nearest, &linear);
    }
    free(picture.pixels);
    free(nearest.pixels);
    free(linear.pixels);
    ripple_destroy(pool);
}

/* What lies 3/8 of a pixel to the right, and 1/4 down. */
TEST(picture, linear_mixes_four_pixels)
{
    enum { SIZE = 40, X = 20, Y = 13 };
    Ripple *pool = support_pool(SIZE, SIZE, RIPPLE_MODEL_CLASSIC, 5, 1.0 / 16);
    RipplePixels picture = wild_pixels(SIZE, SIZE);
    RipplePixels frame = blank_pixels(SIZE, SIZE);
    RippleStone left = {X - 1, Y, 1, -6, RIPPLE_PROFILE_DISC};
    RippleStone up = {X, Y - 1, 1, -4, RIPPLE_PROFILE_DISC};
    const uint32_t *at = picture.pixels + Y * SIZE + X;

    choose_look(pool, 1);
    ripple_drop(pool, &left);
    ripple_drop(pool, &up);
    ripple_render(pool, &picture, &frame, NULL);
    for (int shift = 0; shift < 32; shift += 8) {
        double above =
            (at[0] >> shift & 255) * 0.625 + (at[1] >> shift & 255) * 0.375;
        double below = (at[SIZE] >> shift & 255) * 0.625 +
                       (at[SIZE + 1] >> shift & 255) * 0.375;
        int visibility = (int)(frame.pixels[Y * SIZE + X] >> shift & 255);

        EXPECT(fabs(visibility - (above * 0.75 + below * 0.25)) <= 1);
    }
    free(picture.pixels);
    free(frame.pixels);
    ripple_destroy(pool);
}

/* A pixel of the light on a grey floor, beside one cell that is high. */
static int lit_channel(Ripple *pool, int x, int y, int shift)
{
    enum { SIZE = 40 };
    RipplePixels picture = blank_pixels(SIZE, SIZE);
    RipplePixels frame = blank_pixels(SIZE, SIZE);
    RippleStone stone = {20, 20, 1, -30, RIPPLE_PROFILE_DISC};
    int channel;

    for (int i = 0; i < SIZE * SIZE; i++)
        picture.pixels[i] = 0x7f808080;
    ripple_clear(pool);
    ripple_drop(pool, &stone);
    ripple_invalidate(pool);
    ripple_render(pool, &picture, &frame, NULL);
    channel = (int)(frame.pixels[y * SIZE + x] >> shift & 255);
    free(picture.pixels);
    free(frame.pixels);
    return channel;
}

/* The light turns without getting brighter, and a quarter of a turn brings it
   from one axis to the other. */
TEST(picture, light_turns)
{
    RippleSettings settings;
    Lighting first, light, next;

    ripple_settings_init(&settings);
    settings.light = 80;
    settings.light_from = 0;
    first = ripple_lighting_make(&settings, 0);
    EXPECT_INT(first.diffuse_x, >, 1000);
    EXPECT_INT(first.diffuse_y, ==, 0);
    for (int degrees = 0; degrees < 360; degrees += 15) {
        settings.light_from = degrees;
        light = ripple_lighting_make(&settings, 0);
        settings.light_from = degrees + 90;
        next = ripple_lighting_make(&settings, 0);
        EXPECT(fabs(hypot(light.diffuse_x, light.diffuse_y) -
                    first.diffuse_x) <= 1);
        EXPECT_INT(abs(next.diffuse_y + light.diffuse_x), <=, 1);
        EXPECT_INT(abs(next.diffuse_x - light.diffuse_y), <=, 1);
        EXPECT_INT(light.caustic, ==, first.caustic);
    }
}

/* The numbers of the light by hand; where they would be more than 1, traits are
   doubled first. */
TEST(picture, light_by_hand)
{
    static const struct {
        double strength, refraction, from;
        int already;
        Lighting light;
    } cases[] = {
        {100, 0.0625, 0, 0, {0, 14336, 0, -13312, 717, 52, 40, 16384, 3072}},
        {200, 0.25, 90, 1, {1, 0, -28671, -26623, 1434, 104, 80, 16384, 3072}},
        {50, 0.125, 180, 0, {0, -14336, 0, -13312, 717, 26, 20, 32767, 6144}},
        {0, 1, -90, 3, {0, 0, 28671, -26623, 1434, 52, 40, 32767, 6144}},
        {75, 1, 30, 0, {3, 18622, -10752, -19967, 1075, 39, 30, 32767, 6144}},
        {0.5, 4, 90, 0, {5, 0, -143, -133, 7, 0, 0, 32767, 6144}},
        {400,
         4,
         -30,
         2,
         {5, 24830, 14336, -26623, 1434, 208, 160, 8192, 1536}}};

    for (int i = 0; i < COUNT(cases); i++) {
        RippleSettings settings;
        Lighting light;

        ripple_settings_init(&settings);
        settings.light = cases[i].strength;
        settings.refraction = cases[i].refraction;
        settings.light_from = cases[i].from;
        light = ripple_lighting_make(&settings, cases[i].already);
        EXPECT(memcmp(&light, &cases[i].light, sizeof light) == 0);
    }
}

/* The light shines from the right at 0 degrees, and turns against the clock. */
TEST(picture, light_from_every_side)
{
    double degree = acos(-1) / 180, max = 7.0 / 16 * 32767;
    RippleSettings settings;

    ripple_settings_init(&settings);
    settings.light = 100;
    settings.refraction = 1.0 / 16;
    for (int degrees = -720; degrees <= 720; degrees += 5) {
        Lighting light;

        settings.light_from = degrees;
        light = ripple_lighting_make(&settings, 0);
        EXPECT(fabs(light.diffuse_x - max * cos(degrees * degree)) <= 0.5001);
        EXPECT(fabs(light.diffuse_y + max * sin(degrees * degree)) <= 0.5001);
    }
}

/* What faces the light is brighter, what turns from it darker; a crest gathers
   light, and takes more of the red. */
TEST(picture, light_adds)
{
    Ripple *pool = support_pool(40, 40, RIPPLE_MODEL_CLASSIC, 5, 1.0 / 16);
    RippleSettings settings = *ripple_settings(pool);
    static const struct {
        double from;
        int x, y;
    } sides[] = {{0, 21, 20},    {90, 20, 19},  {180, 19, 20}, {-90, 20, 21},
                 {-270, 20, 19}, {270, 20, 21}, {-360, 21, 20}};

    settings.light = 100;
    for (int i = 0; i < COUNT(sides); i++) {
        settings.light_from = sides[i].from;
        EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
        EXPECT_INT(lit_channel(pool, sides[i].x, sides[i].y, 8), >, 128);
        EXPECT_INT(lit_channel(pool, 40 - sides[i].x, 40 - sides[i].y, 8), <,
                   128);
        EXPECT_INT(lit_channel(pool, 20, 20, 8), >, 128);
        EXPECT_INT(lit_channel(pool, 20, 20, 16), <,
                   lit_channel(pool, 20, 20, 8));
        EXPECT_INT(lit_channel(pool, 20, 20, 24), ==, 0x7f);
        EXPECT_INT(lit_channel(pool, 5, 5, 8), ==, 128);
    }
    ripple_destroy(pool);
}

/* Grey where it is calm, and each third of a split view as a view of its own
   has it. */
TEST(picture, views)
{
    enum { WIDTH = 200, HEIGHT = 61 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1.0 / 16);
    RippleSettings settings = *ripple_settings(pool);
    RipplePixels picture = wild_pixels(WIDTH, HEIGHT);
    RipplePixels split = blank_pixels(WIDTH, HEIGHT), views[3];
    static const RippleView kinds[] = {RIPPLE_VIEW_HEIGHTS, RIPPLE_VIEW_WATER,
                                       RIPPLE_VIEW_WATER};
    uint64_t random = 8;

    settings.view = RIPPLE_VIEW_SLOPES;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
    ripple_render(pool, &picture, &split, NULL);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        EXPECT_INT(split.pixels[i], ==, 0xff808080);
    support_stir(pool, &random, 400);
    settings.view = RIPPLE_VIEW_SPLIT;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
    ripple_render(pool, &picture, &split, NULL);
    for (int i = 0; i < 3; i++) {
        views[i] = blank_pixels(WIDTH, HEIGHT);
        settings.view = kinds[i];
        settings.light = i == 2 ? 100 : 0;
        EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
        ripple_render(pool, &picture, &views[i], NULL);
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, part = x < 66 ? 0 : x < 133 ? 1 : 2;

        EXPECT_INT(split.pixels[i], ==, views[part].pixels[i]);
    }
    for (int i = 0; i < 3; i++)
        free(views[i].pixels);
    free(picture.pixels);
    free(split.pixels);
    ripple_destroy(pool);
}

static void check_rects(const RippleRect *rects, int count,
                        const RipplePixels *before, const RipplePixels *frame)
{
    uint8_t *covered = calloc((size_t)frame->width, (size_t)frame->height);

    ck_assert_ptr_nonnull(covered);
    for (int i = 0; i < count; i++) {
        EXPECT(rects[i].x >= 0 && rects[i].y >= 0 && rects[i].width > 0 &&
               rects[i].height > 0);
        EXPECT_INT(rects[i].x + rects[i].width, <=, frame->width);
        EXPECT_INT(rects[i].y + rects[i].height, <=, frame->height);
        for (int y = rects[i].y; y < rects[i].y + rects[i].height; y++) {
            for (int x = rects[i].x; x < rects[i].x + rects[i].width; x++)
                EXPECT_INT(covered[y * frame->width + x]++, ==, 0);
        }
    }
    for (int i = 0; i < frame->width * frame->height; i++)
        EXPECT(covered[i] || before->pixels[i] == frame->pixels[i]);
    free(covered);
}

/* The looks, and then the other views. */
static void choose_any_look(Ripple *pool, int look)
{
    RippleSettings settings = *ripple_settings(pool);

    if (look < LOOKS) {
        choose_look(pool, look);
        return;
    }
    settings.view = (RippleView)(look % 3 + RIPPLE_VIEW_HEIGHTS);
    settings.cell = look < LOOKS + 3 ? 1 : 4;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
}

TEST_CASE(refraction, changes, .timeout_s = 60);

/*
 * A frame that is only brought up to date equals one that is drawn anew, and
 * the rectangles are disjoint and hold every pixel that has changed.
 */
TEST_LOOP(changes, changed_rects, LOOKS + 6)
{
    enum { WIDTH = 270, HEIGHT = 150, CLEARED = 250 };
    enum { STEPS = CLEARED + (SUPPORT_IS_WATCHED ? 10 : 250) };
    Ripple *pool =
        support_pool(WIDTH, HEIGHT, (RippleModel)(_i % 2), 4, 1.0 / 4);
    RipplePixels picture = wild_pixels(WIDTH, HEIGHT);
    RipplePixels frame = blank_pixels(WIDTH, HEIGHT);
    RipplePixels before = blank_pixels(WIDTH, HEIGHT);
    RipplePixels whole = blank_pixels(WIDTH, HEIGHT);
    uint64_t random = (uint64_t)_i + 1;
    size_t size = (size_t)WIDTH * HEIGHT * sizeof(uint32_t);
    int idle = 0;

    choose_any_look(pool, _i);
    for (int step = 0; step < STEPS; step++) {
        const RippleRect *rects;
        int count;

        if (step % 120 < 3) {
            RippleStone stone = {support_between(&random, 0, WIDTH),
                                 support_between(&random, 0, HEIGHT),
                                 support_between(&random, 1, 9), 200,
                                 (RippleProfile)(_i / 2 % 2)};

            ripple_drop(pool, &stone);
        }
        if (step == CLEARED)
            ripple_clear(pool);
        ripple_step(pool);
        memcpy(before.pixels, frame.pixels, size);
        count = ripple_render(pool, &picture, &frame, &rects);
        check_rects(rects, count, &before, &frame);
        idle += count == 0;
        ripple_invalidate(pool);
        EXPECT_INT(ripple_render(pool, &picture, &whole, NULL), ==, 1);
        check_same(&frame, &whole);
        /* `whole` was drawn last; make the pool go on with `frame`. */
        ripple_render(pool, &picture, &frame, NULL);
        check_same(&frame, &whole);
    }
    EXPECT_INT(idle, >, 0);
    free(picture.pixels);
    free(frame.pixels);
    free(before.pixels);
    free(whole.pixels);
    ripple_destroy(pool);
}

/* A small stone in a large pool is drawn alone. */
TEST(changes, only_wet_tiles_are_drawn)
{
    enum { WIDTH = 1920, HEIGHT = 1080 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels picture = support_pixels(WIDTH, HEIGHT);
    RipplePixels frame = blank_pixels(WIDTH, HEIGHT);
    RippleStone stone = {1000, 500, 5, 100, RIPPLE_PROFILE_DISC};
    const RippleRect *rects;
    int area = 0, count;

    ripple_render(pool, &picture, &frame, NULL);
    ripple_drop(pool, &stone);
    ripple_step(pool);
    count = ripple_render(pool, &picture, &frame, &rects);
    EXPECT_INT(count, >, 0);
    for (int i = 0; i < count; i++)
        area += rects[i].width * rects[i].height;
    EXPECT_INT(area, <, WIDTH * HEIGHT / 100);
    free(picture.pixels);
    free(frame.pixels);
    ripple_destroy(pool);
}

/* Of a tile whose cells are many pixels each, no more is drawn than what lies
   around the waves, until they are gone. */
TEST(changes, only_wet_patches_are_drawn)
{
    enum { WIDTH = 512, HEIGHT = 64, POISON = 0x123456 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 3, 1);
    RipplePixels picture = wild_pixels(WIDTH, HEIGHT);
    RipplePixels frame = blank_pixels(WIDTH, HEIGHT);
    RippleSettings settings = *ripple_settings(pool);
    RippleStone stone = {100, 36, 8, 200, RIPPLE_PROFILE_DISC};
    int poisoned = 0, steps = 0;

    settings.cell = 8;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
    ripple_render(pool, &picture, &frame, NULL);
    ripple_drop(pool, &stone);
    ripple_render(pool, &picture, &frame, NULL);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        frame.pixels[i] = POISON;
    EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        poisoned += frame.pixels[i] == POISON;
    EXPECT_INT(poisoned, >=, (WIDTH - 128) * HEIGHT);
    EXPECT_INT(frame.pixels[36 * WIDTH + 100], !=, POISON);
    ripple_invalidate(pool);
    for (; !ripple_is_calm(pool) && steps < 5000; steps++)
        ripple_advance(pool, &picture, &frame, NULL);
    ripple_render(pool, &picture, &frame, NULL);
    EXPECT_INT(steps, <, 5000);
    check_same(&picture, &frame);
    free(picture.pixels);
    free(frame.pixels);
    ripple_destroy(pool);
}

/* One cell that is high, wherever it lies, shows as in a frame drawn anew, and
   leaves nothing behind. */
static void show_cell(Ripple *pool, int x, int y, const RipplePixels *picture,
                      RipplePixels *frame, RipplePixels *whole)
{
    RippleStone stone = {x, y, 1, -2, RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &stone);
    ripple_render(pool, picture, frame, NULL);
    ripple_render(pool, picture, whole, NULL);
    check_same(whole, frame);
    ripple_render(pool, picture, frame, NULL);
    ripple_clear(pool);
    ripple_render(pool, picture, frame, NULL);
    check_same(picture, frame);
}

/* Open water, and a coast; at first a cell is but a little more than a pixel.
 */
TEST_LOOP(changes, cells_one_by_one, 3)
{
    enum { WIDTH = 333, HEIGHT = 319 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RippleSettings settings = *ripple_settings(pool);
    RipplePixels picture = wild_pixels(WIDTH, HEIGHT);
    RipplePixels frame = blank_pixels(WIDTH, HEIGHT);
    RipplePixels whole = blank_pixels(WIDTH, HEIGHT);
    static const int cells[] = {RIPPLE_CELL_AUTO, 2, 5};
    int step = (_i > 0 ? cells[_i] : 1) * (SUPPORT_IS_WATCHED ? 7 : 1);

    settings.cell = cells[_i];
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
    EXPECT_INT(ripple_paint_mask(pool, 200, 0, 200, HEIGHT, 30, 0, NULL), ==,
               0);
    ripple_render(pool, &picture, &frame, NULL);
    for (int x = 0; x < WIDTH; x += step)
        show_cell(pool, x, x % HEIGHT, &picture, &frame, &whole);
    for (int y = 0; y < HEIGHT; y += step) {
        show_cell(pool, 0, y, &picture, &frame, &whole);
        show_cell(pool, 64 * step % WIDTH, y, &picture, &frame, &whole);
        show_cell(pool, WIDTH - 1, y, &picture, &frame, &whole);
    }
    free(picture.pixels);
    free(frame.pixels);
    free(whole.pixels);
    ripple_destroy(pool);
}

/* Whether a pixel of the patch that another one is in, along a row, looks at a
   column of cells: at those around the two that it lies between. */
static int patch_sees(const GridMap *grid_map, int x, int column)
{
    const int16_t *first = grid_map->axis_x.first;
    int tile = ripple_grid_map_column(grid_map, x) / RIPPLE_TILE_COLUMNS;
    int begin = x - x % RIPPLE_GROUP;

    for (int i = begin; i < begin + RIPPLE_GROUP && i < grid_map->width; i++) {
        if (ripple_grid_map_column(grid_map, i) / RIPPLE_TILE_COLUMNS == tile &&
            column >= first[i] - 1 && column <= first[i] + 2)
            return 1;
    }
    return 0;
}

/* Of a row of calm pixels no more are drawn for one high cell than the patches
   that look at it. */
TEST(changes, patches_that_see_a_cell)
{
    enum { WIDTH = 400, HEIGHT = 48, CELL = 5, POISON = 0x123456 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RippleSettings settings = *ripple_settings(pool);
    RipplePixels picture = support_pixels(WIDTH, HEIGHT);
    RipplePixels frame = blank_pixels(WIDTH, HEIGHT);
    RippleStone stone = {0, HEIGHT / 2, 1, -2, RIPPLE_PROFILE_DISC};
    GridMap grid_map;
    int columns, rows;

    settings.cell = CELL;
    EXPECT_INT(ripple_configure(pool, &settings), ==, RIPPLE_OK);
    ripple_heights(pool, &columns, &rows, NULL);
    EXPECT_INT(ripple_grid_map_init(&grid_map, WIDTH, HEIGHT, columns, rows),
               ==, 0);
    ripple_render(pool, &picture, &frame, NULL);
    for (; stone.x < WIDTH; stone.x += CELL) {
        int column = ripple_grid_map_column(&grid_map, stone.x);
        const uint32_t *row = frame.pixels + HEIGHT / 2 * WIDTH;

        for (int i = 0; i < WIDTH * HEIGHT; i++)
            frame.pixels[i] = POISON;
        ripple_drop(pool, &stone);
        ripple_render(pool, &picture, &frame, NULL);
        for (int x = 0; x < WIDTH; x++)
            EXPECT_INT(row[x] != POISON, ==, patch_sees(&grid_map, x, column));
        ripple_clear(pool);
        ripple_render(pool, &picture, &frame, NULL);
    }
    ripple_grid_map_clear(&grid_map);
    free(picture.pixels);
    free(frame.pixels);
    ripple_destroy(pool);
}

/* Past the caches, and so far ahead, goes what needs more than 16 MiB for
   picture, frame and heights; never what is magnified. */
TEST(changes, what_goes_past_the_caches)
{
    static const struct {
        int width, height, stride;
        RippleFormat format;
        int gain_q12, rows_ahead;
    } cases[] = {
        {1024, 1365, 1024, RIPPLE_FORMAT_ARGB8888, 4095, 0},
        {1024, 1366, 1024, RIPPLE_FORMAT_ARGB8888, 4095, 256},
        {1024, 1366, 1024, RIPPLE_FORMAT_ARGB8888, 4096, 384},
        {1024, 1366, 2048, RIPPLE_FORMAT_ARGB8888, 0, 128},
        {2048, 1024, 2048, RIPPLE_FORMAT_RGB565, 8192, 0},
        {2048, 1025, 2048, RIPPLE_FORMAT_RGB565, 256, 256},
    };

    for (int i = 0; i < 2 * COUNT(cases); i++) {
        int width = cases[i / 2].width, height = cases[i / 2].height;
        int cell = i % 2 ? 4 : 1;
        RipplePixels pixels = {.width = width,
                               .height = height,
                               .stride = (size_t)cases[i / 2].stride,
                               .format = cases[i / 2].format};
        RenderArgs args = {.picture = pixels,
                           .frame = pixels,
                           .gain_q12 = cases[i / 2].gain_q12};
        Field heights;
        GridMap grid_map;
        Refraction refraction;

        EXPECT_INT(ripple_field_init(&heights, width / cell, height / cell), ==,
                   0);
        EXPECT_INT(ripple_grid_map_init(&grid_map, width, height, width / cell,
                                        height / cell),
                   ==, 0);
        EXPECT_INT(ripple_refraction_init(&refraction, &heights, &grid_map), ==,
                   0);
        ripple_refraction_start(&refraction, ripple_kernels_best(), NULL,
                                &grid_map, &args);
        EXPECT_INT(refraction.args.rows_ahead, ==,
                   cell > 1 ? 0 : cases[i / 2].rows_ahead);
        ripple_refraction_clear(&refraction);
        ripple_grid_map_clear(&grid_map);
        ripple_field_clear(&heights);
    }
}

/* New settings show at once; another picture or frame is drawn in full. */
TEST(changes, what_makes_everything_stale)
{
    enum { SIZE = 100 };
    Ripple *pool = support_pool(SIZE, SIZE, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels picture = support_pixels(SIZE, SIZE);
    RipplePixels other = blank_pixels(SIZE, SIZE);
    RipplePixels frame = blank_pixels(SIZE, SIZE);
    RippleSettings settings = *ripple_settings(pool);

    EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
    EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 0);
    settings.refraction = 2;
    EXPECT_INT(ripple_configure(pool, &settings), ==, 0);
    EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
    EXPECT_INT(ripple_render(pool, &other, &frame, NULL), ==, 1);
    check_same(&other, &frame);
    EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
    EXPECT_INT(ripple_render(pool, &picture, &other, NULL), ==, 1);
    check_same(&picture, &other);
    free(picture.pixels);
    free(other.pixels);
    free(frame.pixels);
    ripple_destroy(pool);
}
