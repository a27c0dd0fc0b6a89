/* SPDX-License-Identifier: MIT */
/*
 * The models beside their formulas in floating point, rest, limits of the
 * settings, and waves at the edges.
 */
#include "../truth/measure.h"
#include "../truth/ideal.h"
#include "lib/util/decimal.h"
#include "water.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST_CASE(waves, formulas, .timeout_s = 4);

/* wave at e = 1/2 without viscosity, and shallow at alpha = 1/2 and beta = 1,
   have the weights of the undamped classic; they are the same. */
TEST(formulas, special_cases_equal_classic)
{
    RippleSettings classic = water_undamped(CLASSIC, MIRROR);
    Stencil wanted = ripple_model_stencil(&classic, 0);
    Ripple *pools[2];

    for (int k = 0; k < 2; k++) {
        RippleSettings settings = water_undamped(WAVE + k, MIRROR);
        Stencil stencil = ripple_model_stencil(&settings, 0);

        EXPECT_INT(stencil.w_prev, ==, wanted.w_prev);
        EXPECT_INT(stencil.w_now, ==, wanted.w_now);
        EXPECT_INT(stencil.w_edge, ==, wanted.w_edge);
        EXPECT_INT(stencil.w_rest, ==, 0);
        pools[k] = water_pool(90, 70, &settings);
        support_stir(pools[k], &(uint64_t){5}, 300);
    }
    for (int i = 0; i < 300; i++) {
        for (int k = 0; k < 2; k++) {
            if (i % 50 == 20)
                water_drop(pools[k], 30 + i / 10, 40, 9, i % 100 ? 400 : -400);
            ripple_step(pools[k]);
        }
        water_check_same(pools[0], pools[1]);
    }
    EXPECT_INT(water_max(pools[0]), >, 1000);
}

/* Integer and float water differ by rounding: half a unit a step, of fine
   heights half of 1/4096. */
TEST_LOOP(formulas, models_follow_their_formulas, MODEL_COUNT)
{
    RippleSettings settings = water_settings(_i, FIXED);
    int is_fine = ripple_model_stencil(&settings, 0).kind == STENCIL_FINE;
    int has_speeds = ripple_model_of(&settings)->has_speeds;
    Drop drop = {90, OPEN_WATER, has_speeds ? 6000 : 900, 0};
    double error, max = is_fine ? 0.005 : 0.08;

    if (formula_of(&settings).edge == 0)
        return;
    measure_errors(&settings, &drop, &(int){60}, 1, &error);
    ck_assert_msg(error < max, "%s is %.3f off",
                  ripple_model_name(settings.model), error);
}

/* The amplitude of heights dropped on calm water: the first step multiplies
   them by 1 / sin(omega), unless cells have speeds, which stay 0. */
static double rise(const RippleSettings *settings, double omega, double max)
{
    return ripple_model_of(settings)->has_speeds ? max : max * sin(omega);
}

/*
 * Standing waves, measured by their zero crossings. If long waves go r cells a
 * step, cos(omega) = 1 - 2 r^2 sin^2(k / 2). Damped waves are slower.
 */
TEST_LOOP(formulas, phase_speed, 4 * MODEL_COUNT)
{
    static const int lengths[] = {8, 12, 16, 32};
    int length = lengths[_i % 4];
    RippleSettings settings = water_undamped(_i / 4, WRAP);
    const Model *model = ripple_model_of(&settings);
    double speed2, theory, phase;
    Ripple *pool;

    settings.damping = 15; /* the least that still rounds towards zero */
    settings.viscosity = settings.loss = settings.restore = 1e-5;
    settings.speed = 0.6;
    settings.alpha = 0.36;
    settings.stiffness = 1.8;
    settings.max_height = 32767;
    settings.max_speed = 10000;
    if (model->energy_kept(&settings) < UNDAMPED)
        return;
    speed2 = model->speed2(&settings);
    theory = acos(1 - 2 * speed2 * pow(sin(PI / length), 2));
    pool = water_pool(4 * length, 8, &settings);
    water_set_cosine(pool, length, rise(&settings, theory, 7500));
    phase = water_phase(pool, 240, 4);
    ck_assert_msg(fabs(phase / theory - 1) < 0.005,
                  "%s at %d cells: %f, theory %f",
                  ripple_model_name(settings.model), length, phase, theory);
}

/* A wave keeps the energy that its model says, the square of its amplitude.
   Rounding takes some, of speeds too; fine heights keep theirs. */
TEST_LOOP(formulas, damping_rate, MODEL_COUNT)
{
    enum { STEPS = 206, LENGTH = 16 };
    RippleSettings settings = water_settings(_i, WRAP);
    const Model *model = ripple_model_of(&settings);
    int max[2] = {0}, at[2] = {0}; /* the first and the last crest */
    double kept, theory, error = model->has_speeds ? 0.07 : 0.06;
    Ripple *pool;

    if (ripple_model_stencil(&settings, 0).kind == STENCIL_FINE)
        error = 0.005;
    settings.max_speed = 10000;
    pool = water_pool(4 * LENGTH, 8, &settings);
    water_set_cosine(pool, LENGTH, rise(&settings, 0.226, 8000));
    for (int i = 0; i < STEPS + 20; i++) {
        int height = abs(support_height(pool, 0, 0)), is_last = i >= STEPS;

        if ((i < 20 || is_last) && height > max[is_last]) {
            max[is_last] = height;
            at[is_last] = i;
        }
        ripple_step(pool);
    }
    kept = (double)max[1] / max[0];
    theory = pow(model->energy_kept(&settings), (at[1] - at[0]) / 2.0);
    ck_assert_msg(fabs(kept / theory - 1) < error, "%s: %f, theory %f",
                  model->name, kept, theory);
}

/* The largest error of the formula for mode (2, 1) of a square with fixed
   edges, at the same time on any grid. */
static double mode_error(int cells)
{
    enum { MAX_CELLS = 63 };
    static double now[MAX_CELLS * MAX_CELLS], before[MAX_CELLS * MAX_CELLS];
    RippleSettings settings = water_settings(WAVE, FIXED);
    double h = 1.0 / (cells + 1), omega = PI * sqrt(5), error = 0;
    int steps = 2 * (cells + 1);
    Ideal ideal;

    settings.viscosity = 0;
    settings.speed = 1;
    settings.spacing = h;
    settings.time_step = 0.5 * h;
    for (int i = 0; i < cells * cells; i++) {
        now[i] =
            sin(2 * PI * (i % cells + 1) * h) * sin(PI * (i / cells + 1) * h);
        before[i] = now[i] * cos(omega * settings.time_step);
    }
    ideal_open(&ideal, cells, cells, &settings, NULL);
    ideal_push(&ideal, before);
    ideal_push(&ideal, now);
    for (int i = 0; i < steps; i++)
        ideal_step(&ideal);
    for (int i = 0; i < cells * cells; i++) {
        double exact = now[i] * cos(omega * settings.time_step * steps);
        double found = ideal.now[i / cells * ideal.stride + i % cells];

        error = fmax(error, fabs(found - exact));
    }
    ideal_close(&ideal);
    return error;
}

TEST(formulas, formula_converges_to_second_order)
{
    double order = log2(mode_error(31) / mode_error(63));

    ck_assert_msg(fabs(order - 2) < 0.2, "order %f", order);
}

TEST_CASE(waves, truth, .timeout_s = 30);

/* A small part of ripple-truth, which has the bounds. */
TEST_LOOP(truth, errors_beside_double_precision, 5)
{
    static const struct {
        RippleModel model;
        RippleEdges edges;
        Drop drop;
    } cases[] = {
        {WAVE, FIXED, {96, OPEN_WATER, 100, 0}},
        {WAVE, MIRROR, {96, ISLAND, 0, 500}},
        {WAVE, WRAP, {96, SHALLOWS, 1000, 0}},
        {SHALLOW, WRAP, {96, OPEN_WATER, 300, 0}},
        {SHALLOW, OPEN, {96, SHALLOWS, 0, 8000}},
    };
    RippleSettings settings =
        measure_settings(cases[_i].model, cases[_i].edges, 1);
    double errors[2];

    measure_errors(&settings, &cases[_i].drop, (int[]){100, 400}, 2, errors);
    ck_assert_msg(errors[0] < 0.02 && errors[1] < 0.05, "%f, %f", errors[0],
                  errors[1]);
}

TEST_LOOP(truth, standing_waves, 4)
{
    RippleSettings settings = measure_settings(
        (RippleModel)(RIPPLE_MODEL_WAVE + _i % 2), FIXED, _i / 2);
    Mode mode = {64, 2, 1, 100, 500};
    ModeErrors errors = measure_mode(&settings, &mode);

    ck_assert_msg(errors.frequency < 0.005 && errors.amplitude < 0.03, "%f, %f",
                  errors.frequency, errors.amplitude);
}

/* Fine water that nothing damps, with each kind of edges that keeps it. Fixed
   edges do not keep the mean. */
TEST_LOOP(truth, nothing_is_lost, 6)
{
    static const RippleEdges edges[] = {WRAP, MIRROR, FIXED};
    RippleSettings settings =
        measure_settings((RippleModel)(WAVE + _i % 2), edges[_i / 2], 0);
    Conservation change = measure_conservation(&settings, 64, 2000);

    ck_assert_msg((change.mean < 1 || settings.edges == FIXED) &&
                      change.energy < 0.01,
                  "%f, %f", change.mean, change.energy);
}

TEST_CASE(waves, limits, .timeout_s = 4);

/* Expects a reason that names a limit, and no refusal of the limit itself. */
static void expect_refused(const RippleSettings *settings, const char *reason)
{
    char why[128] = "", name[16], max[16];
    int result = ripple_settings_check(settings, why, sizeof why);
    RippleSettings allowed = *settings;

    EXPECT_INT(result, ==, reason == NULL ? 0 : RIPPLE_ERROR_SETTING);
    if (reason == NULL)
        return;
    ck_assert_msg(strstr(why, reason) != NULL, "%s", why);
    EXPECT_INT(sscanf(why, "%15s must be at most %15s", name, max), ==, 2);
    EXPECT_OK(ripple_setting_set(&allowed, name, max, NULL, 0));
    EXPECT_OK(ripple_settings_check(&allowed, NULL, 0));
}

TEST(limits, unstable_settings_are_refused)
{
    RippleSettings settings = water_settings(WAVE, FIXED);
    double max = 0.625 / (2 * 0.03) * sqrt(0.2 * 0.03 + 2);
    Ripple *pool;

    settings.speed = max;
    expect_refused(&settings, NULL);
    settings.speed = max * 1.0001;
    expect_refused(&settings, "14.7534");
    EXPECT_BAD_SETTING(ripple_create(&pool, 9, 9, &settings));
    settings.model = ROUND; /* the limit holds for the chosen model only */
    expect_refused(&settings, NULL);
    settings.model = SHALLOW;
    settings.alpha = 0.5;
    expect_refused(&settings, NULL);
    settings.beta = 0.5;
    settings.loss = 0;
    expect_refused(&settings, "0.375");
    settings.alpha = 0.375;
    expect_refused(&settings, NULL);
}

/* The limits of the README, and how far beyond them rounding may go: 1e-9. */
TEST(limits, limits_by_formula)
{
    static const struct {
        RippleModel model;
        double viscosity, time_step, spacing, speed, beta, loss, alpha;
        const char *reason; /* NULL: allowed */
    } cases[] = {
        {WAVE, 4, 0.5, 8, 16, 0, 0, 0, NULL},
        {WAVE, 4.001, 0.5, 8, 16, 0, 0, 0, "viscosity must be at most 4 "},
        {WAVE, 4, 0.5, 8, 16 * (1 + 5e-10), 0, 0, 0, NULL},
        {WAVE, 4, 0.5, 8, 16 * (1 + 2e-9), 0, 0, 0, "speed must be at most 16"},
        {WAVE, 0, 0.5, 8, 11.4, 0, 0, 0, "speed must be at most 11.3137 "},
        {WAVE, 7, 0.3, 8, 1, 0, 0, 0, "viscosity must be at most 6.66666 "},
        {WAVE, 0, 1e-6, 10, 1e6, 0, 0, 0, NULL},
        {WAVE, 0, 1e-6, 0.7, 1e6, 0, 0, 0, "speed must be at most 494974 "},
        {WAVE, 0, 1e-6, 0.2, 1e6, 0, 0, 0, "speed must be at most 141421 "},
        {SHALLOW, 0, 0, 0, 0, 0.4, 0, 0.5, "alpha must be at most 0.35 "},
        {SHALLOW, 0, 0, 0, 0, 0.5, 0.2, 0.40625, NULL},
        {SHALLOW, 0, 0, 0, 0, 0.5, 0.2, 0.4063,
         "alpha must be at most 0.40625"},
        {SHALLOW, 0, 0, 0, 0, 0.5, 0.2, 0.40625 * (1 + 5e-10), NULL},
        {SHALLOW, 0, 0, 0, 0, 0.5, 0.2, 0.40625 * (1 + 2e-9), "alpha must be"},
        {SHALLOW, 0, 0, 0, 0, 0, 0, 0.26, "alpha must be at most 0.25 "},
        {SHALLOW, 0, 0, 0, 0, 0, 1, 0.5, NULL},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        RippleSettings settings = water_settings(cases[i].model, FIXED);

        if (cases[i].model == WAVE) {
            settings.viscosity = cases[i].viscosity;
            settings.time_step = cases[i].time_step;
            settings.spacing = cases[i].spacing;
            settings.speed = cases[i].speed;
        }
        settings.beta = cases[i].beta;
        settings.loss = cases[i].loss;
        settings.alpha = cases[i].alpha;
        expect_refused(&settings, cases[i].reason);
    }
}

/* Sets a number, and others where that limits them; 0 if their range has no
   such value. */
static int set_number(RippleSettings *settings, const char *name, double value)
{
    ModelLimit limit = {name, value, NULL};
    char text[32];

    for (; limit.setting != NULL; limit = ripple_model_limit(settings)) {
        ripple_decimal_write(text, sizeof text, limit.max);
        if (ripple_setting_set(settings, limit.setting, text, NULL, 0) != 0)
            return 0;
    }
    return 1;
}

/* Exactly at its limits, rounding makes no model unstable. Undamped cells that
   do not pull at each other go on at their speed. */
TEST_LOOP(limits, limits_are_stable, 2 * MODEL_COUNT)
{
    enum { MAX_STEPS = INT16_MAX };
    const RippleSettingInfo *info;

    for (int i = 0; (info = ripple_setting_info(i)) != NULL; i++) {
        RippleSettings settings = water_settings(_i / 2, FIXED);
        const Model *model = ripple_model_of(&settings);
        Stencil stencil;
        Ripple *pool;
        int max = 0;

        if ((info->models >> _i / 2 & 1) == 0 ||
            !set_number(&settings, info->name, _i % 2 ? info->max : info->min))
            continue;
        pool = water_pool(31, 21, &settings);
        support_stir(pool, &(uint64_t){3}, 300);
        stencil = ripple_model_stencil(&settings, 0);
        if (model->energy_kept(&settings) < UNDAMPED) {
            water_rest(pool, MAX_STEPS);
        } else {
            water_step(pool, 3000);
            max = stencil.kind == STENCIL_FINE && stencil.w_edge == 0
                      ? INT16_MAX
                      : INT16_MAX - 1;
        }
        ck_assert_msg(water_max(pool) <= max, "%s, %s, %d", model->name,
                      info->name, _i % 2);
    }
}

TEST_CASE(waves, edges, .timeout_s = 60);

/* Fixed edges invert, mirrors keep, open edges swallow. RIPPLE_SHOW prints. A
   model that nothing makes last has no echo to measure. */
TEST_LOOP(edges, what_edges_throw_back, MODEL_COUNT)
{
    static const struct {
        RippleEdges edges;
        int is_oblique;
        double echo, within, max;
    } cases[] = {
        {FIXED, 0, -1, 0.025, 2}, {FIXED, 1, -1, 0.025, 2},
        {MIRROR, 0, 1, 0.025, 2}, {MIRROR, 1, 1, 0.01, 2},
        {OPEN, 0, 0, 0.08, 0.05}, {OPEN, 1, 0, 0.08, 2},
    };
    RippleModel model = (RippleModel)_i;
    RippleSettings settings = measure_echo_settings(model, FIXED);

    if (ripple_model_of(&settings)->energy_kept(&settings) < 0.99)
        return;
    for (int i = 0; i < COUNT(cases); i++) {
        Echo echo = measure_echo(model, cases[i].edges, cases[i].is_oblique);

        if (getenv("RIPPLE_SHOW") != NULL)
            printf("%-8s edges %d %s %+.3f, at most %.1f %%\n",
                   ripple_model_name(model), (int)cases[i].edges,
                   cases[i].is_oblique ? "45 degrees" : "straight", echo.back,
                   100 * echo.max);
        ck_assert_msg(fabs(echo.back - cases[i].echo) < cases[i].within &&
                          echo.max < cases[i].max,
                      "%s, row %d: %f, at most %f", ripple_model_name(model), i,
                      echo.back, echo.max);
    }
}

/* A torus has no edges: any place of a stone gives the same waves, also where
   they wake calm tiles on the other side. */
TEST_LOOP(edges, torus_has_no_edges, 6 * MODEL_COUNT)
{
    static const int cases[][5] = {
        /* width, height, the place of the stone, steps */
        {75, 43, 0, 0, 150},
        {192, 48, 9, 24, 40},
        {192, 48, 183, 24, 40},
        {192, 48, 96, 9, 40},
        {192, 48, 96, 39, 40},
        {94, 40, 0, 0, 90}, /* rows that fill their memory */
    };
    const int *place = cases[_i / MODEL_COUNT];
    int width = place[0], height = place[1], x = place[2], y = place[3];
    RippleSettings settings = water_settings(_i % MODEL_COUNT, WRAP);
    Ripple *middle = water_pool(width, height, &settings);
    Ripple *aside = water_pool(width, height, &settings);

    water_drop(middle, width / 2, height / 2, 8, 3000);
    /* Stones do not wrap: one in a corner is dropped in all four. */
    for (int i = 0; i < (x == 0 ? 4 : 1); i++)
        water_drop(aside, x + i % 2 * width, y + i / 2 * height, 8, 3000);
    water_step(middle, place[4]);
    water_step(aside, place[4]);
    water_check_moved(middle, aside, width, height, x + width - width / 2,
                      y + height - height / 2);
}

/* Mirror edges: half of a symmetric pool of twice the width. */
TEST_LOOP(edges, mirror_is_half_of_twice_as_much, MODEL_COUNT)
{
    enum { WIDTH = 94, HEIGHT = 50 }; /* fills the memory of its rows */
    RippleSettings settings = water_settings(_i, MIRROR);
    Ripple *half = water_pool(WIDTH, HEIGHT, &settings);
    Ripple *whole = water_pool(2 * WIDTH, HEIGHT, &settings);

    water_drop(half, 20, 24, 9, 3000);
    water_drop(whole, WIDTH + 20, 24, 9, 3000);
    water_drop(whole, WIDTH - 1 - 20, 24, 9, 3000);
    water_step(half, 200);
    water_step(whole, 200);
    water_check_moved(half, whole, WIDTH, HEIGHT, WIDTH, 0);
}

/* Fixed edges invert: half of a pool twice as wide whose other half is the
   negative. Integers round unevenly, so not exactly. */
TEST_LOOP(edges, fixed_is_half_of_the_negative, MODEL_COUNT)
{
    enum { WIDTH = 70, HEIGHT = 50 };
    RippleSettings settings = water_settings(_i, FIXED);
    Ripple *half = water_pool(WIDTH, HEIGHT, &settings);
    Ripple *whole = water_pool(2 * WIDTH + 1, HEIGHT, &settings);

    water_drop(half, 20, 24, 9, 3000);
    water_drop(whole, WIDTH + 1 + 20, 24, 9, 3000);
    water_drop(whole, WIDTH - 1 - 20, 24, 9, -3000);
    water_step(half, 200);
    water_step(whole, 200);
    EXPECT(water_error(half, whole, WIDTH, HEIGHT, WIDTH + 1) < 0.04);
}
