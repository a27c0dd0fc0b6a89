/* SPDX-License-Identifier: MIT */
/* Land and shallows: where waves go, and where they do not. */
#include "base/fixed.h"
#include "water/mask.h"
#include "../test.h"
#include "../support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const RippleModel models[] = {
    RIPPLE_MODEL_CLASSIC, RIPPLE_MODEL_ROUND,  RIPPLE_MODEL_WAVE,
    RIPPLE_MODEL_SHALLOW, RIPPLE_MODEL_SPRING,
};

#define MODEL_COUNT 5

static Ripple *make(int width, int height, RippleModel model, RippleEdges edges,
                    RippleShore shore)
{
    RippleSettings settings;
    Ripple *pool;

    ripple_settings_init(&settings);
    settings.model = model;
    settings.edges = edges;
    settings.shore = shore;
    ck_assert_int_eq(ripple_create(&pool, width, height, &settings), 0);
    return pool;
}

static void drop(Ripple *pool, int x, int y, int radius, int weight)
{
    RippleStone stone = {x, y, radius, weight, RIPPLE_PROFILE_SMOOTH};

    ripple_drop(pool, &stone);
}

static void step(Ripple *pool, int steps)
{
    for (int i = 0; i < steps; i++)
        ripple_step(pool);
}

static void wall(Ripple *pool, int x0, int y0, int x1, int y1, int radius)
{
    EXPECT_INT(ripple_paint_mask(pool, x0, y0, x1, y1, radius, 0, NULL), ==, 0);
}

/* Makes everything from a column on land. */
static void fill_right(Ripple *pool, int first)
{
    int width = ripple_width(pool), height = ripple_height(pool);
    uint8_t *mask = malloc((size_t)width * (size_t)height);

    for (int i = 0; i < width * height; i++)
        mask[i] = i % width >= first ? 0 : 255;
    EXPECT_INT(ripple_set_mask(pool, mask, width, height, (size_t)width), ==,
               0);
    free(mask);
}

TEST_CASE(mask, waves, .timeout_s = 60);

/*
 * Water that ends at a shore is the same as a pool that ends there; but a
 * mirror shows a corner of round the other way along a shore, and open water
 * of classic and round is rounded another way than what has a bed.
 */
TEST_LOOP(waves, shore_is_an_edge, 2 * MODEL_COUNT)
{
    enum { WIDTH = 70, HEIGHT = 50 };
    RippleModel model = models[_i % MODEL_COUNT];
    int mirrors = _i / MODEL_COUNT && model != RIPPLE_MODEL_ROUND;
    RippleEdges edges = mirrors ? RIPPLE_EDGES_MIRROR : RIPPLE_EDGES_FIXED;
    RippleShore shore = mirrors ? RIPPLE_SHORE_MIRROR : RIPPLE_SHORE_FIXED;
    Ripple *whole = make(2 * WIDTH, HEIGHT, model, edges, shore);
    Ripple *small = make(WIDTH, HEIGHT, model, edges, shore);
    int rounds_alike = mirrors || model > RIPPLE_MODEL_ROUND;
    double square = 0, off = 0;

    fill_right(whole, WIDTH);
    if (!mirrors)
        wall(small, 3, 3, 3, 3, 2);
    if (!mirrors)
        wall(whole, 3, 3, 3, 3, 2);
    drop(whole, 40, 20, 9, 900);
    drop(small, 40, 20, 9, 900);
    drop(whole, 2 * WIDTH - 9, 20, 9, 900);
    step(whole, 150);
    step(small, 150);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int height = support_height(whole, x, y);
            int other = support_height(small, x, y);

            square += height * height;
            off += (height - other) * (height - other);
        }
        for (int x = WIDTH; x < 2 * WIDTH; x++)
            EXPECT_INT(support_height(whole, x, y), ==, 0);
    }
    EXPECT(square > 0);
    EXPECT(off <= (rounds_alike ? 0 : square * 0.05 * 0.05));
    ripple_destroy(whole);
    ripple_destroy(small);
}

/* A wave passes a gap in a wall and spreads behind it, but not the wall. */
TEST_LOOP(waves, waves_pass_a_gap_and_spread, MODEL_COUNT)
{
    enum { WIDTH = 200, HEIGHT = 160, WALL = 80 };
    Ripple *pool =
        make(WIDTH, HEIGHT, models[_i], RIPPLE_EDGES_OPEN, RIPPLE_SHORE_MIRROR);
    Ripple *closed =
        make(WIDTH, HEIGHT, models[_i], RIPPLE_EDGES_OPEN, RIPPLE_SHORE_MIRROR);
    RippleStone stone = {40, 10, 8, 1200, RIPPLE_PROFILE_SMOOTH};
    int beside = 0;

    wall(pool, WALL, -9, WALL, HEIGHT / 2 - 10, 3);
    wall(pool, WALL, HEIGHT / 2 + 10, WALL, HEIGHT + 9, 3);
    wall(closed, WALL, -9, WALL, HEIGHT + 9, 3);
    ripple_drop_line(pool, &stone, 40, HEIGHT - 10);
    ripple_drop_line(closed, &stone, 40, HEIGHT - 10);
    for (int i = 0; i < 400; i++) {
        ripple_step(pool);
        ripple_step(closed);
        beside = (int)fmax(beside, abs(support_height(pool, WALL + 25, 20)));
        for (int y = 0; y < HEIGHT; y += 8)
            EXPECT_INT(support_height(closed, WALL + 20, y), ==, 0);
    }
    EXPECT_INT(beside, >, 4);
    ripple_destroy(pool);
    ripple_destroy(closed);
}

/* In uniform shallows of a share of the depth, standing waves are slower by
   its square root. */
TEST_LOOP(waves, shallows_slow_waves_down, 20)
{
    enum { LENGTH = 24, STEPS = 300 };
    static const int depths[] = {255, 191, 128, 64, 40};
    static const double squares[] = {0.5, 0.75, 0.3318, 0.35};
    RippleModel model = models[_i % 4];
    int depth = depths[_i / 4];
    uint8_t mask = (uint8_t)depth;
    Ripple *pool =
        make(2 * LENGTH, 8, model, RIPPLE_EDGES_WRAP, RIPPLE_SHORE_FIXED);
    RippleSettings settings = *ripple_settings(pool);
    double square = squares[_i % 4] * depth / 255, omega, phase;
    double first = 0, last = 0;
    int crossings = 0, before;

    settings.damping = 12;
    settings.viscosity = 0.01;
    settings.loss = 1e-4;
    settings.alpha = 0.35;
    EXPECT_INT(ripple_configure(pool, &settings), ==, 0);
    EXPECT_INT(ripple_set_mask(pool, &mask, 1, 1, 1), ==, 0);
    omega = acos(1 - 2 * square * pow(sin(PI / LENGTH), 2));
    for (int i = 0; i < 2 * LENGTH * 8; i++) {
        int height = (int)lround(7000 * sin(omega) *
                                 cos(2 * PI * (i % LENGTH) / LENGTH));
        RippleStone cell = {i % (2 * LENGTH), i / (2 * LENGTH), 1, -height,
                            RIPPLE_PROFILE_DISC};

        ripple_drop(pool, &cell);
    }
    before = support_height(pool, 0, 0);
    for (int i = 1; i <= STEPS; i++) {
        int now;

        ripple_step(pool);
        now = support_height(pool, 0, 0);
        if ((before < 0) != (now < 0)) {
            last = i - (double)now / (now - before);
            first = crossings++ == 0 ? last : first;
        }
        before = now;
    }
    phase = PI * (crossings - 1) / (last - first);
    ck_assert_msg(crossings > 2 && fabs(phase / omega - 1) < 0.035,
                  "%s, depth %d: %f, theory %f", ripple_model_name(model),
                  depth, phase, omega);
    ripple_destroy(pool);
}

/* Springs move less far in shallows: H's mask. */
TEST(waves, shallows_limit_springs)
{
    uint8_t mask = 51; /* a fifth */
    Ripple *pool = make(90, 60, RIPPLE_MODEL_SPRING, RIPPLE_EDGES_FIXED,
                        RIPPLE_SHORE_FIXED);
    int max = 0;

    EXPECT_INT(ripple_set_mask(pool, &mask, 1, 1, 1), ==, 0);
    for (int i = 0; i < 60; i++) {
        ripple_pull(pool, 45, 30, 12, 8000);
        ripple_step(pool);
        for (int k = 0; k < 90 * 60; k++)
            max = (int)fmax(max, abs(support_height(pool, k % 90, k / 90)));
    }
    EXPECT_INT(max, >, 1400);
    EXPECT_INT(max, <=, 8000 / 5 + 40);
    ripple_destroy(pool);
}

TEST_CASE(mask, masks, .timeout_s = 4);

/* Stones, lines, bodies and disturbances leave land calm. */
TEST_LOOP(masks, nothing_happens_on_land, MODEL_COUNT)
{
    uint8_t land = 0;
    Ripple *pool =
        make(200, 100, models[_i], RIPPLE_EDGES_WRAP, RIPPLE_SHORE_MIRROR);
    RippleStone hull = {50, 50, 20, 500, RIPPLE_PROFILE_BODY};

    EXPECT_INT(ripple_set_mask(pool, &land, 1, 1, 1), ==, 0);
    drop(pool, 100, 50, 30, 5000);
    ripple_disturb(pool, 30, 30, 500);
    ripple_pull(pool, 30, 80, 9, 500);
    ripple_drop_line(pool, &hull, 190, 90);
    for (int i = 0; i < 200 * 100; i++)
        EXPECT_INT(support_height(pool, i % 200, i / 200), ==, 0);
    step(pool, 2);
    EXPECT(ripple_is_calm(pool));
    ripple_destroy(pool);
}

/* Land that is painted into waves takes their place, and wiped away again
   leaves open water. */
TEST_LOOP(masks, paint_and_wipe, MODEL_COUNT)
{
    Ripple *pool =
        make(200, 100, models[_i], RIPPLE_EDGES_FIXED, RIPPLE_SHORE_FIXED);
    RippleRect part;

    ck_assert_ptr_null(ripple_mask(pool));
    drop(pool, 100, 50, 20, 900);
    step(pool, 20);
    EXPECT_INT(ripple_paint_mask(pool, 90, 50, 120, 50, 12, 0, &part), ==, 0);
    EXPECT_INT(part.x, <=, 78);
    EXPECT_INT(part.x + part.width, >, 131);
    EXPECT(ripple_mask(pool) != NULL);
    for (int i = 0; i < 200 * 100; i++) {
        if (ripple_mask(pool)[i] == 0)
            EXPECT_INT(support_height(pool, i % 200, i / 200), ==, 0);
    }
    EXPECT_INT(ripple_mask(pool)[50 * 200 + 110], ==, 0);
    EXPECT_INT(ripple_mask(pool)[50 * 200 + 140], ==, 255);
    step(pool, 10);
    EXPECT_INT(ripple_paint_mask(pool, 0, 0, 199, 99, 250, 255, NULL), ==, 0);
    ck_assert_ptr_null(ripple_mask(pool));
    step(pool, 20);
    EXPECT_INT(ripple_paint_mask(pool, 500, 500, 600, 600, 9, 0, &part), ==, 0);
    EXPECT_INT(part.width, ==, 0);
    EXPECT_INT(ripple_paint_mask(pool, 5, 5, 6, 6, 9, 256, NULL), ==,
               RIPPLE_ERROR_SETTING);
    EXPECT_INT(ripple_paint_mask(pool, 5, 5, 6, 6, 9, -1, NULL), ==,
               RIPPLE_ERROR_SETTING);
    ripple_destroy(pool);
}

TEST_CASE(mask, rest, .timeout_s = 60);

/* With land of any kind every model comes to rest. */
TEST_LOOP(rest, rest_with_land, 8 * MODEL_COUNT)
{
    RippleShore shore =
        _i / MODEL_COUNT % 2 ? RIPPLE_SHORE_MIRROR : RIPPLE_SHORE_FIXED;
    RippleEdges edges = (RippleEdges)(_i / (2 * MODEL_COUNT));
    Ripple *pool = make(131, 77, models[_i % MODEL_COUNT], edges, shore);
    uint8_t mask[7 * 11];
    uint64_t random = 5;
    int steps = 0;

    for (int i = 0; i < 7 * 11; i++)
        mask[i] = (uint8_t)(support_between(&random, 0, 2) == 0
                                ? 0
                                : support_between(&random, 30, 255));
    EXPECT_INT(ripple_set_mask(pool, mask, 11, 7, 11), ==, 0);
    for (int i = 0; i < 12; i++)
        drop(pool, support_between(&random, 0, 130),
             support_between(&random, 0, 76), 9, 1500);
    while (!ripple_is_calm(pool) && steps++ < 15000)
        ripple_step(pool);
    ck_assert_msg(steps < 15000, "%s, edges %d, shore %d",
                  ripple_model_name(models[_i % MODEL_COUNT]), (int)edges,
                  (int)shore);
    ripple_destroy(pool);
}

/* Nothing stays beyond land at an open edge, and it comes to rest. */
TEST_LOOP(rest, rest_with_land_at_open_edges, 2 * MODEL_COUNT)
{
    Ripple *pool = make(256, 64, models[_i % MODEL_COUNT], RIPPLE_EDGES_OPEN,
                        RIPPLE_SHORE_FIXED);
    uint8_t mask[4 * 8];
    int steps = 0, comes_late = _i / MODEL_COUNT;

    for (int i = 0; i < 4 * 8; i++)
        mask[i] = i == 1 || i == 16 ? 0 : 255;
    if (!comes_late)
        EXPECT_INT(ripple_set_mask(pool, mask, 4, 8, 4), ==, 0);
    for (int i = 0; i < 8; i++)
        drop(pool, 16 + 32 * i, 12, 9, 1500);
    step(pool, 25);
    if (comes_late)
        EXPECT_INT(ripple_set_mask(pool, mask, 4, 8, 4), ==, 0);
    while (!ripple_is_calm(pool) && steps++ < 8000)
        ripple_step(pool);
    EXPECT_INT(steps, <, 8000);
    ripple_destroy(pool);
}

/* Masks of any size are scaled to the pool. */
TEST(masks, masks_are_scaled)
{
    static const uint8_t half[] = {0, 255};
    static const uint8_t depths[] = {40, 80, 120, 200};
    uint8_t large[60 * 50];
    Ripple *pool = make(20, 10, RIPPLE_MODEL_ROUND, RIPPLE_EDGES_FIXED,
                        RIPPLE_SHORE_FIXED);

    EXPECT_INT(ripple_set_mask(pool, half, 2, 1, 2), ==, 0);
    for (int i = 0; i < 200; i++)
        EXPECT_INT(ripple_mask(pool)[i] == 0, ==, i % 20 < 10);
    EXPECT_INT(ripple_set_mask(pool, depths, 4, 1, 4), ==, 0);
    for (int x = 1; x < 20; x++)
        EXPECT_INT(ripple_mask(pool)[x], >=, ripple_mask(pool)[x - 1]);
    EXPECT_INT(ripple_mask(pool)[0], ==, 40);
    EXPECT_INT(ripple_mask(pool)[19], ==, 200);
    for (int i = 0; i < 60 * 50; i++)
        large[i] = (uint8_t)(i % 60 < 30 ? 0 : 100);
    EXPECT_INT(ripple_set_mask(pool, large, 60, 50, 60), ==, 0);
    for (int i = 0; i < 200; i++)
        EXPECT_INT(ripple_mask(pool)[i], ==, i % 20 < 10 ? 0 : 100);
    EXPECT_INT(ripple_set_mask(pool, large, 0, 50, 60), ==, RIPPLE_ERROR_SIZE);
    EXPECT_INT(ripple_set_mask(pool, large, 60, 40000, 60), ==,
               RIPPLE_ERROR_SIZE);
    memset(large, 255, sizeof large);
    EXPECT_INT(ripple_set_mask(pool, large, 60, 50, 60), ==, 0);
    ck_assert_ptr_null(ripple_mask(pool));
    EXPECT_INT(ripple_set_mask(pool, half, 2, 1, 2), ==, 0);
    EXPECT_INT(ripple_resize(pool, 40, 30), ==, 0);
    for (int i = 0; i < 40 * 30; i++)
        EXPECT_INT(ripple_mask(pool)[i] == 0, ==, i % 40 < 20);
    EXPECT_INT(ripple_set_mask(pool, NULL, 0, 0, 0), ==, 0);
    ck_assert_ptr_null(ripple_mask(pool));
    ripple_destroy(pool);
}

/* Land shows the picture dry; the floor is darker under water alone, and
   along the shore the one goes softly into the other. */
TEST_LOOP(masks, land_is_dry, MODEL_COUNT)
{
    enum { WIDTH = 160, HEIGHT = 96 };
    Ripple *pool = make(WIDTH, HEIGHT, models[_i], RIPPLE_EDGES_FIXED,
                        RIPPLE_SHORE_MIRROR);
    RipplePixels picture = support_pixels(WIDTH, HEIGHT);
    RipplePixels frame = support_pixels(WIDTH, HEIGHT);
    RipplePixels floor = support_pixels(WIDTH, HEIGHT);
    int dirty = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++)
        picture.pixels[i] |= 0xff808080u;
    EXPECT_INT(ripple_lay_floor(pool, &picture, &floor, NULL), ==, 0);
    EXPECT(memcmp(floor.pixels, picture.pixels, WIDTH * HEIGHT * 4) == 0);
    fill_right(pool, 90);
    EXPECT_INT(ripple_lay_floor(pool, &picture, &floor, NULL), ==, 0);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t dry = picture.pixels[y * WIDTH + x] >> 16 & 0xff;
            uint32_t shown = floor.pixels[y * WIDTH + x] >> 16 & 0xff;

            if (x >= 90)
                EXPECT_INT(shown, ==, dry);
            else if (x < 80)
                EXPECT_INT(shown, <, dry - 10);
        }
    }
    drop(pool, 75, 48, 16, 6000);
    for (int i = 0; i < 60; i++) {
        ripple_advance(pool, &picture, &frame, NULL);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int same = frame.pixels[y * WIDTH + x] ==
                           picture.pixels[y * WIDTH + x];

                if (x >= 90)
                    EXPECT(same);
                dirty += x < 85 && !same;
            }
        }
    }
    EXPECT_INT(dirty, >, 1000);
    free(picture.pixels);
    free(frame.pixels);
    free(floor.pixels);
    ripple_destroy(pool);
}

/* A body presses down what is higher, and leaves what is lower. */
TEST_LOOP(waves, bodies_press_the_water_down, MODEL_COUNT)
{
    Ripple *pool =
        make(90, 60, models[_i], RIPPLE_EDGES_OPEN, RIPPLE_SHORE_FIXED);
    RippleStone low = {30, 30, 2, 900, RIPPLE_PROFILE_DISC};
    RippleStone hull = {30, 30, 8, 300, RIPPLE_PROFILE_BODY};
    RippleStone larger = {45, 30, 500, 100, RIPPLE_PROFILE_BODY};

    ripple_drop(pool, &low);
    ripple_drop_line(pool, &hull, 50, 30);
    EXPECT_INT(support_height(pool, 30, 30), ==, -900);
    EXPECT_INT(support_height(pool, 34, 30), ==, -300);
    EXPECT_INT(support_height(pool, 50, 30), ==, -300);
    EXPECT_INT(support_height(pool, 57, 30), ==, -300);
    EXPECT_INT(support_height(pool, 59, 30), ==, 0);
    EXPECT_INT(support_height(pool, 30, 39), ==, 0);
    ripple_drop(pool, &larger);
    for (int i = 0; i < 90 * 60; i++)
        EXPECT_INT(support_height(pool, i % 90, i / 90), <=, -100);
    step(pool, 5);
    ripple_pull(pool, 20, 20, 5, 400);
    EXPECT_INT(support_height(pool, 20, 20), ==, 400);
    EXPECT_INT(support_height(pool, 24, 20), ==, 400);
    ripple_destroy(pool);
}

/* Land changes the picture at its shore, and nowhere else. */
TEST_LOOP(masks, land_leaves_far_water_as_it_is, MODEL_COUNT)
{
    enum { WIDTH = 130, HEIGHT = 40, FAR = 30 };
    Ripple *pool = make(WIDTH, HEIGHT, models[_i], RIPPLE_EDGES_FIXED,
                        RIPPLE_SHORE_MIRROR);
    RipplePixels picture = support_pixels(WIDTH, HEIGHT);
    RipplePixels before = support_pixels(WIDTH, HEIGHT);
    RipplePixels after = support_pixels(WIDTH, HEIGHT);
    int dirty = 0;

    drop(pool, 50, 20, 12, 3000);
    EXPECT_INT(ripple_render(pool, &picture, &before, NULL), >, 0);
    wall(pool, 10, 10, 10, 30, 5);
    EXPECT_INT(ripple_render(pool, &picture, &after, NULL), >, 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        EXPECT(i % WIDTH < FAR || before.pixels[i] == after.pixels[i]);
        dirty += i % WIDTH >= FAR && before.pixels[i] != picture.pixels[i];
    }
    EXPECT_INT(dirty, >, 100);
    free(picture.pixels);
    free(before.pixels);
    free(after.pixels);
    ripple_destroy(pool);
}

/* Land softens what is around it alike on all sides, at the edges too. */
TEST_LOOP(masks, shores_are_the_same_in_a_mirror, 9)
{
    enum { COLUMNS = 75, ROWS = 43 };
    int x = _i % 3 * 5, y = _i / 3 * 5;
    int opposite_x = COLUMNS - 1 - x, opposite_y = ROWS - 1 - y;
    Capsule brush = ripple_capsule_make(x, y, x, y, 4);
    Capsule opposite =
        ripple_capsule_make(opposite_x, opposite_y, opposite_x, opposite_y, 4);
    Field field;
    Mask mask, turned;

    EXPECT_INT(ripple_field_init(&field, COLUMNS, ROWS), ==, 0);
    EXPECT_INT(ripple_mask_init(&mask, &field, 0), ==, 0);
    EXPECT_INT(ripple_mask_init(&turned, &field, 0), ==, 0);
    ripple_mask_paint(&mask, &field, &brush, RIPPLE_DEPTH_LAND);
    ripple_mask_paint(&turned, &field, &opposite, RIPPLE_DEPTH_LAND);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        size_t row = (size_t)(i / COLUMNS), column = (size_t)(i % COLUMNS);

        EXPECT_INT(mask.strength[row * mask.stride + column], ==,
                   turned.strength[(ROWS - 1 - row) * mask.stride + COLUMNS -
                                   1 - column]);
    }
    ripple_mask_clear(&mask);
    ripple_mask_clear(&turned);
    ripple_field_clear(&field);
}

/* What can look different by a stroke is as far around it as land softens. */
TEST(masks, stroke_tells_what_it_changed)
{
    Ripple *pool = make(90, 70, RIPPLE_MODEL_ROUND, RIPPLE_EDGES_FIXED,
                        RIPPLE_SHORE_FIXED);
    RippleRect part;

    EXPECT_INT(ripple_paint_mask(pool, 20, 30, 34, 32, 3, 0, &part), ==, 0);
    EXPECT_INT(part.x, ==, 20 - 3 - 1 - 4);
    EXPECT_INT(part.y, ==, 30 - 3 - 4);
    EXPECT_INT(part.x + part.width, ==, 34 + 3 + 1 + 4 + 1);
    EXPECT_INT(part.y + part.height, ==, 32 + 3 + 4 + 1);
    ripple_destroy(pool);
}

/* New land is felt where it is, whatever moves at the edges meanwhile. The
   tiles that have it may round otherwise. */
TEST_LOOP(masks, land_leaves_far_waves_as_they_are,
          RIPPLE_EDGES_COUNT *MODEL_COUNT)
{
    enum { WIDTH = 200, HEIGHT = 60, BEFORE = 24, AFTER = 15, FAR = 100 };
    RippleModel model = models[_i % MODEL_COUNT];
    RippleEdges edges = (RippleEdges)(_i / MODEL_COUNT);
    Ripple *open = make(WIDTH, HEIGHT, model, edges, RIPPLE_SHORE_FIXED);
    Ripple *other = make(WIDTH, HEIGHT, model, edges, RIPPLE_SHORE_FIXED);

    drop(open, 90, 11, 9, 2000);
    drop(other, 90, 11, 9, 2000);
    step(open, BEFORE);
    step(other, BEFORE);
    wall(other, 180, 20, 180, 40, 4);
    step(open, AFTER);
    step(other, AFTER);
    EXPECT_INT(support_height(open, 90, 0), !=, 0);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 2 * AFTER; x < FAR; x++)
            EXPECT_INT(support_height(open, x, y), ==,
                       support_height(other, x, y));
    }
    ripple_destroy(open);
    ripple_destroy(other);
}
