/* SPDX-License-Identifier: MIT */
/*
 * Rest: water whose settings take energy comes to rest at exactly zero in both
 * buffers. The table has the pools that are hardest to bring there; the tests
 * below it go through edges, settings, land and currents.
 */
#include "lib/util/decimal.h"
#include "lib/water/governor.h"
#include "water.h"

#include <math.h>

TEST_CASE(rest, rest, .timeout_s = 60);

/* Steps a pool to rest and names it if that takes too long. */
static void check_rest(Ripple *pool, int max)
{
    const RippleSettings *settings = ripple_settings(pool);

    ck_assert_msg(water_rest(pool, max) < max,
                  "%dx%d, %s, edges %d, shore %d, damping %d, speed %g, "
                  "viscosity %g, loss %g: %d at most after %d steps",
                  ripple_width(pool), ripple_height(pool),
                  ripple_model_name(settings->model), (int)settings->edges,
                  (int)settings->shore, settings->damping, settings->speed,
                  settings->viscosity, settings->loss, water_max(pool), max);
    EXPECT_INT(water_count(pool), ==, 0);
}

static void drop_stone(Ripple *pool)
{
    water_drop(pool, ripple_width(pool) / 2, ripple_height(pool) * 3 / 10, 8,
               800);
}

/* 200 stones as heavy as heights allow, or more. */
static void drop_many(Ripple *pool)
{
    uint64_t random = 11;

    for (int i = 0; i < 200; i++) {
        RippleStone stone = {
            support_between(&random, 0, ripple_width(pool) - 1),
            support_between(&random, 0, ripple_height(pool) - 1),
            support_between(&random, 1, 12), i % 4 == 3 ? -32000 : 32000,
            (RippleProfile)(i % 3)};

        ripple_drop(pool, &stone);
        water_step(pool, support_between(&random, 0, 11));
    }
}

/* One cell of land, one cell away from the edge. */
static void drop_beside_cell(Ripple *pool)
{
    water_wall(pool, ripple_width(pool) / 2, 1, ripple_width(pool) / 2, 1, 1);
    drop_stone(pool);
}

/* Strokes of land that cross an edge and a corner. */
static void drop_beside_strokes(Ripple *pool)
{
    int width = ripple_width(pool), height = ripple_height(pool);

    water_wall(pool, width / 4, -5, width / 2, 2, 3);
    water_wall(pool, width - 4, height / 2, width + 3, height + 9, 4);
    drop_stone(pool);
}

/* A current along a mole with a gap. */
static void drop_in_harbour(Ripple *pool)
{
    int x = ripple_width(pool) / 2, height = ripple_height(pool);

    water_wall(pool, x, -9, x, height * 4 / 10, 2);
    water_wall(pool, x, height * 6 / 10, x, height + 9, 2);
    EXPECT_OK(ripple_set_current(pool, 0.4, 0));
    drop_stone(pool);
}

enum { ANY = MODEL_COUNT };

static const struct {
    int width, height, model, edges, shore;
    const char *setting; /* from `first` to `last` by 1 */
    double first, last;
    void (*stir)(Ripple *pool);
    int max_steps;
} cases[] = {
    {160, 120, ANY, OPEN, RIPPLE_SHORE_MIRROR, "damping", 6, 6,
     drop_beside_cell, 8000},
    {160, 120, ANY, OPEN, RIPPLE_SHORE_MIRROR, "damping", 6, 6,
     drop_beside_strokes, 8000},
    {80, 60, ANY, MIRROR, RIPPLE_SHORE_MIRROR, "damping", 8, 8, drop_in_harbour,
     8000},
    {80, 60, SHALLOW, MIRROR, RIPPLE_SHORE_MIRROR, "loss", 0.001, 0.001,
     drop_in_harbour, 60000},
    {40, 30, CLASSIC, FIXED, RIPPLE_SHORE_FIXED, "damping", 9, 15, drop_many,
     25000},
    {40, 30, ROUND, FIXED, RIPPLE_SHORE_FIXED, "damping", 12, 15, drop_many,
     25000},
    /* the budget falls from 2^44 to 1: 2^fall ln(2^44), fall 11 and 12 */
    {40, 30, SHALLOW, FIXED, RIPPLE_SHORE_FIXED, "loss", 0.001, 0.001,
     drop_many, 62000},
    {40, 30, WAVE, FIXED, RIPPLE_SHORE_FIXED, "viscosity", 0.02, 0.02,
     drop_many, 125000},
    {4, 4, ROUND, OPEN, RIPPLE_SHORE_FIXED, "damping", 7, 7, drop_many, 8000},
    {4, 7, ROUND, OPEN, RIPPLE_SHORE_FIXED, "damping", 7, 7, drop_many, 8000},
    /* viscosity * time_step from 0.69 to 1.32 */
    {9, 7, WAVE, MIRROR, RIPPLE_SHORE_FIXED, "viscosity", 23, 44, drop_many,
     8000},
};

TEST_LOOP(rest, hard_cases, COUNT(cases))
{
    int first = cases[_i].model == ANY ? 0 : cases[_i].model;
    int end = cases[_i].model == ANY ? MODEL_COUNT : first + 1;

    for (int model = first; model < end; model++) {
        for (double value = cases[_i].first; value <= cases[_i].last; value++) {
            RippleSettings settings = water_settings(model, cases[_i].edges);
            char text[32];
            Ripple *pool;

            settings.shore = (RippleShore)cases[_i].shore;
            ripple_decimal_write(text, sizeof text, value);
            EXPECT_OK(ripple_setting_set(&settings, cases[_i].setting, text,
                                         NULL, 0));
            pool = water_pool(cases[_i].width, cases[_i].height, &settings);
            cases[_i].stir(pool);
            check_rest(pool, cases[_i].max_steps);
        }
    }
}

/* Lets a stone go from rest: both buffers have its heights. */
static void release_stone(Ripple *pool)
{
    enum { SIZE = 256 };
    static int heights[SIZE * SIZE];

    water_drop(pool, SIZE / 2, SIZE / 2, 10, 100);
    if (ripple_model_of(ripple_settings(pool))->has_speeds)
        return;
    for (int i = 0; i < SIZE * SIZE; i++)
        heights[i] = support_height(pool, i % SIZE, i / SIZE);
    ripple_step(pool);
    for (int i = 0; i < SIZE * SIZE; i++)
        water_set(pool, i % SIZE, i / SIZE, heights[i]);
}

/* Rounding to nearest makes the mean, -0.14 here, walk at random, by about
   0.0011 * steps^1.5 / sqrt(3): 5 in 400 steps, and of fine heights 0.03
   in 2,500. Half of the sums of classic are halves, which go to even ones: it
   walks four times as far. The shifts of classic and round sag. */
TEST_LOOP(rest, undamped_water_keeps_its_mean, MODEL_COUNT *RIPPLE_EDGES_COUNT)
{
    enum { SIZE = 256 };
    RippleSettings settings =
        water_undamped(_i % MODEL_COUNT, _i / MODEL_COUNT);
    int is_fine = ripple_model_stencil(&settings, 0).kind == STENCIL_FINE;
    int max = is_fine ? 1 : 25;
    double mean = 0;
    Ripple *pool;

    if (settings.edges == RIPPLE_EDGES_OPEN ||
        ripple_model_stencil(&settings, settings.edges == RIPPLE_EDGES_FIXED)
                .kind <= STENCIL_ROUND)
        return;
    pool = water_pool(SIZE, SIZE, &settings);
    release_stone(pool);
    water_step(pool, is_fine && !SUPPORT_IS_SANITIZED ? 2500 : 400);
    for (int i = 0; i < SIZE * SIZE; i++)
        mean += support_height(pool, i % SIZE, i / SIZE);
    mean /= SIZE * SIZE;
    ck_assert_msg(fabs(mean) < max, "%s, edges %d: mean %g, RMS %g",
                  ripple_model_name(settings.model), (int)settings.edges, mean,
                  sqrt(water_energy(pool, 0, SIZE)) / SIZE);
}

TEST_LOOP(rest, rest_of_narrow_water, 4 * MODEL_COUNT)
{
    RippleSettings settings =
        water_settings(_i % MODEL_COUNT, _i / MODEL_COUNT);

    for (int size = 1; size <= 9; size += size < 3 ? 1 : 6) {
        Ripple *wide = water_pool(110, size, &settings);
        Ripple *tall = water_pool(size, 110, &settings);

        water_drop(wide, 100, size / 2, 7, 3000);
        water_drop(tall, size / 2, 100, 7, 3000);
        check_rest(wide, 8000);
        check_rest(tall, 8000);
    }
}

/* Eddies of up to 1.5 cells a step stretch waves without end, and rain feeds
   them: the budget falls faster than it can grow. Nothing but stones raises it:
   neither other settings nor stones that change nothing. */
TEST_LOOP(rest, rain_in_eddies_is_bounded, MODEL_COUNT)
{
    enum { WIDTH = 60, HEIGHT = 50, STEPS = 1000, INTERVAL = 8 };
    static float x[WIDTH * HEIGHT], y[WIDTH * HEIGHT];
    Ripple *pool = water_bounded(WIDTH, HEIGHT, _i, _i % RIPPLE_EDGES_COUNT,
                                 RIPPLE_SHORE_FIXED);
    uint64_t random = 1;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double across = 2 * PI * (i % WIDTH + 0.5) / WIDTH;
        double down = 2 * PI * (i / WIDTH + 0.5) / HEIGHT;

        x[i] = (float)(1.5 * sin(across) * cos(down));
        y[i] = (float)(-1.5 * cos(across) * sin(down));
    }
    EXPECT_OK(ripple_set_current_map(pool, x, y, WIDTH, HEIGHT));
    for (int i = 0; i < STEPS; i++) {
        int is_up = i / INTERVAL % 2;

        if (i % INTERVAL == 0)
            water_drop(pool, support_between(&random, 0, WIDTH - 1),
                       support_between(&random, 0, HEIGHT - 1), 3,
                       is_up ? 100 : -100);
        ripple_disturb(pool, WIDTH / 2, HEIGHT / 2, 0);
        CONFIGURE(pool, with.light_from = i % 360);
        ripple_step(pool);
        EXPECT_INT(water_max(pool), <, 2500);
    }
    check_rest(pool, 12000);
}

/* Even a loss that a double cannot tell from none ends in rest. */
TEST(rest, the_smallest_loss_ends_in_rest)
{
    for (int i = 0; i < 4; i++) {
        RippleSettings settings =
            water_settings(i / 2 ? SPRING : SHALLOW, FIXED);
        int is_damped = i % 2;
        Ripple *pool;

        settings.loss = settings.restore = is_damped ? 1e-17 : 0;
        pool = water_pool(16, 16, &settings);
        water_drop(pool, 8, 8, 5, 2000);
        water_rest(pool, 400000);
        EXPECT_INT(ripple_is_calm(pool), ==, is_damped);
    }
}

TEST(rest, settings_change_in_midstream)
{
    RippleSettings settings = water_settings(ROUND, FIXED);
    uint64_t random = 9;
    Ripple *pool = water_pool(120, 80, &settings);

    for (int i = 0; i < 300; i++) {
        CONFIGURE(pool,
                  with.model =
                      (RippleModel)support_between(&random, 0, MODEL_COUNT - 1),
                  with.edges = (RippleEdges)support_between(&random, 0, 3));
        water_drop(pool, support_between(&random, 0, 119),
                   support_between(&random, 0, 79), 6, 1500);
        water_step(pool, support_between(&random, 1, 12));
    }
    CONFIGURE(pool, with.edges = FIXED);
    check_rest(pool, 8000);
}

/* Judges damped water of this energy. */
static void judge(Governor *governor, int energy)
{
    const Stencil stencil = {.w_prev = -(1 << RIPPLE_WEIGHT_BITS),
                             .is_damped = 1};
    EnergySums sums = {0};

    atomic_store(&sums.now2, energy);
    ripple_governor_judge(governor, &stencil, &sums, &(Field){0}, 0);
}

/* Without a budget, water loses even what it does not show as energy. */
TEST(rest, no_budget)
{
    Governor governor;

    ripple_governor_restart(&governor);
    judge(&governor, 0);
    EXPECT_INT(governor.loss, ==, RIPPLE_GOVERNOR_LITTLE);
}

/* Sums that repeat, after up to 512 measurements, lower the budget. */
TEST(rest, repeated_sums_are_found)
{
    static const int rows[][2] = {/* period, measurements */
                                  {1, 2},
                                  {3, 4 + 3},
                                  {300, 512 + 300},
                                  {512, 512 + 512},
                                  {513, 3000}};

    for (int i = 0; i < COUNT(rows); i++) {
        Governor governor = {.budget = 1000};
        int count = 0;

        for (; governor.budget == 1000 && count < 3000; count++)
            judge(&governor, count % rows[i][0]);
        EXPECT_INT(count, ==, rows[i][1]);
    }
}

/* Each model, edges and shore: with a current or without, in open water and
   between islands. */
TEST_LOOP(rest, rest_with_all_else, 2 * RIPPLE_EDGES_COUNT * MODEL_COUNT)
{
    static const double flows[] = {0, 0.02, 0.3, 0.5, 0.97, 2.2, 0};
    int edges = _i / MODEL_COUNT % RIPPLE_EDGES_COUNT;
    int shore = _i / MODEL_COUNT / RIPPLE_EDGES_COUNT;
    double flow = flows[_i % COUNT(flows)];
    Ripple *pool = water_bounded(67, 41, _i % MODEL_COUNT, edges, shore);
    uint64_t random = 5;
    uint8_t mask[7 * 11];

    for (int i = 0; i < 7 * 11; i++)
        mask[i] = (uint8_t)(support_between(&random, 0, 2) == 0
                                ? 0
                                : support_between(&random, 30, 255));
    if (_i % 2)
        EXPECT_OK(ripple_set_mask(pool, mask, 11, 7, 11));
    EXPECT_OK(ripple_set_current(pool, flow, -flow / 3));
    support_stir(pool, &random, 3000);
    water_drop(pool, 0, 20, 12, 4000);
    check_rest(pool, 15000);
}
