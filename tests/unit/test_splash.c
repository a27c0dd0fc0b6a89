/* SPDX-License-Identifier: MIT */
/* Stones, lines of stones and disturbances: which cells, and how deep. */
#include "lib/cpu/cpu.h"
#include "lib/stones.h"
#include "lib/water/splash.h"
#include "water.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { SIZE = 160, MIDDLE = SIZE / 2 };

/* Of the model whose heights are those of int16. */
static Ripple *make_pool(void)
{
    return water_damped(SIZE, SIZE, WAVE, 5, 1);
}

static int height_at_middle(const Ripple *pool)
{
    return support_height(pool, MIDDLE, MIDDLE);
}

TEST_CASE(splash, stones, .timeout_s = 4);

/* Within one unit of the formula, for every radius and a range of weights. */
TEST_LOOP(stones, smooth_is_a_raised_cosine, 65)
{
    static const int weights[] = {1, 90, 1440, -1440, 12000};

    for (int k = 0; k < COUNT(weights); k++) {
        Ripple *pool = make_pool();

        water_drop(pool, MIDDLE, MIDDLE, _i, weights[k]);
        for (int i = 0; i < SIZE * SIZE; i++) {
            int x = i % SIZE, y = i / SIZE;
            double distance = hypot(x - MIDDLE, y - MIDDLE);
            double depth =
                distance < _i ? weights[k] / 2.0 * (1 + cos(PI * distance / _i))
                              : 0;

            EXPECT(fabs(support_height(pool, x, y) + depth) <=
                   0.5 + 2e-5 * abs(weights[k]));
        }
    }
}

/* And a profile that there is not adds, too. */
TEST(stones, smooth_adds_and_disc_sets)
{
    RippleStone unknown = {MIDDLE, MIDDLE, 10, 70, (RippleProfile)77};
    Ripple *pool = make_pool();

    water_drop(pool, MIDDLE, MIDDLE, 10, 500);
    water_drop(pool, MIDDLE, MIDDLE, 10, 500);
    EXPECT_INT(height_at_middle(pool), ==, -1000);
    water_disc(pool, MIDDLE, MIDDLE, 10, 500);
    EXPECT_INT(height_at_middle(pool), ==, -500);
    ripple_drop(pool, &unknown);
    EXPECT_INT(height_at_middle(pool), ==, -570);
}

/* Heights that are set have no fraction; those that are added to keep it. Land
   has none. */
TEST(stones, fractions_of_stones)
{
    enum { SIDE = 9, CENTRE = SIDE / 2, ONE = 1 << RIPPLE_FRACTION_BITS };
    static const struct {
        RippleProfile profile;
        int weight, height, fraction; /* it was 100 and 7/4096 */
    } cases[] = {
        {DISC, 50, -50, 0},    {DISC, -100, 100, 0}, {BODY, -99, 99, 0},
        {BODY, -100, 100, 7},  {BODY, -101, 100, 7}, {SMOOTH, 50, 50, 7},
        {SMOOTH, -70, 170, 7}, {SMOOTH, 0, 100, 7},
    };
    RippleSettings settings = water_settings(WAVE, FIXED);
    GridSize size = ripple_grid_choose(SIDE, SIDE, 1);
    const uint8_t land = RIPPLE_DEPTH_LAND;
    Cpu *water;

    for (int i = 0; i < 3 * COUNT(cases); i++) {
        RippleStone stone = {CENTRE, CENTRE, 2, cases[i / 3].weight,
                             cases[i / 3].profile};
        int height = cases[i / 3].height, fraction = cases[i / 3].fraction;
        WaterState state;
        int32_t *cell;

        EXPECT_OK(ripple_state_init(&state, SIDE, SIDE, &(Advection){0}));
        cell = &state.now[(CENTRE + 1) * (SIDE + 2) + CENTRE + 1];
        *cell = 100 * ONE + 7;
        EXPECT_OK(ripple_cpu_create(&water, &size, &settings));
        EXPECT_OK(ripple_cpu_import(water, &state));
        ripple_state_clear(&state);
        ripple_cpu_drop(water, &(Fall){&stone, CENTRE, CENTRE, 0});
        if (i % 3 == 1)
            ripple_cpu_drop(water, &(Fall){NULL, CENTRE, CENTRE, 1000});
        if (i % 3 == 2)
            EXPECT_OK(ripple_cpu_set_mask(water, &land, 1, 1, 1));
        EXPECT_OK(ripple_cpu_export(water, &state));
        cell = &state.now[(CENTRE + 1) * (SIDE + 2) + CENTRE + 1];
        EXPECT_INT(*cell, ==,
                   i % 3 == 2 ? 0 : (height + i % 3 * 1000) * ONE + fraction);
        EXPECT_INT(ripple_cpu_is_calm(water), ==, i % 3 == 2);
        ripple_state_clear(&state);
        ripple_cpu_destroy(water);
    }
}

TEST_LOOP(stones, heights_saturate, MODEL_COUNT)
{
    static const int weights[] = {INT_MAX, INT_MIN, 40000, -40000};
    int max = water_max_height((RippleModel)_i);

    for (int i = 0; i < 8; i++) {
        Ripple *pool = water_damped(SIZE, SIZE, _i, 5, 1);
        int weight = weights[i / 2];

        for (int times = 0; times < 3; times++)
            (i % 2 ? water_drop : water_disc)(pool, MIDDLE, MIDDLE, 5, weight);
        EXPECT_INT(height_at_middle(pool), ==, weight > 0 ? -max : max);
    }
}

TEST(stones, absurd_stones)
{
    static const int values[] = {INT_MIN, INT_MIN + 1, -1, 0, 1, INT_MAX};

    for (int i = 0; i < 6 * 6 * 6 * 2; i++) {
        Ripple *pool = water_damped(40, 30, ROUND, 5, 1);
        RippleStone stone = {values[i % 6], values[i / 6 % 6],
                             values[i / 36 % 6], 100, (RippleProfile)(i / 216)};

        ripple_drop(pool, &stone);
        ripple_drop_line(pool, &stone, values[5 - i % 6], values[i / 7 % 6]);
        if (stone.radius <= 0)
            EXPECT(ripple_is_calm(pool));
    }
}

TEST_CASE(splash, lines, .timeout_s = 4);

/* A place beyond the bound of ripple.h is clamped to it. */
TEST(lines, far_places_are_clamped)
{
    Ripple *far = make_pool(), *bound = make_pool();
    RippleStone stone = {0, 0, 9, 700, SMOOTH};

    ripple_drop_line(far, &stone, 1000000, 500000);
    ripple_drop_line(bound, &stone, 262144, 262144);
    water_check_same(far, bound);
    EXPECT(support_height(far, MIDDLE, MIDDLE) != 0);
}

TEST(lines, disturb_is_a_cross)
{
    Ripple *pool = make_pool();

    ripple_disturb(pool, MIDDLE, MIDDLE, -101);
    ripple_disturb(pool, MIDDLE, MIDDLE, -2);
    EXPECT_INT(height_at_middle(pool), ==, -103);
    for (int i = -1; i <= 1; i += 2) {
        EXPECT_INT(support_height(pool, MIDDLE + i, MIDDLE), ==, -51);
        EXPECT_INT(support_height(pool, MIDDLE, MIDDLE + i), ==, -51);
    }
    EXPECT_INT(water_count(pool), ==, 5);
    ripple_disturb(pool, MIDDLE, MIDDLE, INT_MAX);
    EXPECT_INT(height_at_middle(pool), ==, INT16_MAX);
    ripple_disturb(pool, MIDDLE, MIDDLE, INT_MIN);
    EXPECT_INT(height_at_middle(pool), ==, -INT16_MAX);
}

/* That of calm water is the sum of the squares of heights. */
TEST(lines, disturb_tells_its_change)
{
    Field field;

    EXPECT_OK(ripple_field_init(&field, 5, 5));
    EXPECT_INT((int)ripple_splash_disturb(&field, NULL, 2, 2, -101), ==,
               101 * 101 + 4 * 50 * 50);
    ripple_field_clear(&field);
}

TEST_CASE(splash, sinking, .timeout_s = 4);

/* The depth that a stone presses before each step, by hand; a disc or body is
   as deep as the sum of that. */
static const struct {
    int delay, steps, weight, parts[8];
} courses[] = {
    {0, 1, 700, {700}},
    {0, 2, 7, {3, 4}},
    {0, 3, -100, {-25, -49, -26}},
    {0, 8, 512, {22, 58, 82, 94, 94, 82, 58, 22}},
    {1, 1, 700, {700}},
    {5, 3, -100, {-25, -49, -26}},
};

TEST_LOOP(sinking, parts_by_hand, 3)
{
    RipplePixels picture = water_picture(SIZE, SIZE);
    RipplePixels frame = water_blank(SIZE, SIZE);

    for (int k = 0; k < COUNT(courses); k++) {
        Ripple *pool = make_pool(), *parts = make_pool();
        RippleStone stone = {70, 60, 13, courses[k].weight, (RippleProfile)_i};
        int depth = 0;

        if (courses[k].delay == 0)
            EXPECT_OK(ripple_splash(pool, &stone, courses[k].steps));
        else
            ripple_splash_later(pool, &stone, courses[k].steps,
                                courses[k].delay);
        for (int i = 0; i < courses[k].delay; i++) {
            water_check_same(pool, parts);
            EXPECT(!ripple_is_calm(pool));
            ripple_step(pool);
        }
        for (int i = 0; i < courses[k].steps; i++) {
            depth += courses[k].parts[i];
            stone.weight =
                stone.profile == SMOOTH ? courses[k].parts[i] : depth;
            ripple_drop(parts, &stone);
            if (i == 0 && courses[k].delay == 0)
                water_check_same(pool, parts);
            EXPECT(!ripple_is_calm(pool));
            if (i % 2)
                EXPECT(ripple_advance(pool, &picture, &frame, NULL) >= 0);
            else
                ripple_step(pool);
            ripple_step(parts);
            water_check_same(pool, parts);
        }
        ripple_step(pool);
        ripple_step(parts);
        water_check_same(pool, parts);
    }
}

/* A ring has most of the energy of that of a stone that falls. */
TEST_LOOP(sinking, the_same_wave, MODEL_COUNT)
{
    Ripple *fallen = water_damped(SIZE, SIZE, _i, 10, 1.0 / 16);
    Ripple *sunk = water_damped(SIZE, SIZE, _i, 10, 1.0 / 16);
    RippleStone stone = {MIDDLE, MIDDLE, 10, 1000, SMOOTH};
    double share;

    ripple_drop(fallen, &stone);
    EXPECT_OK(ripple_splash(sunk, &stone, 8));
    water_step(fallen, 60);
    water_step(sunk, 64);
    share = water_energy(sunk, 0, SIZE) / water_energy(fallen, 0, SIZE);
    EXPECT(share > 0.7 && share < 1);
}

/* Nothing sinks in calm water: these end it. */
TEST(sinking, what_ends_it)
{
    const uint8_t mask = RIPPLE_DEPTH_OPEN;

    for (int k = 0; k < 10; k++) {
        Ripple *pool = make_pool();
        RippleStone stone = {MIDDLE, MIDDLE, 9, 1, SMOOTH};
        int i = k / 2, end = i < 4;

        /* The first of many parts of a weight of 1 is 0. */
        if (k % 2)
            ripple_splash_later(pool, &stone, 1, 1);
        else
            EXPECT_OK(ripple_splash(pool, &stone, 100));
        EXPECT(!ripple_is_calm(pool));
        if (i == 0)
            ripple_clear(pool);
        else if (i == 1)
            EXPECT_OK(ripple_resize(pool, SIZE - 1, SIZE));
        else if (i == 2)
            CONFIGURE(pool, with.cell = 2);
        else if (i == 3)
            EXPECT_OK(ripple_set_mask(pool, &mask, 1, 1, 1));
        EXPECT_OK(ripple_resize(pool, ripple_width(pool), SIZE));
        EXPECT_BAD_SIZE(ripple_set_mask(pool, &mask, 0, 1, 1));
        CONFIGURE(pool, with.viscosity = 0.3);
        EXPECT_INT(ripple_is_calm(pool), ==, end);
    }
}

/* The 129th that waits is lost. */
TEST_LOOP(sinking, many_that_wait, 2)
{
    Ripple *pool = make_pool();
    RippleStone stone = {MIDDLE, MIDDLE, 9, 0, SMOOTH};

    for (int i = 0; i < 127 + _i; i++)
        ripple_splash_later(pool, &stone, 3, 1);
    stone.weight = 500;
    ripple_splash_later(pool, &stone, 1, 1);
    water_step(pool, 2);
    EXPECT_INT(height_at_middle(pool) != 0, ==, !_i);
}
