/* SPDX-License-Identifier: MIT */
/*
 * The models beside their formulas in floating point, rest, limits of the
 * settings, and waves at the edges.
 */
#include "base/decimal.h"
#include "water.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST_CASE(waves, formulas, .timeout_s = 4);

/* wave at e = 1/2 without viscosity, and shallow at alpha = 1/2 and beta = 1,
   equal the undamped classic where that is a weighted sum. */
TEST_LOOP(formulas, special_cases_equal_classic, 2)
{
    RippleSettings classic = water_undamped(CLASSIC, MIRROR);
    RippleSettings other = water_undamped(WAVE + _i, MIRROR);
    Ripple *pools[] = {water_pool(90, 70, &classic),
                       water_pool(90, 70, &other)};

    for (int k = 0; k < 2; k++)
        support_stir(pools[k], &(uint64_t){5}, 300);
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

/* A pool in floating point: the formula of a model as its source has it. */
typedef struct FloatPool {
    int width, height;
    double *now, *before; /* springs only */
} FloatPool;

static FloatPool float_pool_init(int width, int height)
{
    size_t cells = (size_t)width * (size_t)height;

    return (FloatPool){width, height, calloc(cells, sizeof(double)),
                       calloc(cells, sizeof(double))};
}

static void float_pool_clear(FloatPool *floats)
{
    free(floats->now);
    free(floats->before);
}

static double float_pool_at(const FloatPool *floats, int x, int y)
{
    return x < 0 || y < 0 || x >= floats->width || y >= floats->height
               ? 0
               : floats->now[y * floats->width + x];
}

static double float_pool_next(const RippleSettings *s, double now,
                              double before, double sides)
{
    double friction = s->viscosity * s->time_step, divisor = friction + 2;
    double e = pow(s->speed * s->time_step / s->spacing, 2);

    if (s->model == WAVE)
        return (friction - 2) / divisor * before + (4 - 8 * e) / divisor * now +
               2 * e / divisor * sides;
    return (1 - s->loss) *
           (now + s->beta * (now - before) + s->alpha * (sides - 4 * now));
}

static double limit(double value, double max)
{
    return fmax(fmin(value, max), -max);
}

static void float_pool_step(FloatPool *floats, const RippleSettings *s)
{
    double *next =
        malloc(sizeof(double) * (size_t)(floats->width * floats->height));

    for (int y = 0; y < floats->height; y++) {
        for (int x = 0; x < floats->width; x++) {
            int i = y * floats->width + x;
            double sides = float_pool_at(floats, x - 1, y) +
                           float_pool_at(floats, x + 1, y) +
                           float_pool_at(floats, x, y - 1) +
                           float_pool_at(floats, x, y + 1);

            if (s->model == SPRING) {
                floats->before[i] =
                    limit(floats->before[i] +
                              s->stiffness * (sides - 4 * floats->now[i]),
                          s->max_speed);
                next[i] = floats->now[i] + 0.2 * floats->before[i];
                next[i] = limit(next[i] - s->restore * next[i], s->max_height);
            } else {
                next[i] = float_pool_next(s, floats->now[i], floats->before[i],
                                          sides);
            }
        }
    }
    if (s->model != SPRING)
        memcpy(floats->before, floats->now,
               sizeof(double) * (size_t)(floats->width * floats->height));
    free(floats->now);
    floats->now = next;
}

/* Integer and float water differ by rounding: half a unit a step. */
TEST_LOOP(formulas, models_follow_their_formulas, 3)
{
    enum { WIDTH = 90, HEIGHT = 70, STEPS = 60 };
    RippleSettings settings = water_settings(WAVE + _i, FIXED);
    Ripple *pool = water_pool(WIDTH, HEIGHT, &settings);
    FloatPool floats = float_pool_init(WIDTH, HEIGHT);
    double error = 0, power = 0;

    water_drop(pool, 33, 30, 12, settings.model == SPRING ? 4000 : 900);
    water_drop(pool, 60, 45, 9, -300);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        floats.now[i] = support_height(pool, i % WIDTH, i / WIDTH);
    for (int i = 0; i < STEPS; i++) {
        ripple_step(pool);
        float_pool_step(&floats, &settings);
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double height = support_height(pool, i % WIDTH, i / WIDTH);

        error += pow(height - floats.now[i], 2);
        power += pow(floats.now[i], 2);
    }
    ck_assert_msg(sqrt(power / (WIDTH * HEIGHT)) > 60, "too calm to tell");
    ck_assert_msg(sqrt(error / power) < 0.08, "%s is %.3f off",
                  ripple_model_name(settings.model), sqrt(error / power));
    float_pool_clear(&floats);
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
   Rounding takes some, of speeds too. */
TEST_LOOP(formulas, damping_rate, MODEL_COUNT)
{
    enum { STEPS = 206, LENGTH = 16 };
    RippleSettings settings = water_settings(_i, WRAP);
    const Model *model = ripple_model_of(&settings);
    int max[2] = {0}, at[2] = {0}; /* the first and the last crest */
    double kept, theory;
    Ripple *pool;

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
    ck_assert_msg(fabs(kept / theory - 1) < (model->has_speeds ? 0.07 : 0.06),
                  "%s: %f, theory %f", model->name, kept, theory);
}

/* The largest error of the float pool for mode (2, 1) of a square with fixed
   edges, at the same time on any grid. */
static double mode_error(int cells)
{
    RippleSettings settings = water_settings(WAVE, FIXED);
    double h = 1.0 / (cells + 1), omega = PI * sqrt(5), error = 0;
    FloatPool floats = float_pool_init(cells, cells),
              shape = float_pool_init(cells, cells);
    int steps = 2 * (cells + 1);

    settings.viscosity = 0;
    settings.speed = 1;
    settings.spacing = h;
    settings.time_step = 0.5 * h;
    for (int i = 0; i < cells * cells; i++) {
        shape.now[i] =
            sin(2 * PI * (i % cells + 1) * h) * sin(PI * (i / cells + 1) * h);
        floats.now[i] = shape.now[i];
        floats.before[i] = shape.now[i] * cos(omega * settings.time_step);
    }
    for (int i = 0; i < steps; i++)
        float_pool_step(&floats, &settings);
    for (int i = 0; i < cells * cells; i++) {
        double exact = shape.now[i] * cos(omega * settings.time_step * steps);

        error = fmax(error, fabs(floats.now[i] - exact));
    }
    float_pool_clear(&floats);
    float_pool_clear(&shape);
    return error;
}

TEST(formulas, formula_converges_to_second_order)
{
    double order = log2(mode_error(31) / mode_error(63));

    ck_assert_msg(fabs(order - 2) < 0.2, "order %f", order);
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

/* Exactly at its limits, rounding makes no model unstable. The level of cells
   that hardly pull at each other may fall by no more than 1 a step. */
TEST_LOOP(limits, limits_are_stable, 2 * MODEL_COUNT)
{
    enum { MAX_STEPS = INT16_MAX };
    const RippleSettingInfo *info;

    for (int i = 0; (info = ripple_setting_info(i)) != NULL; i++) {
        RippleSettings settings = water_settings(_i / 2, FIXED);
        const Model *model = ripple_model_of(&settings);
        Ripple *pool;

        if ((info->models >> _i / 2 & 1) == 0 ||
            !set_number(&settings, info->name, _i % 2 ? info->max : info->min))
            continue;
        pool = water_pool(31, 21, &settings);
        support_stir(pool, &(uint64_t){3}, 300);
        if (model->energy_kept(&settings) < UNDAMPED)
            water_rest(pool, MAX_STEPS);
        else
            water_step(pool, 3000);
        ck_assert_msg(
            water_max(pool) <
                (model->energy_kept(&settings) < UNDAMPED ? 1 : INT16_MAX),
            "%s, %s, %d", model->name, info->name, _i % 2);
    }
}

/* The row of a setting names the models that it changes, at one end of its
   range at least. */
TEST_LOOP(limits, settings_change_their_models, MODEL_COUNT)
{
    RippleSettings defaults = water_settings(_i, FIXED);
    const RippleSettingInfo *info;

    for (int i = 0; (info = ripple_setting_info(i)) != NULL; i++) {
        int is_used = (int)(info->models >> _i) & 1;
        RippleSettings ends[3] = {defaults, defaults, defaults};
        uint32_t crcs[3];

        if (info->models == 0)
            continue;
        EXPECT(set_number(&ends[1], info->name, info->min));
        if (!set_number(&ends[2], info->name, info->max))
            ends[2] = defaults;
        for (int k = 0; k < 3; k++) {
            Ripple *pool = water_pool(40, 30, &ends[k]);

            water_drop(pool, 20, 15, 9, 3000);
            water_step(pool, 30);
            crcs[k] = crc_heights(0, pool);
        }
        ck_assert_msg((crcs[0] != crcs[1] || crcs[0] != crcs[2]) == is_used,
                      "%s %s %s", ripple_model_name(defaults.model),
                      is_used ? "does not use" : "uses", info->name);
    }
}

/*
 * The echo of the left edge. A straight wave runs against it, a crest and a
 * trough, its front along the edge or at 45 degrees, in three pools: one that
 * ends there; one that goes on behind the edge, without echo; and one with the
 * wave's image behind the edge, which is the echo of a perfect mirror.
 */
typedef struct Echo {
    double back;  /* the echo as a part of the image, by least squares */
    double max;   /* the highest of the echo */
    double image; /* maximum of the image */
} Echo;

enum { FIELD = 300, TALL = 560, MIDDLE = 200, BEHIND = 320 };

static RippleSettings echo_settings(int model, int edges)
{
    RippleSettings settings = water_settings(model, edges);

    settings.damping = 8;
    settings.restore = 0.002;
    settings.max_height = 32767;
    settings.max_speed = 10000;
    return settings;
}

static Echo listen(RippleModel model, RippleEdges edges, int is_oblique)
{
    RippleSettings settings = echo_settings((int)model, (int)edges);
    const Model *row = ripple_model_of(&settings);
    double height =
        (is_oblique ? 2 : 1) *
        (row->has_speeds ? 3500 : 2500 * sqrt(row->speed2(&settings)));
    int weight = (int)height; /* crests are about weight / speed */
    int image = BEHIND - (edges == FIXED ? 2 : 1); /* of x = 0 */
    int length = is_oblique ? 100 : 150, x0 = is_oblique ? 20 : 60;
    int x1 = is_oblique ? 220 : 60, y0 = MIDDLE - length, y1 = MIDDLE + length;
    int x = is_oblique ? 20 : 30, y = is_oblique ? MIDDLE + 140 : MIDDLE;
    static const int aside[] = {5, 5, -5}; /* the trough */
    int starts[3][2] = {
        {x0, x1}, {x0 + BEHIND, x1 + BEHIND}, {image - x0, image - x1}};
    int since = 0;
    double product = 0, square = 0;
    Echo echo = {0, 0, 0};
    Ripple *pools[3];

    for (int i = 0; i < 3; i++) {
        RippleStone stone = {starts[i][0], y0, 10, weight, SMOOTH};

        pools[i] = water_pool(i > 0 ? FIELD + BEHIND : FIELD, TALL, &settings);
        ripple_drop_line(pools[i], &stone, starts[i][1], y1);
        stone.weight = -weight;
        stone.x += aside[i];
        ripple_drop_line(pools[i], &stone, starts[i][1] + aside[i], y1);
    }
    for (int i = 0; i < 600 && since < 60; i++) {
        double back, wanted;

        for (int k = 0; k < 3; k++)
            ripple_step(pools[k]);
        back = support_height(pools[0], x, y) -
               support_height(pools[1], x + BEHIND, y);
        wanted = support_height(pools[2], x + BEHIND, y);
        product += back * wanted;
        square += wanted * wanted;
        echo.max = fmax(echo.max, fabs(back));
        since = fabs(wanted) > echo.image || echo.image < 50 ? 0 : since + 1;
        echo.image = fmax(echo.image, fabs(wanted));
    }
    echo.back = product / square;
    return echo;
}

TEST_CASE(waves, edges, .timeout_s = 60);

/* Fixed edges invert, mirrors keep, open edges swallow. RIPPLE_SHOW prints. A
   model that nothing makes last has no echo to measure. */
TEST_LOOP(edges, what_edges_throw_back, MODEL_COUNT)
{
    static const struct {
        RippleEdges edges;
        double echo;
    } kinds[] = {{FIXED, -1}, {MIRROR, 1}, {OPEN, 0}};
    RippleModel model = (RippleModel)_i;
    RippleSettings settings = echo_settings(_i, FIXED);

    if (ripple_model_of(&settings)->energy_kept(&settings) < 0.99)
        return;
    for (int i = 0; i < 2 * COUNT(kinds); i++) {
        RippleEdges edges = kinds[i / 2].edges;
        int is_oblique = i % 2;
        Echo echo = listen(model, edges, is_oblique);
        double within = edges == OPEN ? 0.08 : 0.025;
        int is_ok = edges == OPEN && !is_oblique
                        ? echo.max < 0.05 * echo.image
                        : fabs(echo.back - kinds[i / 2].echo) < within;

        if (getenv("RIPPLE_SHOW") != NULL)
            printf("%-8s edges %d %s %+.3f, at most %.1f %%\n",
                   ripple_model_name(model), (int)edges,
                   is_oblique ? "45 degrees" : "straight", echo.back,
                   100 * echo.max / echo.image);
        ck_assert_msg(is_ok, "%s, edges %d, oblique %d: %f, %f of %f",
                      ripple_model_name(model), (int)edges, is_oblique,
                      echo.back, echo.max, echo.image);
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
