/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include "lib/util/fixed.h"
#include "tank.h"
#include "ideal.h"
#include "lib/water/model.h"
#include "../random/source.h"

#include <math.h>
#include <stdlib.h>

#define STONE_RADIUS 10

static double *allocate(int count)
{
    double *values = calloc((size_t)count, sizeof *values);

    RANDOM_EXPECT(values != NULL);
    return values;
}

RippleSettings measure_settings(RippleModel model, RippleEdges edges,
                                int is_damped)
{
    RippleSettings settings;

    ripple_settings_init(&settings);
    settings.model = model;
    settings.edges = edges;
    if (is_damped)
        return settings;
    settings.damping = 0;
    settings.viscosity = settings.loss = settings.restore = 0;
    return settings;
}

/* A ramp from open water to a fifth of the depth, or round land. */
static uint8_t *make_depths(int side, Bottom bottom)
{
    uint8_t *depths = malloc((size_t)(side * side));

    RANDOM_EXPECT(depths != NULL);
    for (int i = 0; i < side * side; i++) {
        double x = (double)(i % side) / side, y = (double)(i / side) / side;
        double ramp = fmin(fmax(3 * x - 1, 0), 1);

        if (bottom == SHALLOWS)
            depths[i] = (uint8_t)lround(153 + 102 * cos(PI * ramp));
        else
            depths[i] = hypot(x - 0.3, y - 0.4) < 0.1 ? 0 : 255;
    }
    return depths;
}

static void drop_in(Tank *tank, const Drop *drop)
{
    int middle = drop->side / 2;
    RippleStone stone = {middle, middle, STONE_RADIUS, drop->weight,
                         RIPPLE_PROFILE_SMOOTH};

    if (drop->weight != 0)
        tank_splash(tank, &stone, middle, middle);
    else
        ripple_cpu_drop(tank->water,
                        &(Fall){NULL, middle, middle, drop->magnitude});
}

void measure_errors(const RippleSettings *settings, const Drop *drop,
                    const int *steps, int count, double *errors)
{
    int has_speeds = ripple_model_of(settings)->has_speeds;
    int side = drop->side, done = 0;
    uint8_t *depths =
        drop->bottom != OPEN_WATER ? make_depths(side, drop->bottom) : NULL;
    double *now = allocate(side * side), *before = allocate(side * side);
    Tank tank;
    Ideal ideal;

    tank_open(&tank, side, side, settings, depths);
    ideal_open(&ideal, side, side, settings, depths);
    drop_in(&tank, drop);
    tank_read(&tank, now, before);
    for (int i = 0; i < side * side && has_speeds; i++)
        before[i] = now[i] / ideal.formula.kept;
    ideal_load(&ideal, now, before);
    for (int i = 0; i < count; i++) {
        for (; done < steps[i]; done++) {
            tank_step(&tank, 1);
            ideal_step(&ideal);
        }
        tank_read(&tank, now, NULL);
        errors[i] = ideal_error(&ideal, now);
    }
    ideal_close(&ideal);
    tank_close(&tank);
    free(depths);
    free(now);
    free(before);
}

/* The amplitude of a standing wave: measured, as the sum of the heights times
   its shape, and by theory, next = pull now - kept before. */
typedef struct Swing {
    double kept, pull, omega;
    double *seen, *theory; /* by step; the first is that before the start */
    int count;
} Swing;

/* The sum of shape * heights, by the same of the shape itself. */
static double project(const double *shape, const double *heights, int count)
{
    double product = 0, square = 0;

    for (int i = 0; i < count; i++) {
        product += shape[i] * heights[i];
        square += shape[i] * shape[i];
    }
    return product / square;
}

static void play_mode(Tank *tank, const Mode *mode, Swing *swing)
{
    int cells = mode->side * mode->side;
    double *shape = allocate(cells), *now = allocate(cells);
    double *before = allocate(cells), share = sqrt(swing->kept);

    for (int i = 0; i < cells; i++) {
        double x = i % mode->side + 1, y = i / mode->side + 1;

        shape[i] = sin(PI * mode->x * x / (mode->side + 1)) *
                   sin(PI * mode->y * y / (mode->side + 1));
        before[i] = mode->amplitude * shape[i];
        now[i] = before[i] * cos(swing->omega) * share;
    }
    tank_write(tank, now, before);
    tank_read(tank, now, before);
    swing->theory[0] = swing->seen[0] = project(shape, before, cells);
    swing->theory[1] = swing->seen[1] = project(shape, now, cells);
    for (int i = 2; i < swing->count; i++) {
        tank_step(tank, 1);
        tank_read(tank, now, NULL);
        swing->seen[i] = project(shape, now, cells);
        swing->theory[i] = swing->pull * swing->theory[i - 1] -
                           swing->kept * swing->theory[i - 2];
    }
    free(shape);
    free(now);
    free(before);
}

/* Radians a step between the first and the last zero, of values that fall by
   `share` a step; 0 if there are fewer than two. */
static double find_frequency(const double *values, int count, double share)
{
    double first = 0, last = 0;
    int zeros = 0;

    for (int i = 1; i < count; i++) {
        double now = values[i] / share, before = values[i - 1];

        if ((now < 0) == (before < 0))
            continue;
        last = i - now / (now - before);
        first = zeros++ == 0 ? last : first;
    }
    return zeros > 1 ? PI * (zeros - 1) / (last - first) : 0;
}

/* The amplitude of a swing from two values in a row, as if it did not fall. */
static double find_amplitude(const Swing *swing, int i)
{
    double now = swing->seen[i] / pow(swing->kept, i / 2.0);
    double before = swing->seen[i - 1] / pow(swing->kept, (i - 1) / 2.0);

    return sqrt(now * now + before * before -
                2 * now * before * cos(swing->omega)) /
           sin(swing->omega);
}

ModeErrors measure_mode(const RippleSettings *settings, const Mode *mode)
{
    Formula formula = formula_of(settings);
    double share = sqrt(formula.kept), a = PI / (mode->side + 1);
    Swing swing = {.kept = formula.kept, .count = mode->steps + 2};
    ModeErrors errors = {0, 0};
    Tank tank;

    swing.pull = formula.level + formula.edge * (2 * cos(a * mode->x) +
                                                 2 * cos(a * mode->y) - 4);
    swing.omega = acos(swing.pull / 2 / share);
    swing.seen = allocate(swing.count);
    swing.theory = allocate(swing.count);
    tank_open(&tank, mode->side, mode->side, settings, NULL);
    play_mode(&tank, mode, &swing);
    tank_close(&tank);
    errors.frequency =
        fabs(find_frequency(swing.seen, swing.count, share) /
                 find_frequency(swing.theory, swing.count, share) -
             1);
    for (int i = 2; i < swing.count; i++)
        errors.amplitude = fmax(
            errors.amplitude,
            fabs(find_amplitude(&swing, i) / find_amplitude(&swing, 1) - 1));
    free(swing.seen);
    free(swing.theory);
    return errors;
}

enum { LEFT_STEPS = 250, MARGIN = LEFT_STEPS / 2 + 1 };

/* The heights of a square in the middle of another. */
static void cut(double *to, const double *from, int side, int whole)
{
    int margin = (whole - side) / 2;

    for (int i = 0; i < side * side; i++)
        to[i] = from[(i / side + margin) * whole + i % side + margin];
}

static void compare(Left *left, double *arrived, const double *heights,
                    const double *wanted, int side)
{
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side;

        left->thrown = fmax(left->thrown, fabs(heights[i] - wanted[i]));
        if (x % (side - 1) == 0 || y % (side - 1) == 0)
            *arrived = fmax(*arrived, fabs(wanted[i]));
    }
}

Left measure_left(const RippleSettings *settings, int side,
                  RippleProfile profile)
{
    int whole = side + 2 * MARGIN;
    double *now = allocate(side * side), *before = allocate(side * side);
    double *wanted = allocate(side * side), *all = allocate(whole * whole);
    double arrived = 0, start = 0;
    Left left = {0, 0};
    Tank tank, endless;
    Ideal ideal;

    tank_open(&tank, side, side, settings, NULL);
    tank_open(&endless, whole, whole, settings, NULL);
    ideal_open(&ideal, side, side, settings, NULL);
    tank_splash(&tank, &(RippleStone){side / 2, side / 2, 8, 4000, profile},
                side / 2, side / 2);
    tank_splash(
        &endless,
        &(RippleStone){side / 2 + MARGIN, side / 2 + MARGIN, 8, 4000, profile},
        side / 2 + MARGIN, side / 2 + MARGIN);
    for (int i = 1; i <= LEFT_STEPS; i++) {
        tank_read(&tank, before, NULL);
        tank_step(&tank, 1);
        tank_step(&endless, 1);
        tank_read(&tank, now, NULL);
        tank_read(&endless, all, NULL);
        cut(wanted, all, side, whole);
        compare(&left, &arrived, now, wanted, side);
        ideal_load(&ideal, now, before);
        if (i == 1)
            start = ideal_energy(&ideal);
    }
    left.energy =
        ideal_energy(&ideal) / start / pow(ideal.formula.kept, LEFT_STEPS - 1);
    left.thrown /= arrived;
    ideal_close(&ideal);
    tank_close(&tank);
    tank_close(&endless);
    free(now);
    free(before);
    free(wanted);
    free(all);
    return left;
}

enum { FIELD = 300, TALL = 560, MIDDLE = 200, BEHIND = 320 };

RippleSettings measure_echo_settings(RippleModel model, RippleEdges edges)
{
    RippleSettings settings = measure_settings(model, edges, 1);

    settings.damping = 8;
    settings.restore = 0.002;
    settings.max_height = 32767;
    settings.max_speed = 10000;
    return settings;
}

/* Opens the three pools and drops crest and trough in each. */
static void start_echo(Tank *tanks, const RippleSettings *settings,
                       int is_oblique)
{
    const Model *row = ripple_model_of(settings);
    double height =
        (is_oblique ? 2 : 1) *
        (row->has_speeds ? 3500 : 2500 * sqrt(row->speed2(settings)));
    int weight = (int)height; /* crests are about weight / speed */
    int image = BEHIND - (settings->edges == RIPPLE_EDGES_FIXED ? 2 : 1);
    int length = is_oblique ? 100 : 150, x0 = is_oblique ? 20 : 60;
    int x1 = is_oblique ? 220 : 60, y0 = MIDDLE - length, y1 = MIDDLE + length;
    static const int aside[] = {5, 5, -5}; /* the trough */
    int starts[3][2] = {
        {x0, x1}, {x0 + BEHIND, x1 + BEHIND}, {image - x0, image - x1}};

    for (int i = 0; i < 3; i++) {
        RippleStone stone = {starts[i][0], y0, 10, weight,
                             RIPPLE_PROFILE_SMOOTH};

        tank_open(&tanks[i], i > 0 ? FIELD + BEHIND : FIELD, TALL, settings,
                  NULL);
        tank_splash(&tanks[i], &stone, starts[i][1], y1);
        stone.weight = -weight;
        stone.x += aside[i];
        tank_splash(&tanks[i], &stone, starts[i][1] + aside[i], y1);
    }
}

Echo measure_echo(RippleModel model, RippleEdges edges, int is_oblique)
{
    RippleSettings settings = measure_echo_settings(model, edges);
    int x = is_oblique ? 20 : 30, y = is_oblique ? MIDDLE + 140 : MIDDLE;
    int since = 0;
    double product = 0, square = 0, max = 0, image = 0;
    Tank tanks[3];

    start_echo(tanks, &settings, is_oblique);
    for (int i = 0; i < 600 && since < 60; i++) {
        double back, wanted;

        for (int k = 0; k < 3; k++)
            tank_step(&tanks[k], 1);
        back = tank_height(&tanks[0], x, y) -
               tank_height(&tanks[1], x + BEHIND, y);
        wanted = tank_height(&tanks[2], x + BEHIND, y);
        product += back * wanted;
        square += wanted * wanted;
        max = fmax(max, fabs(back));
        since = fabs(wanted) > image || image < 50 ? 0 : since + 1;
        image = fmax(image, fabs(wanted));
    }
    for (int k = 0; k < 3; k++)
        tank_close(&tanks[k]);
    return (Echo){product / square, max / image};
}

/* Stones that have come up to rest: heights without movement, so that a mean
   without rounding stays. */
static void lay_stones(Tank *tank, double *now)
{
    uint64_t places = 12345;

    for (int i = 0; i < 12; i++) {
        RippleStone stone = {0, 0, STONE_RADIUS, i % 2 ? 1000 : -700,
                             RIPPLE_PROFILE_SMOOTH};

        places = places * 6364136223846793005u + 1442695040888963407u;
        stone.x = (int)((places >> 33) % (uint64_t)tank->columns);
        stone.y = (int)((places >> 48) % (uint64_t)tank->rows);
        tank_splash(tank, &stone, stone.x, stone.y);
    }
    tank_read(tank, now, NULL);
    tank_write(tank, now, now);
}

static double find_mean(const double *values, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

Conservation measure_conservation(const RippleSettings *settings, int side,
                                  int steps)
{
    enum { INTERVAL = 100 };
    int cells = side * side;
    double *now = allocate(cells), *before = allocate(cells);
    double mean, energy;
    Conservation change = {0, 0};
    Tank tank;
    Ideal ideal;

    tank_open(&tank, side, side, settings, NULL);
    ideal_open(&ideal, side, side, settings, NULL);
    lay_stones(&tank, now);
    mean = find_mean(now, cells);
    ideal_load(&ideal, now, now);
    energy = ideal_energy(&ideal);
    for (int i = 0; i < steps; i += INTERVAL) {
        tank_step(&tank, INTERVAL);
        tank_read(&tank, now, before);
        ideal_load(&ideal, now, before);
        change.mean = fmax(change.mean, fabs(find_mean(now, cells) - mean));
        change.energy =
            fmax(change.energy, fabs(ideal_energy(&ideal) / energy - 1));
    }
    ideal_close(&ideal);
    tank_close(&tank);
    free(now);
    free(before);
    return change;
}
