/* SPDX-License-Identifier: MIT */
/*
 * The models of the papers beside their formulas in floating point, and what
 * waves do at the edges.
 */
#include "base/fixed.h"
#include "../test.h"
#include "../support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOT_1_2 0.70710678118654752440

static const RippleModel models[] = {
    RIPPLE_MODEL_CLASSIC, RIPPLE_MODEL_ROUND,  RIPPLE_MODEL_WAVE,
    RIPPLE_MODEL_SHALLOW, RIPPLE_MODEL_SPRING,
};

#define MODEL_COUNT 5

static RippleSettings defaults(RippleModel model, RippleEdges edges)
{
    RippleSettings settings;

    ripple_settings_init(&settings);
    settings.model = model;
    settings.edges = edges;
    return settings;
}

/* The undamped wave equation at the limit of what is stable. */
static RippleSettings undamped(RippleModel model)
{
    RippleSettings settings = defaults(model, RIPPLE_EDGES_FIXED);

    settings.damping = 0;
    settings.viscosity = 0;
    settings.speed = ROOT_1_2;
    settings.time_step = settings.spacing = 1;
    settings.alpha = 0.5;
    settings.beta = 1;
    settings.loss = 0;
    settings.restore = 0;
    return settings;
}

static Ripple *make(int width, int height, const RippleSettings *settings)
{
    Ripple *pool;

    ck_assert_int_eq(ripple_create(&pool, width, height, settings), 0);
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

static void check_same(const Ripple *a, const Ripple *b)
{
    for (int y = 0; y < ripple_height(a); y++) {
        for (int x = 0; x < ripple_width(a); x++)
            EXPECT_INT(support_height(a, x, y), ==, support_height(b, x, y));
    }
}

TEST_CASE(waves, formulas, .timeout_s = 4);

/* wave at e = 1/2 and no viscosity, and shallow at alpha = 1/2 and beta = 1,
   are the undamped classic, where heights saturate too. */
TEST_LOOP(formulas, special_cases_equal_classic, 2)
{
    RippleSettings classic = undamped(RIPPLE_MODEL_CLASSIC);
    RippleSettings other = undamped(models[2 + _i]);
    Ripple *one = make(90, 70, &classic), *two = make(90, 70, &other);
    uint64_t random = 5, same = 5;

    support_stir(one, &random, 3000);
    support_stir(two, &same, 3000);
    for (int i = 0; i < 300; i++) {
        if (i % 50 == 20) {
            drop(one, 30 + i / 10, 40, 9, 30000);
            drop(two, 30 + i / 10, 40, 9, 30000);
        }
        ripple_step(one);
        ripple_step(two);
        check_same(one, two);
    }
    ripple_destroy(one);
    ripple_destroy(two);
}

/* A float twin: the formula of a model as it stands in its source. */
typedef struct Twin {
    int width, height;
    double *now, *before; /* of springs: the velocities */
} Twin;

static Twin twin_init(int width, int height)
{
    size_t cells = (size_t)width * (size_t)height;

    return (Twin){width, height, calloc(cells, sizeof(double)),
                  calloc(cells, sizeof(double))};
}

static void twin_clear(Twin *twin)
{
    free(twin->now);
    free(twin->before);
}

static double twin_at(const Twin *twin, int x, int y)
{
    return x < 0 || y < 0 || x >= twin->width || y >= twin->height
               ? 0
               : twin->now[y * twin->width + x];
}

static double twin_next(const RippleSettings *s, double now, double before,
                        double sides)
{
    double friction = s->viscosity * s->time_step, divisor = friction + 2;
    double e = pow(s->speed * s->time_step / s->spacing, 2);

    if (s->model == RIPPLE_MODEL_WAVE)
        return (friction - 2) / divisor * before + (4 - 8 * e) / divisor * now +
               2 * e / divisor * sides;
    return (1 - s->loss) *
           (now + s->beta * (now - before) + s->alpha * (sides - 4 * now));
}

static double limit(double value, double max)
{
    return fmax(fmin(value, max), -max);
}

static void twin_step(Twin *twin, const RippleSettings *s)
{
    double *next =
        malloc(sizeof(double) * (size_t)(twin->width * twin->height));

    for (int y = 0; y < twin->height; y++) {
        for (int x = 0; x < twin->width; x++) {
            int i = y * twin->width + x;
            double sides = twin_at(twin, x - 1, y) + twin_at(twin, x + 1, y) +
                           twin_at(twin, x, y - 1) + twin_at(twin, x, y + 1);

            if (s->model == RIPPLE_MODEL_SPRING) {
                twin->before[i] = limit(
                    twin->before[i] + s->stiffness * (sides - 4 * twin->now[i]),
                    s->max_speed);
                next[i] = twin->now[i] + 0.2 * twin->before[i];
                next[i] = limit(next[i] - s->restore * next[i], s->max_height);
            } else {
                next[i] = twin_next(s, twin->now[i], twin->before[i], sides);
            }
        }
    }
    if (s->model != RIPPLE_MODEL_SPRING)
        memcpy(twin->before, twin->now,
               sizeof(double) * (size_t)(twin->width * twin->height));
    free(twin->now);
    twin->now = next;
}

/* What is between integer and float water is what rounding takes: half a unit
   a step. */
TEST_LOOP(formulas, models_follow_their_formulas, 3)
{
    enum { WIDTH = 90, HEIGHT = 70, STEPS = 60 };
    RippleSettings settings = defaults(models[2 + _i], RIPPLE_EDGES_FIXED);
    Ripple *pool = make(WIDTH, HEIGHT, &settings);
    Twin twin = twin_init(WIDTH, HEIGHT);
    double error = 0, power = 0;

    drop(pool, 33, 30, 12, settings.model == RIPPLE_MODEL_SPRING ? 4000 : 900);
    drop(pool, 60, 45, 9, -300);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        twin.now[i] = support_height(pool, i % WIDTH, i / WIDTH);
    for (int i = 0; i < STEPS; i++) {
        ripple_step(pool);
        twin_step(&twin, &settings);
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double height = support_height(pool, i % WIDTH, i / WIDTH);

        error += pow(height - twin.now[i], 2);
        power += pow(twin.now[i], 2);
    }
    ck_assert_msg(sqrt(power / (WIDTH * HEIGHT)) > 60, "too calm to tell");
    ck_assert_msg(sqrt(error / power) < 0.08, "%s is %.3f off",
                  ripple_model_name(settings.model), sqrt(error / power));
    twin_clear(&twin);
    ripple_destroy(pool);
}

/* Sets one wave of that length along x on a torus, at rest. */
static void set_sine(Ripple *pool, int length, double amplitude)
{
    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = 0; x < ripple_width(pool); x++) {
            int height = (int)lround(amplitude * cos(2 * PI * x / length));
            RippleStone cell = {x, y, 1, -height, RIPPLE_PROFILE_DISC};

            ripple_drop(pool, &cell);
        }
    }
}

/* Heights that rise in their first step from a calm pool swing as far as that
   takes them; springs have no speed from it. */
static double rise(const RippleSettings *settings, double omega, double max)
{
    return settings->model == RIPPLE_MODEL_SPRING ? max : max * sin(omega);
}

/*
 * A standing wave crosses zero twice a period. With r the cells that long
 * waves go in a step, theory has cos(omega) = 1 - 2 r^2 sin^2(k / 2), and for
 * round, along an axis, the same with r^2 = 3/4.
 */
TEST_LOOP(formulas, phase_speed, 4 * MODEL_COUNT)
{
    enum { STEPS = 240 };
    static const double squares[MODEL_COUNT] = {0.5, 0.75, 0.36, 0.36, 0.36};
    static const int lengths[] = {8, 12, 16, 32};
    int length = lengths[_i % 4];
    RippleSettings settings = undamped(models[_i / 4]);
    double k = 2 * PI / length, theory, phase, first = 0, last = 0;
    int crossings = 0, before;
    Ripple *pool;

    settings.edges = RIPPLE_EDGES_WRAP;
    settings.damping = 15; /* as little as rounds towards zero */
    settings.viscosity = settings.loss = settings.restore = 1e-5;
    settings.speed = 0.6;
    settings.alpha = 0.36;
    settings.stiffness = 1.8;
    settings.max_height = 32767;
    settings.max_speed = 10000;
    theory = acos(1 - 2 * squares[_i / 4] * pow(sin(k / 2), 2));
    pool = make(4 * length, 8, &settings);
    set_sine(pool, length, rise(&settings, theory, 7500));
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
    ck_assert_msg(crossings > 4 && fabs(phase / theory - 1) < 0.005,
                  "%s at %d cells: %f, theory %f",
                  ripple_model_name(settings.model), length, phase, theory);
    ripple_destroy(pool);
}

/* The amplitude of a damped wave falls by sqrt(-K1) a step. */
TEST(formulas, damping_rate)
{
    enum { STEPS = 200, LENGTH = 16 };
    RippleSettings settings = defaults(RIPPLE_MODEL_WAVE, RIPPLE_EDGES_WRAP);
    double friction = settings.viscosity * settings.time_step, theory;
    double max = 0, first = 0;
    Ripple *pool = make(4 * LENGTH, 8, &settings);

    set_sine(pool, LENGTH, rise(&settings, 0.226, 8000));
    for (int i = 0; i < STEPS + 20; i++) {
        int height = abs(support_height(pool, 0, 0));

        if (i < 20)
            first = fmax(first, height);
        if (i >= STEPS)
            max = fmax(max, height);
        ripple_step(pool);
    }
    theory = pow((2 - friction) / (2 + friction), STEPS / 2.0);
    ck_assert_msg(fabs(max / first / theory - 1) < 0.06, "%f, theory %f",
                  max / first, theory);
    ripple_destroy(pool);
}

/* The error of the twin on mode (2, 1) of a square with fixed edges, at the
   same time on a grid of that many cells. */
static double mode_error(int cells)
{
    RippleSettings settings = defaults(RIPPLE_MODEL_WAVE, RIPPLE_EDGES_FIXED);
    double h = 1.0 / (cells + 1), omega = PI * sqrt(5), error = 0;
    Twin twin = twin_init(cells, cells);
    int steps = 2 * (cells + 1);

    settings.viscosity = 0;
    settings.speed = 1;
    settings.spacing = h;
    settings.time_step = 0.5 * h;
    for (int i = 0; i < cells * cells; i++) {
        double shape =
            sin(2 * PI * (i % cells + 1) * h) * sin(PI * (i / cells + 1) * h);

        twin.now[i] = shape;
        twin.before[i] = shape * cos(omega * settings.time_step);
    }
    for (int i = 0; i < steps; i++)
        twin_step(&twin, &settings);
    for (int i = 0; i < cells * cells; i++) {
        double shape =
            sin(2 * PI * (i % cells + 1) * h) * sin(PI * (i / cells + 1) * h);
        double exact = shape * cos(omega * settings.time_step * steps);

        error = fmax(error, fabs(twin.now[i] - exact));
    }
    twin_clear(&twin);
    return error;
}

TEST(formulas, formula_converges_to_second_order)
{
    double order = log2(mode_error(31) / mode_error(63));

    ck_assert_msg(fabs(order - 2) < 0.2, "order %f", order);
}

static int steps_to_rest(Ripple *pool, int max)
{
    int steps = 0;

    while (steps < max && !ripple_is_calm(pool)) {
        ripple_step(pool);
        steps++;
    }
    return steps;
}

TEST_CASE(waves, rest, .timeout_s = 60);

/* So does a pool of hardly any width or height. */
TEST_LOOP(rest, rest_of_narrow_water, 4 * MODEL_COUNT)
{
    RippleModel model = models[_i % MODEL_COUNT];
    RippleEdges edges = (RippleEdges)(_i / MODEL_COUNT);
    RippleSettings settings = defaults(model, edges);

    for (int across = 1; across <= 9; across += SUPPORT_IS_WATCHED ? 4 : 1) {
        Ripple *wide = make(256, across, &settings);
        Ripple *tall = make(across, 256, &settings);

        drop(wide, 100, across / 2, 7, 3000);
        drop(tall, across / 2, 100, 7, 3000);
        ck_assert_msg(steps_to_rest(wide, 8000) < 8000 &&
                          steps_to_rest(tall, 8000) < 8000,
                      "%s with edges %d, %d across", ripple_model_name(model),
                      (int)edges, across);
        ripple_destroy(wide);
        ripple_destroy(tall);
    }
}

/* Every model comes to rest at exactly zero, whatever its edges are. */
TEST_LOOP(rest, rest_with_any_edges, MODEL_COUNT *RIPPLE_EDGES_COUNT)
{
    RippleModel model = models[_i % MODEL_COUNT];
    RippleEdges edges = (RippleEdges)(_i / MODEL_COUNT);
    RippleSettings settings = defaults(model, edges);

    for (uint64_t seed = 1; seed <= 4; seed++) {
        uint64_t random = seed;
        Ripple *pool = make(97, 61, &settings);

        support_stir(pool, &random, 3000);
        drop(pool, 0, 30, 12, 4000);
        ck_assert_msg(steps_to_rest(pool, 8000) < 8000,
                      "%s with edges %d, seed %d", ripple_model_name(model),
                      (int)edges, (int)seed);
        ripple_destroy(pool);
    }
}

/* So do waves as slow, as fast and as little damped as they may be. */
TEST_LOOP(rest, rest_with_any_settings, RIPPLE_EDGES_COUNT * 7 * 4)
{
    static const double speeds[] = {0.05, 0.096, 0.2, 0.32, 0.5, 0.6, 0.7};
    static const double viscosities[] = {0.002, 0.006, 0.05, 0.5};
    RippleEdges edges = (RippleEdges)(_i % RIPPLE_EDGES_COUNT);
    RippleSettings settings = defaults(RIPPLE_MODEL_WAVE, edges);
    uint64_t random = 7;
    Ripple *pool;

    settings.time_step = settings.spacing = 1;
    settings.speed = speeds[_i / RIPPLE_EDGES_COUNT % 7];
    settings.viscosity = viscosities[_i / RIPPLE_EDGES_COUNT / 7];
    pool = make(61, 43, &settings);
    support_stir(pool, &random, 1500);
    ck_assert_msg(steps_to_rest(pool, 20000) < 20000,
                  "speed %g, viscosity %g, edges %d", settings.speed,
                  settings.viscosity, (int)edges);
    ripple_destroy(pool);
}

TEST_CASE(waves, limits, .timeout_s = 4);

TEST(limits, unstable_settings_are_refused)
{
    RippleSettings settings = defaults(RIPPLE_MODEL_WAVE, RIPPLE_EDGES_FIXED);
    double max = 0.625 / (2 * 0.03) * sqrt(0.2 * 0.03 + 2);
    char why[128];
    Ripple *pool;

    settings.speed = max;
    EXPECT_INT(ripple_settings_check(&settings, why, sizeof why), ==, 0);
    settings.speed = max * 1.0001;
    EXPECT_INT(ripple_settings_check(&settings, why, sizeof why), ==,
               RIPPLE_ERROR_SETTING);
    ck_assert_msg(strstr(why, "14.7535") != NULL, "%s", why);
    EXPECT_INT(ripple_create(&pool, 9, 9, &settings), ==, RIPPLE_ERROR_SETTING);
    /* A model that is not chosen may have what it likes. */
    settings.model = RIPPLE_MODEL_ROUND;
    EXPECT_INT(ripple_settings_check(&settings, NULL, 0), ==, 0);
    settings.model = RIPPLE_MODEL_SHALLOW;
    settings.alpha = 0.5;
    EXPECT_INT(ripple_settings_check(&settings, NULL, 0), ==, 0);
    settings.beta = 0.5;
    settings.loss = 0;
    EXPECT_INT(ripple_settings_check(&settings, why, sizeof why), ==,
               RIPPLE_ERROR_SETTING);
    ck_assert_msg(strstr(why, "0.375") != NULL, "%s", why);
    settings.alpha = 0.375;
    EXPECT_INT(ripple_settings_check(&settings, why, sizeof why), ==, 0);
}

/* At the very limit, rounding must not push any model over it. */
TEST_LOOP(limits, limits_are_stable, 3)
{
    RippleSettings settings = defaults(models[2 + _i], RIPPLE_EDGES_FIXED);
    uint64_t random = 3;
    int max = 0;
    Ripple *pool;

    settings.speed = 0.625 / (2 * 0.03) * sqrt(0.2 * 0.03 + 2);
    settings.alpha = 0.5;
    settings.stiffness = 2;
    settings.restore = 0.01;
    pool = make(63, 41, &settings);
    support_stir(pool, &random, 300);
    step(pool, 3000);
    for (int i = 0; i < 63 * 41; i++)
        max = (int)fmax(max, abs(support_height(pool, i % 63, i / 63)));
    EXPECT_INT(max, <, 600);
    ripple_destroy(pool);
}

TEST(limits, wrong_numbers_are_refused)
{
    static const double wrong[] = {NAN, INFINITY, -INFINITY, -1, 1e9};
    RippleSettings settings;
    double *numbers[] = {
        &settings.viscosity, &settings.speed,      &settings.time_step,
        &settings.spacing,   &settings.alpha,      &settings.beta,
        &settings.loss,      &settings.stiffness,  &settings.restore,
        &settings.max_speed, &settings.max_height, &settings.refraction,
    };

    for (int i = 0; i < COUNT(numbers); i++) {
        for (int k = 0; k < COUNT(wrong); k++) {
            char why[128];

            ripple_settings_init(&settings);
            EXPECT_INT(ripple_settings_check(&settings, why, sizeof why), ==,
                       0);
            *numbers[i] = wrong[k];
            EXPECT_INT(ripple_settings_check(&settings, why, sizeof why), ==,
                       RIPPLE_ERROR_SETTING);
            EXPECT(strlen(why) > 10);
        }
    }
    ripple_settings_init(&settings);
    settings.edges = RIPPLE_EDGES_COUNT;
    EXPECT_INT(ripple_settings_check(&settings, NULL, 0), !=, 0);
    ripple_settings_init(&settings);
    settings.shore = (RippleShore)-1;
    EXPECT_INT(ripple_settings_check(&settings, NULL, 0), !=, 0);
    ripple_settings_init(&settings);
    settings.filter = RIPPLE_FILTER_COUNT;
    EXPECT_INT(ripple_settings_check(&settings, NULL, 0), !=, 0);
    ripple_settings_init(&settings);
    settings.view = (RippleView)-1;
    EXPECT_INT(ripple_settings_check(&settings, NULL, 0), !=, 0);
}

/* A share too small to be told from none in a double is still lost. */
TEST(rest, the_least_loss_ends_in_rest)
{
    static const RippleModel kinds[] = {RIPPLE_MODEL_SHALLOW,
                                        RIPPLE_MODEL_SPRING};

    for (int i = 0; i < 4; i++) {
        RippleStone stone = {8, 8, 5, 2000, RIPPLE_PROFILE_SMOOTH};
        int is_damped = i % 2, steps = 0;
        RippleSettings settings;
        Ripple *pool;

        ripple_settings_init(&settings);
        settings.model = kinds[i / 2];
        settings.loss = settings.restore = is_damped ? 1e-17 : 0;
        EXPECT_INT(ripple_create(&pool, 16, 16, &settings), ==, RIPPLE_OK);
        ripple_drop(pool, &stone);
        while (!ripple_is_calm(pool) && steps < 400000) {
            ripple_step(pool);
            steps++;
        }
        EXPECT_INT(ripple_is_calm(pool), ==, is_damped);
        ripple_destroy(pool);
    }
}

/*
 * What comes back from the left edge. A straight wave runs against it, with
 * its front along the edge or at 45 degrees: in the pool; in one that goes on
 * behind the edge, which has all but what came back; and from its image
 * behind the edge, which is what a perfect mirror would throw back.
 */
typedef struct Echo {
    double back;  /* the part of the image that came back, by least squares */
    double max;   /* the highest of what came back */
    double image; /* the highest of the image */
} Echo;

enum { FIELD = 300, TALL = 560, MIDDLE = 200, BEHIND = 320 };

static void run_wave(Ripple *pool, int x0, int y0, int x1, int y1, int weight)
{
    RippleStone stone = {x0, y0, 10, weight, RIPPLE_PROFILE_SMOOTH};

    ripple_drop_line(pool, &stone, x1, y1);
}

static Echo listen(RippleModel model, RippleEdges edges, int is_aslant)
{
    RippleSettings settings = defaults(model, edges);
    int image = edges == RIPPLE_EDGES_FIXED ? 2 : 1; /* cells behind -x */
    int length = is_aslant ? 100 : 150, x0 = is_aslant ? 20 : 60;
    int x1 = is_aslant ? 220 : 60, y0 = MIDDLE - length, y1 = MIDDLE + length;
    int x = is_aslant ? 20 : 30, y = is_aslant ? MIDDLE + 140 : MIDDLE;
    int weight = 1500, since = 0;
    double product = 0, square = 0;
    Echo echo = {0, 0, 0};
    Ripple *pool, *whole, *mirrored;

    if (model == RIPPLE_MODEL_WAVE)
        weight = 600; /* these rise highest */
    if (model == RIPPLE_MODEL_SPRING)
        weight = 3500;
    settings.damping = 8;
    settings.restore = 0.002;
    settings.max_height = 32767;
    settings.max_speed = 10000;
    pool = make(FIELD, TALL, &settings);
    whole = make(FIELD + BEHIND, TALL, &settings);
    mirrored = make(FIELD + BEHIND, TALL, &settings);
    run_wave(pool, x0, y0, x1, y1, weight);
    run_wave(whole, x0 + BEHIND, y0, x1 + BEHIND, y1, weight);
    run_wave(mirrored, BEHIND - image - x0, y0, BEHIND - image - x1, y1,
             weight);
    for (int i = 0; i < 600 && since < 60; i++) {
        double back, wanted;

        ripple_step(pool);
        ripple_step(whole);
        ripple_step(mirrored);
        back =
            support_height(pool, x, y) - support_height(whole, x + BEHIND, y);
        wanted = support_height(mirrored, x + BEHIND, y);
        product += back * wanted;
        square += wanted * wanted;
        echo.max = fmax(echo.max, fabs(back));
        since = fabs(wanted) > echo.image || echo.image < 50 ? 0 : since + 1;
        echo.image = fmax(echo.image, fabs(wanted));
    }
    echo.back = product / square;
    ripple_destroy(pool);
    ripple_destroy(whole);
    ripple_destroy(mirrored);
    return echo;
}

TEST_CASE(waves, edges, .timeout_s = 60);

TEST_LOOP(edges, what_edges_throw_back, MODEL_COUNT)
{
    static const double wanted[] = {-1, 1};
    RippleModel model = models[_i];
    double within = model == RIPPLE_MODEL_WAVE ? 0.05 : 0.025;

    for (int oblique = 0; oblique < 2; oblique++) {
        Echo echo;

        for (int edges = 0; edges < 2; edges++) {
            echo = listen(model, (RippleEdges)edges, oblique);
            if (getenv("RIPPLE_SHOW") != NULL)
                printf("%-8s %s %s %+.3f\n", ripple_model_name(model),
                       edges ? "mirror" : "fixed",
                       oblique ? "45 degrees" : "straight", echo.back);
            ck_assert_msg(fabs(echo.back - wanted[edges]) < within,
                          "%s, edges %d, aslant %d: %f",
                          ripple_model_name(model), edges, oblique, echo.back);
        }
        echo = listen(model, RIPPLE_EDGES_OPEN, oblique);
        if (getenv("RIPPLE_SHOW") != NULL)
            printf("%-8s open %s %+.3f, at most %.1f %%\n",
                   ripple_model_name(model),
                   oblique ? "45 degrees" : "straight", echo.back,
                   100 * echo.max / echo.image);
        ck_assert_msg(
            oblique ? fabs(echo.back) < 0.08 : echo.max < 0.05 * echo.image,
            "%s, open, aslant %d: %f, %f of %f", ripple_model_name(model),
            oblique, echo.back, echo.max, echo.image);
    }
}

/* A torus has no edges: where a stone falls makes no difference. */
TEST_LOOP(edges, torus_has_no_edges, MODEL_COUNT)
{
    enum { WIDTH = 75, HEIGHT = 43 };
    RippleSettings settings = defaults(models[_i], RIPPLE_EDGES_WRAP);
    Ripple *middle = make(WIDTH, HEIGHT, &settings);
    Ripple *corner = make(WIDTH, HEIGHT, &settings);

    for (int i = 0; i < 4; i++) {
        int x = i % 2 * WIDTH, y = i / 2 * HEIGHT;

        drop(corner, x, y, 8, 3000);
    }
    drop(middle, WIDTH / 2, HEIGHT / 2, 8, 3000);
    step(middle, 150);
    step(corner, 150);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            EXPECT_INT(support_height(middle, (x + WIDTH / 2) % WIDTH,
                                      (y + HEIGHT / 2) % HEIGHT),
                       ==, support_height(corner, x, y));
    }
    ripple_destroy(middle);
    ripple_destroy(corner);
}

/* Nor does it where a stone is near one side, and the waves wake calm water
   at the other. */
TEST_LOOP(edges, torus_wakes_the_other_side, 4 * MODEL_COUNT)
{
    enum { WIDTH = 192, HEIGHT = 48, NEAR = 9 }; /* whole tiles */
    static const int places[][2] = {{NEAR, HEIGHT / 2},
                                    {WIDTH - NEAR, HEIGHT / 2},
                                    {WIDTH / 2, NEAR},
                                    {WIDTH / 2, HEIGHT - NEAR}};
    RippleSettings settings =
        defaults(models[_i % MODEL_COUNT], RIPPLE_EDGES_WRAP);
    int x0 = places[_i / MODEL_COUNT][0], y0 = places[_i / MODEL_COUNT][1];
    Ripple *middle = make(WIDTH, HEIGHT, &settings);
    Ripple *aside = make(WIDTH, HEIGHT, &settings);

    drop(middle, WIDTH / 2, HEIGHT / 2, 8, 3000);
    drop(aside, x0, y0, 8, 3000);
    step(middle, 40);
    step(aside, 40);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            EXPECT_INT(support_height(middle, x, y), ==,
                       support_height(aside, (x + x0 + WIDTH / 2) % WIDTH,
                                      (y + y0 + HEIGHT - HEIGHT / 2) % HEIGHT));
    }
    ripple_destroy(middle);
    ripple_destroy(aside);
}

/* A mirror shows the same water again: half of a pool twice as wide. */
TEST_LOOP(edges, mirror_is_half_of_twice_as_much, MODEL_COUNT)
{
    enum { WIDTH = 70, HEIGHT = 50 };
    RippleSettings settings = defaults(models[_i], RIPPLE_EDGES_MIRROR);
    Ripple *half = make(WIDTH, HEIGHT, &settings);
    Ripple *whole = make(2 * WIDTH, HEIGHT, &settings);

    drop(half, 20, 24, 9, 3000);
    drop(whole, WIDTH + 20, 24, 9, 3000);
    drop(whole, WIDTH - 1 - 20, 24, 9, 3000);
    step(half, 200);
    step(whole, 200);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        EXPECT_INT(support_height(half, i % WIDTH, i / WIDTH), ==,
                   support_height(whole, WIDTH + i % WIDTH, i / WIDTH));
    ripple_destroy(half);
    ripple_destroy(whole);
}

/* Fixed edges throw back inverted: half of a pool twice as wide where the
   other half is the negative. Whole numbers round unevenly, so not exactly. */
TEST_LOOP(edges, fixed_is_half_of_the_negative, 3)
{
    enum { WIDTH = 70, HEIGHT = 50 };
    RippleSettings settings = defaults(models[2 + _i], RIPPLE_EDGES_FIXED);
    Ripple *half = make(WIDTH, HEIGHT, &settings);
    Ripple *whole = make(2 * WIDTH + 1, HEIGHT, &settings);
    RippleStone stone = {20, 24, 9, 3000, RIPPLE_PROFILE_SMOOTH};
    double square = 0, off = 0;

    ripple_drop(half, &stone);
    stone.x = WIDTH + 1 + 20;
    ripple_drop(whole, &stone);
    stone.x = WIDTH - 1 - 20;
    stone.weight = -3000;
    ripple_drop(whole, &stone);
    step(half, 200);
    step(whole, 200);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int height = support_height(half, i % WIDTH, i / WIDTH);
        int other = support_height(whole, WIDTH + 1 + i % WIDTH, i / WIDTH);

        square += (double)height * height;
        off += (double)(height - other) * (height - other);
    }
    EXPECT(square > 1e4);
    EXPECT(off < square * 0.04 * 0.04);
    ripple_destroy(half);
    ripple_destroy(whole);
}

/* Models, edges and their numbers may change while waves are under way. */
TEST(rest, settings_change_in_midstream)
{
    RippleSettings settings = defaults(RIPPLE_MODEL_ROUND, RIPPLE_EDGES_FIXED);
    uint64_t random = 9;
    Ripple *pool = make(120, 80, &settings);

    for (int i = 0; i < 300; i++) {
        settings.model = models[support_between(&random, 0, 4)];
        settings.edges = (RippleEdges)support_between(&random, 0, 3);
        EXPECT_INT(ripple_configure(pool, &settings), ==, 0);
        drop(pool, support_between(&random, 0, 119),
             support_between(&random, 0, 79), 6, 1500);
        step(pool, support_between(&random, 1, 12));
    }
    settings.edges = RIPPLE_EDGES_FIXED;
    EXPECT_INT(ripple_configure(pool, &settings), ==, 0);
    EXPECT_INT(steps_to_rest(pool, 8000), <, 8000);
    ripple_destroy(pool);
}
