/* SPDX-License-Identifier: MIT */
/*
 * classic and round beside the literal formula. What the row of a model says,
 * and what a step of any model must keep: rest, reversal, causality, symmetry.
 */
#include "../naive.h"
#include "../random/pools.h"
#include "lib/cpu/cpu.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>

typedef void NaiveStep(Naive *water, int damping);

static NaiveStep *const naive_steps[] = {
    [CLASSIC] = naive_step,
    [ROUND] = naive_step_round,
};

static void compare_with_naive(RippleModel model, int damping, int width,
                               int height, int steps)
{
    Ripple *pool = water_damped(width, height, model, damping, 1);
    Naive water = naive_create(width, height);
    uint64_t random = (uint64_t)(width * 1000 + height + damping);

    for (int i = 0; i < steps; i++) {
        if (i % 23 == 0) {
            RippleStone stone = {support_between(&random, -5, width + 5),
                                 support_between(&random, -5, height + 5),
                                 support_between(&random, 0, 12),
                                 support_between(&random, 32, 128), DISC};

            ripple_drop(pool, &stone);
            naive_stone(&water, stone.x, stone.y, stone.radius, stone.weight);
        }
        ripple_step(pool);
        naive_steps[model](&water, damping);
    }
    for (int i = 0; i < width * height; i++)
        EXPECT_INT(support_height(pool, i % width, i / width), ==,
                   naive_height(&water, i % width, i / width));
    naive_destroy(&water);
}

TEST_CASE(models, exact, .timeout_s = 4);

TEST_LOOP(exact, equals_naive, 30)
{
    compare_with_naive((RippleModel)(_i % 2), 1 + _i / 2, 150, 70, 200);
}

/* Sizes around those of a tile, in both directions. */
TEST_LOOP(exact, equals_naive_at_any_size, 2)
{
    static const int sizes[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 129};

    for (int i = 0; i < COUNT(sizes); i++) {
        compare_with_naive((RippleModel)_i, 5, sizes[i], 40, 60);
        compare_with_naive((RippleModel)_i, 5, 40, sizes[i], 60);
    }
}

TEST_CASE(models, facts, .timeout_s = 30);

static Ripple *make(int width, int height, int model)
{
    RippleSettings settings = water_settings(model, FIXED);

    return water_pool(width, height, &settings);
}

/* 60 random fields come to exact rest within the number of steps measured for
   the damping, and the pool knows it. */
TEST_LOOP(facts, models_come_to_rest, 8)
{
    static const int max_steps[] = {450, 800, 1400, 2400};
    int damping = 5 + _i % 4, max = max_steps[_i % 4];

    for (uint64_t field = 0; field < 60; field++) {
        Ripple *pool = water_damped(64, 40, _i / 4, damping, 1);
        uint64_t random = field + 1;

        support_stir(pool, &random, 2000);
        water_rest(pool, max);
        ck_assert_msg(ripple_is_calm(pool), "field %d, damping %d", (int)field,
                      damping);
        EXPECT_INT(water_count(pool), ==, 0);
    }
}

/* Rounding gives these pools back what they lose. */
TEST_LOOP(facts, locked_pools_come_to_rest, RANDOM_LOCKED)
{
    RandomPool random;

    random_pool_draw_locked(&random, _i);
    random_pool_create(&random);
    water_own(random.pool);
    random_pool_stir(&random);
    EXPECT_INT(water_rest(random.pool, 2000), <, 2000);
}

enum { SIZE = 48 };

/* Cell i of a plane of a state, which has a halo. */
static int32_t *state_cell(int32_t *plane, int i)
{
    return &plane[(i / SIZE + 1) * (SIZE + 2) + i % SIZE + 1];
}

/* Steps water of a state, whose energy is lawful; then it holds what has come
   of it. */
static void step_state(WaterState *state, const RippleSettings *settings,
                       int steps)
{
    GridSize size = ripple_grid_choose(SIZE, SIZE, 1);
    Cpu *water;

    EXPECT_OK(ripple_cpu_create(&water, &size, settings));
    state->governor = (Governor){.is_new = 1};
    EXPECT_OK(ripple_cpu_import(water, state));
    for (int i = 0; i < steps; i++)
        ripple_cpu_step(water);
    ripple_state_clear(state);
    EXPECT_OK(ripple_cpu_export(water, state));
    ripple_cpu_destroy(water);
}

/* Without damping a step is its own reverse, unless cells have speeds: water
   whose two last heights change places runs back. */
TEST_LOOP(facts, undamped_steps_reverse, MODEL_COUNT)
{
    enum { STEPS = 1000 };
    RippleSettings settings = water_undamped(_i, FIXED);
    const Model *model = ripple_model_of(&settings);
    WaterState state;
    int32_t start[2][SIZE * SIZE], *now;
    uint64_t random = 7;

    if (model->has_speeds || model->energy_kept(&settings) < 1)
        return;
    EXPECT_OK(ripple_state_init(&state, SIZE, SIZE, &(Advection){0}));
    for (int i = 0; i < SIZE * SIZE; i++) {
        for (int k = 0; k < 2; k++)
            start[k][i] =
                support_between(&random, -99999, 99999) >>
                (ripple_model_stencil(&settings, 0).kind == STENCIL_FINE
                     ? 0
                     : RIPPLE_FRACTION_BITS);
        *state_cell(state.before, i) = start[0][i];
        *state_cell(state.now, i) = start[1][i];
    }
    step_state(&state, &settings, STEPS);
    now = state.now;
    state.now = state.before;
    state.before = now;
    step_state(&state, &settings, STEPS);
    for (int i = 0; i < SIZE * SIZE; i++) {
        EXPECT_INT(*state_cell(state.now, i), ==, start[0][i]);
        EXPECT_INT(*state_cell(state.before, i), ==, start[1][i]);
    }
    ripple_state_clear(&state);
}

TEST_LOOP(facts, waves_travel_one_cell_a_step, MODEL_COUNT)
{
    enum { WIDTH = 300, HEIGHT = 90, X = 140, Y = 50 };
    Ripple *pool = make(WIDTH, HEIGHT, _i);
    int has_diagonals =
        ripple_model_stencil(ripple_settings(pool), 0).w_diag != 0;

    water_disc(pool, X, Y, 1, 20000);
    for (int steps = 1; steps <= 60; steps++) {
        int front = 0;

        ripple_step(pool);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int dx = abs(i % WIDTH - X), dy = abs(i / WIDTH - Y);
            int distance = has_diagonals ? max_int(dx, dy) : dx + dy;
            int height = support_height(pool, i % WIDTH, i / WIDTH);

            if (distance > steps)
                EXPECT_INT(height, ==, 0);
            front |= distance == steps && height != 0;
        }
        if (steps == 1)
            EXPECT_INT(support_height(pool, X + 1, Y + 1) != 0, ==,
                       has_diagonals);
        if (steps <= 8)
            ck_assert_msg(front, "%s: the front is not at %d",
                          ripple_model_name((RippleModel)_i), steps);
    }
}

TEST_LOOP(facts, centred_disc_stays_symmetric, MODEL_COUNT)
{
    enum { ODD = 101, LAST = ODD - 1 };
    Ripple *pool = make(ODD, ODD, _i);

    water_disc(pool, ODD / 2, ODD / 2, 9, 100);
    water_step(pool, 200);
    for (int i = 0; i < ODD * ODD; i++) {
        int x = i % ODD, y = i / ODD, height = support_height(pool, x, y);

        EXPECT_INT(height, ==, support_height(pool, LAST - x, y));
        EXPECT_INT(height, ==, support_height(pool, x, LAST - y));
        EXPECT_INT(height, ==, support_height(pool, y, x));
    }
}

/* All that open edges know of a model. */
TEST(facts, speed_and_loss)
{
    static const struct {
        RippleModel model;
        double speed2, kept;
    } cases[] = {
        {CLASSIC, 0.5, 0.875},
        {ROUND, 0.75, 0.875},
        {WAVE, 0.0625, 1.8 / 2.2},
        {SHALLOW, 2 * 0.75 * 0.25 / (1 + 0.75 * 0.8), 0.75 * 0.8},
        {SPRING, 0.06, 0.96},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        RippleSettings settings = water_settings(cases[i].model, FIXED);
        const Model *model;

        settings.damping = 3;
        settings.viscosity = 0.4;
        settings.speed = 1;
        settings.time_step = 0.5;
        settings.spacing = 2;
        settings.alpha = 0.25;
        settings.beta = 0.8;
        settings.loss = 0.25;
        settings.stiffness = 0.3;
        settings.restore = 0.04;
        model = ripple_model_of(&settings);
        EXPECT(fabs(model->speed2(&settings) - cases[i].speed2) < 1e-9);
        EXPECT(fabs(model->energy_kept(&settings) - cases[i].kept) < 1e-9);
        for (int damping = 0; settings.model <= ROUND && damping < 2;) {
            settings.damping = damping++;
            EXPECT(model->energy_kept(&settings) == (damping == 1 ? 1 : 0.5));
        }
    }
}

enum { UNIT = 1 << RIPPLE_WEIGHT_BITS, FINE = 1 << RIPPLE_FRACTION_BITS };

static void expect_near(double value, double wanted)
{
    ck_assert_msg(fabs(value - wanted) <= 0.5 + 1e-9, "%g, not %g", value,
                  wanted);
}

/* Weights keep a level, or `sum` / 2^26 of it, to the last bit, and the
   shortest waves do not grow: 8 w_edge <= 1 + sum - 2 w_prev. */
static void check_weights(const Stencil *stencil, double w_prev, double w_edge,
                          int sum)
{
    int prev = stencil->w_prev + UNIT; /* it counts from the height before */
    double max = floor((UNIT + sum / FINE - 2 * prev) / 8.0);

    expect_near(prev, w_prev * UNIT);
    expect_near(stencil->w_edge, w_edge * UNIT > max ? max : w_edge * UNIT);
    EXPECT_INT((prev + stencil->w_now + 4 * stencil->w_edge) * FINE +
                   stencil->w_rest,
               ==, sum);
    EXPECT(stencil->w_rest >= 0 &&
           (stencil->w_rest < FINE || stencil->w_now == INT16_MAX));
    EXPECT_INT(stencil->kind, ==, STENCIL_FINE);
    EXPECT_INT(stencil->max_height, ==, INT16_MAX);
}

/* The weights of wave and shallow for random settings that are allowed. */
TEST_LOOP(facts, weights_are_those_of_the_formulas, 2)
{
    uint64_t random = 5;

    for (int i = 0, allowed = 0; allowed < 2000; i++) {
        RippleSettings settings = water_settings(WAVE + _i, FIXED);
        Stencil stencil;
        double friction, divisor, kept;
        int is_damped = i % 4 > 0;

        settings.viscosity =
            is_damped ? support_between(&random, 1, 1000) / 100.0 : 0;
        settings.speed = support_between(&random, 1, 1000) / 200.0;
        settings.time_step = support_between(&random, 1, 100) / 100.0;
        settings.spacing = support_between(&random, 1, 300) / 100.0;
        settings.alpha = support_between(&random, 0, 500) / 1000.0;
        settings.beta = i % 2 ? support_between(&random, 0, 1000) / 1000.0 : 1;
        settings.loss =
            i % 4 > 1 ? support_between(&random, 1, 1000) / 1000.0 : 0;
        EXPECT_INT(i, <, 100000);
        if (ripple_settings_check(&settings, NULL, 0) != RIPPLE_OK)
            continue;
        allowed++;
        stencil = ripple_model_stencil(&settings, i % 2);
        friction = settings.viscosity * settings.time_step;
        divisor = friction + 2;
        kept = 1 - settings.loss;
        if (settings.model == WAVE)
            check_weights(
                &stencil, (friction - 2) / divisor,
                2 *
                    pow(settings.speed * settings.time_step / settings.spacing,
                        2) /
                    divisor,
                UNIT * FINE);
        else
            check_weights(&stencil, -kept * settings.beta,
                          kept * settings.alpha, (int)(kept * UNIT * FINE));
        if (settings.model == SHALLOW)
            is_damped = settings.loss > 0 || settings.beta < 1;
        EXPECT_INT(stencil.is_damped, ==, is_damped);
    }
}
