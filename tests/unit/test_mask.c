/* SPDX-License-Identifier: MIT */
/* Land and shallows: where waves go and where they do not. */
#include "lib/land.h"
#include "lib/look/shore.h"
#include "lib/water/mask.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Makes all columns from `first` on land. */
static void fill_right(Ripple *pool, int first)
{
    int width = ripple_width(pool), height = ripple_height(pool);
    uint8_t *mask = malloc((size_t)width * (size_t)height);

    for (int i = 0; i < width * height; i++)
        mask[i] = i % width >= first ? 0 : 255;
    EXPECT_OK(ripple_set_mask(pool, mask, width, height, (size_t)width));
    free(mask);
}

TEST_CASE(mask, waves, .timeout_s = 60);

/*
 * Water that ends at a shore equals a pool that ends there, with two
 * exceptions: a mirror reflects diagonals the other way along a shore, and
 * models with a kernel for open water are rounded otherwise where there is a
 * depth map.
 */
TEST_LOOP(waves, shore_is_an_edge, 2 * MODEL_COUNT)
{
    enum { WIDTH = 70, HEIGHT = 50 };
    RippleModel model = (RippleModel)(_i % MODEL_COUNT);
    RippleSettings settings = water_settings(model, FIXED);
    int mirrors =
        _i / MODEL_COUNT && ripple_model_stencil(&settings, 0).w_diag == 0;
    RippleEdges edges = mirrors ? MIRROR : FIXED;
    RippleShore shore = mirrors ? RIPPLE_SHORE_MIRROR : RIPPLE_SHORE_FIXED;
    Ripple *whole = water_bounded(2 * WIDTH, HEIGHT, model, edges, shore);
    Ripple *small = water_bounded(WIDTH, HEIGHT, model, edges, shore);
    int rounds_alike = mirrors || ripple_model_stencil(&settings, 1).kind ==
                                      ripple_model_stencil(&settings, 0).kind;

    fill_right(whole, WIDTH);
    if (!mirrors) {
        water_wall(small, 3, 3, 3, 3, 2);
        water_wall(whole, 3, 3, 3, 3, 2);
    }
    water_drop(whole, 40, 20, 9, 900);
    water_drop(small, 40, 20, 9, 900);
    water_drop(whole, 2 * WIDTH - 9, 20, 9, 900);
    water_step(whole, 150);
    water_step(small, 150);
    EXPECT(water_error(whole, small, WIDTH, HEIGHT, 0) <=
           (rounds_alike ? 0 : 0.05));
    EXPECT(water_energy(whole, WIDTH, 2 * WIDTH) == 0);
}

TEST_LOOP(waves, waves_pass_a_gap_and_spread, MODEL_COUNT)
{
    enum { WIDTH = 200, HEIGHT = 160, WALL = 80 };
    Ripple *pool = water_bounded(WIDTH, HEIGHT, _i, OPEN, RIPPLE_SHORE_MIRROR);
    Ripple *closed =
        water_bounded(WIDTH, HEIGHT, _i, OPEN, RIPPLE_SHORE_MIRROR);
    RippleStone stone = {40, 10, 8, 6000, SMOOTH};
    int beside = 0;

    water_wall(pool, WALL, -9, WALL, HEIGHT / 2 - 10, 3);
    water_wall(pool, WALL, HEIGHT / 2 + 10, WALL, HEIGHT + 9, 3);
    water_wall(closed, WALL, -9, WALL, HEIGHT + 9, 3);
    ripple_drop_line(pool, &stone, 40, HEIGHT - 10);
    ripple_drop_line(closed, &stone, 40, HEIGHT - 10);
    for (int i = 0; i < 400; i++) {
        ripple_step(pool);
        ripple_step(closed);
        beside = max_int(beside, abs(support_height(pool, WALL + 25, 20)));
        for (int y = 0; y < HEIGHT; y += 8)
            EXPECT_INT(support_height(closed, WALL + 20, y), ==, 0);
    }
    ck_assert_msg(beside > 4, "%s: %d", ripple_model_name((RippleModel)_i),
                  beside);
}

/* In uniform shallows standing waves are slower by the root of the depth,
   unless cells have speeds. */
TEST_LOOP(waves, shallows_slow_waves_down, 5 * MODEL_COUNT)
{
    enum { LENGTH = 24 };
    static const uint8_t depths[] = {255, 191, 128, 64, 40};
    RippleSettings settings = water_settings(_i % MODEL_COUNT, WRAP);
    const Model *model = ripple_model_of(&settings);
    const uint8_t *depth = &depths[_i / MODEL_COUNT];
    double square, theory, phase;
    Ripple *pool;

    settings.damping = 12;
    settings.viscosity = 0.01;
    settings.loss = 1e-4;
    if (model->has_speeds || model->energy_kept(&settings) < UNDAMPED)
        return;
    square = model->speed2(&settings) * *depth / 255;
    theory = acos(1 - 2 * square * pow(sin(PI / LENGTH), 2));
    pool = water_pool(2 * LENGTH, 8, &settings);
    EXPECT_OK(ripple_set_mask(pool, depth, 1, 1, 1));
    water_set_cosine(pool, LENGTH, 7000 * sin(theory));
    phase = water_phase(pool, 300, 2);
    ck_assert_msg(fabs(phase / theory - 1) < 0.035,
                  "%s, depth %d: %f, theory %f", model->name, *depth, phase,
                  theory);
}

TEST(waves, shallows_limit_springs)
{
    uint8_t mask = 51; /* a fifth of the depth */
    Ripple *pool = water_bounded(90, 60, SPRING, FIXED, RIPPLE_SHORE_FIXED);
    int max = 0;

    EXPECT_OK(ripple_set_mask(pool, &mask, 1, 1, 1));
    for (int i = 0; i < 60; i++) {
        ripple_pull(pool, 45, 30, 12, 8000);
        ripple_step(pool);
        max = max_int(max, water_max(pool));
    }
    EXPECT_INT(max, >, 1400);
    EXPECT_INT(max, <=, 8000 / 5 + 40);
}

TEST_CASE(mask, masks, .timeout_s = 4);

/* Land painted into waves replaces them; wiped away, it leaves open water. */
TEST_LOOP(masks, paint_and_wipe, MODEL_COUNT)
{
    Ripple *pool = water_bounded(200, 100, _i, FIXED, RIPPLE_SHORE_FIXED);
    const uint8_t *mask;
    RippleRect part;

    ck_assert_ptr_null(ripple_mask(pool));
    water_drop(pool, 100, 50, 20, 900);
    water_step(pool, 20);
    EXPECT_OK(ripple_paint_mask(pool, 90, 50, 120, 50, 12, 0, &part));
    EXPECT_INT(part.x, <=, 78);
    EXPECT_INT(part.x + part.width, >, 131);
    for (int i = 0; i < 200 * 100; i++) {
        if (ripple_mask(pool)[i] == 0)
            EXPECT_INT(support_height(pool, i % 200, i / 200), ==, 0);
    }
    EXPECT_INT(ripple_mask(pool)[50 * 200 + 110], ==, 0);
    EXPECT_INT(ripple_mask(pool)[50 * 200 + 140], ==, 255);
    mask = ripple_mask(pool);
    water_step(pool, 10);
    CONFIGURE(pool, with.edges = WRAP; with.light = 9);
    EXPECT(ripple_mask(pool) == mask); /* as ripple.h says */
    EXPECT_OK(ripple_paint_mask(pool, 0, 0, 199, 99, 250, 255, NULL));
    ck_assert_ptr_null(ripple_mask(pool));
    water_step(pool, 20);
    EXPECT_OK(ripple_paint_mask(pool, 500, 500, 600, 600, 9, 0, &part));
    EXPECT_INT(part.width, ==, 0);
    EXPECT_BAD_SETTING(ripple_paint_mask(pool, 5, 5, 6, 6, 9, 256, NULL));
    EXPECT_BAD_SETTING(ripple_paint_mask(pool, 5, 5, 6, 6, 9, -1, NULL));
}

/* Land shows the picture dry; only under water the floor is darker. */
TEST_LOOP(masks, land_is_dry, MODEL_COUNT)
{
    enum { WIDTH = 160, HEIGHT = 96 };
    Ripple *pool = water_bounded(WIDTH, HEIGHT, _i, FIXED, RIPPLE_SHORE_MIRROR);
    RipplePixels picture = water_picture(WIDTH, HEIGHT);
    RipplePixels frame = water_picture(WIDTH, HEIGHT);
    RipplePixels floor = water_picture(WIDTH, HEIGHT);
    int dirty = 0, lost = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++)
        picture.pixels[i] |= 0xff808080u;
    EXPECT_OK(ripple_lay_floor(pool, &picture, &floor, NULL));
    water_check_pixels(&floor, &picture);
    fill_right(pool, 90);
    EXPECT_OK(ripple_lay_floor(pool, &picture, &floor, NULL));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t dry = picture.pixels[i] >> 16 & 0xff;
        uint32_t shown = floor.pixels[i] >> 16 & 0xff;

        EXPECT(i % WIDTH < 100 || shown == dry);
        if (i % WIDTH >= 80 && i % WIDTH < 88)
            lost += (int)dry - (int)shown;
    }
    EXPECT_INT(lost, >, 10 * 8 * HEIGHT);
    water_drop(pool, 75, 48, 16, 6000);
    for (int i = 0; i < 60; i++) {
        ripple_advance(pool, &picture, &frame, NULL);
        for (int k = 0; k < WIDTH * HEIGHT; k++) {
            int same = frame.pixels[k] == picture.pixels[k];

            EXPECT(k % WIDTH < 90 || same);
            dirty += k % WIDTH < 85 && !same;
        }
    }
    EXPECT_INT(dirty, >, 1000);
}

/* A body lowers what is higher than its bottom and leaves the rest. */
TEST_LOOP(waves, bodies_press_the_water_down, MODEL_COUNT)
{
    static const int heights[][3] = {{30, 30, -900}, {34, 30, -300},
                                     {50, 30, -300}, {57, 30, -300},
                                     {59, 30, 0},    {30, 39, 0}};
    Ripple *pool = water_bounded(90, 60, _i, OPEN, RIPPLE_SHORE_FIXED);
    RippleStone hull = {30, 30, 8, 300, BODY};
    RippleStone larger = {45, 30, 500, 100, BODY};

    water_disc(pool, 30, 30, 2, 900);
    ripple_drop_line(pool, &hull, 50, 30);
    for (int i = 0; i < COUNT(heights); i++)
        EXPECT_INT(support_height(pool, heights[i][0], heights[i][1]), ==,
                   heights[i][2]);
    ripple_drop(pool, &larger);
    for (int i = 0; i < 90 * 60; i++)
        EXPECT_INT(support_height(pool, i % 90, i / 90), <=, -100);
    water_step(pool, 5);
    ripple_pull(pool, 20, 20, 5, 400);
    EXPECT_INT(support_height(pool, 20, 20), ==, 400);
    EXPECT_INT(support_height(pool, 24, 20), ==, 400);
}

TEST_LOOP(masks, land_leaves_far_water_as_it_is, MODEL_COUNT)
{
    enum { WIDTH = 130, HEIGHT = 40, FAR = 30 };
    Ripple *pool = water_bounded(WIDTH, HEIGHT, _i, FIXED, RIPPLE_SHORE_MIRROR);
    RipplePixels picture = water_picture(WIDTH, HEIGHT);
    RipplePixels before = water_picture(WIDTH, HEIGHT);
    RipplePixels after = water_picture(WIDTH, HEIGHT);
    int dirty = 0;

    water_drop(pool, 50, 20, 12, 3000);
    EXPECT_INT(ripple_render(pool, &picture, &before, NULL), >, 0);
    water_wall(pool, 10, 10, 10, 30, 5);
    EXPECT_INT(ripple_render(pool, &picture, &after, NULL), >, 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        EXPECT(i % WIDTH < FAR || before.pixels[i] == after.pixels[i]);
        dirty += i % WIDTH >= FAR && before.pixels[i] != picture.pixels[i];
    }
    EXPECT_INT(dirty, >, 100);
}

/* Rows of tiles that were never near land have full strength. */
static int find_strength(const Mask *mask, int x, int y)
{
    size_t place = (size_t)y * mask->stride + (size_t)x;

    return mask->has_strength[y / RIPPLE_TILE_ROWS] ? mask->strength[place]
                                                    : RIPPLE_FULL_STRENGTH;
}

/* Land softens its surroundings alike on all sides, at the edges too. */
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

    EXPECT_OK(ripple_field_init(&field, COLUMNS, ROWS));
    EXPECT_OK(ripple_mask_init(&mask, &field, 0));
    EXPECT_OK(ripple_mask_init(&turned, &field, 0));
    ripple_mask_paint(&mask, &field, &brush, RIPPLE_DEPTH_LAND);
    ripple_mask_paint(&turned, &field, &opposite, RIPPLE_DEPTH_LAND);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        int x_opposite = COLUMNS - 1 - i % COLUMNS;

        EXPECT_INT(find_strength(&mask, i % COLUMNS, i / COLUMNS), ==,
                   find_strength(&turned, x_opposite, ROWS - 1 - i / COLUMNS));
    }
    ripple_mask_clear(&mask);
    ripple_mask_clear(&turned);
    ripple_field_clear(&field);
}

/* Land and open water far from the shore show the picture; beside land water is
   darker and land is wet. A part of the floor is that of the whole. */
TEST_LOOP(masks, floors_end_at_the_shore, 3)
{
    enum { WIDTH = 200, HEIGHT = 130, X = 90, Y = 50, RADIUS = 25 };
    static const int cells[] = {1, 3, 8};
    Ripple *pool = water_damped(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels picture = water_picture(WIDTH, HEIGHT);
    RipplePixels floor = water_picture(WIDTH, HEIGHT);
    RipplePixels again = water_picture(WIDTH, HEIGHT);
    int margin = 2 * cells[_i];

    CONFIGURE(pool, with.cell = cells[_i]);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        picture.pixels[i] |= 0xff808080u;
    EXPECT_OK(ripple_paint_mask(pool, X, Y, X, Y, RADIUS, 0, NULL));
    EXPECT_OK(ripple_lay_floor(pool, &picture, &floor, NULL));
    for (int i = 0; i < 2; i++) {
        RippleRect part = {0, 70 * i, WIDTH, 70};

        EXPECT_OK(ripple_lay_floor(pool, &picture, &again, &part));
    }
    water_check_pixels(&again, &floor);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double distance = hypot(i % WIDTH - X, i / WIDTH - Y) - RADIUS;
        int was = (int)(picture.pixels[i] >> 16 & 255);
        int is = (int)(floor.pixels[i] >> 16 & 255);

        if (distance < -10 - margin || distance > 48 + margin)
            EXPECT(floor.pixels[i] == picture.pixels[i]);
        else if (distance > 6 + margin && distance < 14 - margin)
            EXPECT_INT(is, <, was - 3);
    }
}

/* A shore is drawn as large as the frame, and nothing of it is farther than 48
   pixels from land. */
TEST(masks, shores_grow_with_the_frame)
{
    static const int heights[] = {1, 480, 1080, 2160, 16384};
    static const int scaled[] = {480, 480, 1080, 2160, 2160};

    for (int i = 0; i < COUNT(heights); i++) {
        ShoreScale scale = ripple_shore_scale(heights[i], 0);
        int reach = RIPPLE_SHORE_REACH * RIPPLE_SHORE_PIXEL;

        EXPECT_INT(scale.points, ==, 256 * 1080 / scaled[i]);
        EXPECT_INT(scale.shadow_x, ==, 5 * scaled[i] / 1080);
        EXPECT_INT(scale.shadow_y, ==, 9 * scaled[i] / 1080);
        for (int x = 0; x < 200; x++) {
            int shift = (int)hypot(scale.shadow_x, scale.shadow_y) + 2;
            ShorePoint point = {x, 3, reach, 0, 0};

            point.shadow = reach - shift * RIPPLE_SHORE_PIXEL;
            EXPECT(ripple_shore_colour(&scale, &point, 0xff80c0f0u,
                                       0xff000000u) == 0xff80c0f0u);
            point.shadow = 0; /* of land */
            EXPECT((ripple_shore_colour(&scale, &point, 0xff80c0f0u, 0) & 255) <
                   0xf0 / 2);
        }
    }
}

/* Foam comes and goes, but without edges. */
TEST(masks, foam_is_smooth)
{
    ShoreScale scale = ripple_shore_scale(1080, 0);
    int max = 0;

    for (int i = 0; i < 201 * 201; i++) {
        ShorePoint point = {i % 201, i / 201, 2 * RIPPLE_SHORE_PIXEL, 0, 0};
        int foam = (int)(ripple_shore_colour(&scale, &point, 0, 0) & 255), next;

        point.x += i % 2;
        point.y += (i + 1) % 2;
        next = (int)(ripple_shore_colour(&scale, &point, 0, 0) & 255);
        EXPECT_INT(abs(next - foam), <=, 64);
        max = max_int(max, foam);
    }
    EXPECT_INT(max, >, 150);
}

/* Land shows its own picture, repeated; water shows nothing of it. */
TEST(masks, land_has_its_own_picture)
{
    enum { WIDTH = 120, HEIGHT = 90, X = 30 };
    Ripple *pool = water_damped(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels picture = water_picture(WIDTH, HEIGHT);
    RipplePixels floor = water_picture(WIDTH, HEIGHT);
    RipplePixels plain = water_picture(WIDTH, HEIGHT);
    RipplePixels land = water_picture(11, 7), wrong = land;
    RippleRect part = {0, 0, 50, HEIGHT};

    EXPECT_OK(ripple_lay_land(pool, &picture, &land, &floor, NULL));
    water_check_pixels(&floor, &picture);
    EXPECT_OK(ripple_paint_mask(pool, 0, 0, 0, HEIGHT, X, 0, NULL));
    EXPECT_OK(ripple_lay_floor(pool, &picture, &plain, NULL));
    EXPECT_OK(ripple_lay_land(pool, &picture, &land, &floor, &part));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;

        if (x < X - 12)
            EXPECT(floor.pixels[i] == land.pixels[y % 7 * 11 + x % 11]);
        if (x > X + 2)
            EXPECT(floor.pixels[i] == (x < 50 ? plain : picture).pixels[i]);
    }
    wrong.pixels = NULL;
    EXPECT_BAD_PIXELS(ripple_lay_land(pool, &picture, &wrong, &floor, NULL));
    EXPECT_BAD_PIXELS(ripple_lay_land(pool, &picture, &floor, &floor, NULL));
    wrong = land;
    wrong.width = 0;
    EXPECT_BAD_PIXELS(ripple_lay_land(pool, &picture, &wrong, &floor, NULL));
    wrong = land;
    wrong.height = 0;
    EXPECT_BAD_PIXELS(ripple_lay_land(pool, &picture, &wrong, &floor, NULL));
}

/* The halo of the depth map repeats the nearest cell, or, if it wraps, shows
   the opposite one. */
TEST_LOOP(masks, halo_of_the_depth_map, 2)
{
    enum { COLUMNS = 30, ROWS = 11 };
    uint8_t depths[COLUMNS * ROWS];
    uint64_t random = 3;
    Field field;
    Mask mask;

    EXPECT_OK(ripple_field_init(&field, COLUMNS, ROWS));
    EXPECT_OK(ripple_mask_init(&mask, &field, _i));
    for (int i = 0; i < COLUMNS * ROWS; i++)
        depths[i] = (uint8_t)support_between(&random, 1, 255);
    ripple_mask_set(&mask, &field, depths, COLUMNS, ROWS, COLUMNS);
    for (int y = -1; y <= ROWS; y++) {
        for (int x = -1; x <= COLUMNS; x++) {
            int row = _i ? (y + ROWS) % ROWS : clamp_int(y, 0, ROWS - 1);
            int column =
                _i ? (x + COLUMNS) % COLUMNS : clamp_int(x, 0, COLUMNS - 1);

            EXPECT_INT(mask.depth_map[y * (int)mask.stride + x], ==,
                       (255 - depths[row * COLUMNS + column]) * 128);
        }
    }
    ripple_mask_clear(&mask);
    ripple_field_clear(&field);
}

/* A stroke can change pixels as far around it as land softens, 4, and as its
   shore goes, 48. */
TEST(masks, stroke_tells_what_it_changed)
{
    enum { REACH = 4 + 48 };
    Ripple *pool = water_bounded(290, 270, ROUND, FIXED, RIPPLE_SHORE_FIXED);
    RippleRect part;

    EXPECT_OK(ripple_paint_mask(pool, 70, 9, 70, 9, 3, 0, NULL));
    EXPECT_OK(ripple_paint_mask(pool, 120, 130, 134, 132, 3, 0, &part));
    EXPECT_INT(part.x, ==, 120 - 3 - 1 - REACH);
    EXPECT_INT(part.y, ==, 130 - 3 - REACH);
    EXPECT_INT(part.x + part.width, ==, 134 + 3 + 1 + REACH + 1);
    EXPECT_INT(part.y + part.height, ==, 132 + 3 + REACH + 1);
}

/* The outline of painted land varies by a fifth of the brush's radius, not
   alike on both sides. A stroke in two pieces makes the same land, and every
   machine does. */
TEST(masks, painted_land_has_a_natural_outline)
{
    enum { SIDE = 160, Y = 80, RADIUS = 20, LOW = 16, HIGH = 24 };
    Ripple *pool = water_damped(SIDE, SIDE, CLASSIC, 5, 1);
    Ripple *pieces = water_damped(SIDE, SIDE, CLASSIC, 5, 1);
    const uint8_t *mask;
    int alike = 0, lowest = SIDE, highest = 0;

    EXPECT_OK(ripple_paint_land(pool, 0, Y, SIDE, Y, RADIUS, 0, NULL));
    EXPECT_OK(ripple_paint_land(pieces, 0, Y, 50, Y, RADIUS, 0, NULL));
    EXPECT_OK(ripple_paint_land(pieces, 50, Y, SIDE, Y, RADIUS, 0, NULL));
    mask = ripple_mask(pool);
    EXPECT_INT(memcmp(mask, ripple_mask(pieces), SIDE * SIDE), ==, 0);
    EXPECT_INT(crc_bytes(0, mask, SIDE * SIDE), ==, 0xa9dcb643);
    for (int x = 0; x < SIDE; x++) {
        int above = 0, below = 0;

        for (int y = 1; y < Y; y++) {
            above += mask[(Y - y) * SIDE + x] == 0;
            below += mask[(Y + y) * SIDE + x] == 0;
        }
        lowest = min_int(lowest, min_int(above, below));
        highest = max_int(highest, max_int(above, below));
        alike += above == below;
    }
    EXPECT(lowest >= LOW - 1 && lowest < RADIUS - 2);
    EXPECT(highest <= HIGH && highest > RADIUS + 1);
    EXPECT_INT(alike, <, SIDE / 3);
}

/* New land changes waves near it only; tiles that hold it may round otherwise.
 */
TEST_LOOP(masks, land_leaves_far_waves_as_they_are,
          RIPPLE_EDGES_COUNT *MODEL_COUNT)
{
    enum { WIDTH = 200, HEIGHT = 60, BEFORE = 24, AFTER = 15, FAR = 100 };
    RippleModel model = (RippleModel)(_i % MODEL_COUNT);
    RippleEdges edges = (RippleEdges)(_i / MODEL_COUNT);
    Ripple *open =
        water_bounded(WIDTH, HEIGHT, model, edges, RIPPLE_SHORE_FIXED);
    Ripple *other =
        water_bounded(WIDTH, HEIGHT, model, edges, RIPPLE_SHORE_FIXED);

    water_drop(open, 90, 11, 9, 2000);
    water_drop(other, 90, 11, 9, 2000);
    water_step(open, BEFORE);
    water_step(other, BEFORE);
    water_wall(other, 180, 20, 180, 40, 4);
    water_step(open, AFTER);
    water_step(other, AFTER);
    EXPECT_INT(support_height(open, 90, 0), !=, 0);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 2 * AFTER; x < FAR; x++)
            EXPECT_INT(support_height(open, x, y), ==,
                       support_height(other, x, y));
    }
}

/* All pixels of the floor that a stroke changes, and so all that it writes of a
   calm frame, lie in the part that it tells: the whole frame if there was no
   mask before, or is none afterwards. */
TEST_LOOP(masks, strokes_draw_their_part_again, 3)
{
    enum { WIDTH = 480, HEIGHT = 270 };
    static const int cells[] = {1, 2, 5};
    static const struct {
        int x, radius, depth, is_whole;
    } strokes[] = {{60, 20, 90, 1},   {150, 20, 0, 0},  {240, 20, 0, 0},
                   {330, 20, 255, 0}, {60, 20, 255, 0}, {150, 500, 255, 1}};
    Ripple *pool = water_damped(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels picture = water_picture(WIDTH, HEIGHT);
    RipplePixels floor = water_picture(WIDTH, HEIGHT);
    RipplePixels anew = water_blank(WIDTH, HEIGHT);
    RipplePixels frame = water_blank(WIDTH, HEIGHT);

    CONFIGURE(pool, with.cell = cells[_i]);
    EXPECT_INT(ripple_render(pool, &floor, &frame, NULL), ==, 1);
    for (int i = 0; i < COUNT(strokes); i++) {
        const RippleRect *changed;
        RippleRect part;
        int x = strokes[i].x, is_whole = strokes[i].is_whole;
        int area = 0, count;

        EXPECT_OK(ripple_paint_mask(pool, x, 70, x + 40, 90, strokes[i].radius,
                                    strokes[i].depth, &part));
        EXPECT(is_whole == (part.width * part.height == WIDTH * HEIGHT));
        EXPECT_OK(ripple_lay_floor(pool, &picture, &floor, &part));
        EXPECT_OK(ripple_lay_floor(pool, &picture, &anew, NULL));
        water_check_pixels(&floor, &anew);
        count = ripple_render(pool, &floor, &frame, &changed);
        water_check_pixels(&frame, &floor);
        for (int k = 0; k < count; k++)
            area += changed[k].width * changed[k].height;
        EXPECT_INT(area, >=, part.width * part.height);
        EXPECT(area < WIDTH * HEIGHT || is_whole);
        EXPECT_INT(ripple_render(pool, &floor, &frame, NULL), ==, 0);
    }
    water_check_pixels(&floor, &picture);
}
