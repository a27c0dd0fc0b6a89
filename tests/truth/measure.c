/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include "lib/util/fixed.h"
#include "ideal.h"
#include "lib/cpu/cpu.h"
#include "lib/water/model.h"
#include "../random/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STONE_RADIUS 10

/* Water whose heights are read and set with their fractions, row by row. A cell
   is a pixel. */
typedef struct Tank {
    Cpu *water;
    int columns, rows, cells;
    double unit;          /* of heights in a WaterState */
    double *now, *before; /* the newest reading */
} Tank;

static double *allocate(int count)
{
    double *values = calloc((size_t)count, sizeof *values);

    RANDOM_EXPECT(values != NULL);
    return values;
}

static void tank_open(Tank *tank, int columns, int rows,
                      const RippleSettings *settings, const uint8_t *depths)
{
    int is_fine = ripple_model_stencil(settings, 0).kind == STENCIL_FINE;

    *tank = (Tank){.columns = columns,
                   .rows = rows,
                   .cells = columns * rows,
                   .unit = is_fine ? ldexp(1, -RIPPLE_FRACTION_BITS) : 1,
                   .now = allocate(2 * columns * rows)};
    tank->before = tank->now + tank->cells;
    RANDOM_EXPECT(ripple_cpu_create(&tank->water,
                                    &(GridSize){columns, rows, columns, rows},
                                    settings) == RIPPLE_OK);
    if (depths != NULL)
        RANDOM_EXPECT(ripple_cpu_set_mask(tank->water, depths, columns, rows,
                                          (size_t)columns) == RIPPLE_OK);
}

static void tank_close(Tank *tank)
{
    ripple_cpu_destroy(tank->water);
    free(tank->now);
}

static void tank_step(Tank *tank, int steps)
{
    for (int i = 0; i < steps; i++)
        ripple_cpu_step(tank->water);
}

/* A line of stones from the stone's place to (x, y). */
static void tank_splash(Tank *tank, const RippleStone *stone, int x, int y)
{
    ripple_cpu_drop(tank->water, &(Fall){stone, x, y, 0});
}

/* The place of a cell in a state, which has a halo. */
static size_t place(const Tank *tank, int i)
{
    return (size_t)(i / tank->columns + 1) * ((size_t)tank->columns + 2) +
           (size_t)(i % tank->columns) + 1;
}

static void tank_read(Tank *tank)
{
    WaterState state;

    RANDOM_EXPECT(ripple_cpu_export(tank->water, &state) == RIPPLE_OK);
    for (int i = 0; i < tank->cells; i++) {
        tank->now[i] = state.now[place(tank, i)] * tank->unit;
        tank->before[i] = state.before[place(tank, i)] * tank->unit;
    }
    ripple_state_clear(&state);
}

/* Sets the heights to `now` and `before`, whose energy is lawful. */
static void tank_write(Tank *tank)
{
    WaterState state;

    RANDOM_EXPECT(ripple_cpu_export(tank->water, &state) == RIPPLE_OK);
    for (int i = 0; i < tank->cells; i++) {
        state.now[place(tank, i)] = (int32_t)lround(tank->now[i] / tank->unit);
        state.before[place(tank, i)] =
            (int32_t)lround(tank->before[i] / tank->unit);
    }
    state.governor = (Governor){.is_new = 1};
    RANDOM_EXPECT(ripple_cpu_import(tank->water, &state) == RIPPLE_OK);
    ripple_state_clear(&state);
}

/* Without its fraction. */
static int tank_height(const Tank *tank, int x, int y)
{
    size_t stride;
    const int16_t *cells = ripple_cpu_heights(tank->water, &stride);

    return cells[(size_t)y * stride + (size_t)x];
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

void measure_errors(const RippleSettings *settings, const Drop *drop,
                    const int *steps, int count, double *errors)
{
    int side = drop->side, middle = side / 2, done = 0;
    RippleStone stone = {middle, middle, STONE_RADIUS, drop->weight,
                         RIPPLE_PROFILE_SMOOTH};
    Fall fall = {drop->weight != 0 ? &stone : NULL, middle, middle,
                 drop->magnitude};
    uint8_t *depths =
        drop->bottom != OPEN_WATER ? make_depths(side, drop->bottom) : NULL;
    Tank tank;
    Ideal ideal;

    tank_open(&tank, side, side, settings, depths);
    ideal_open(&ideal, side, side, settings, depths);
    ripple_cpu_drop(tank.water, &fall);
    tank_read(&tank);
    for (int i = 0; i < tank.cells && ripple_model_of(settings)->has_speeds;
         i++)
        tank.before[i] = tank.now[i] / ideal.formula.kept;
    ideal_push(&ideal, tank.before);
    ideal_push(&ideal, tank.now);
    for (int i = 0; i < count; i++) {
        for (; done < steps[i]; done++) {
            tank_step(&tank, 1);
            ideal_step(&ideal);
        }
        tank_read(&tank);
        errors[i] = ideal_error(&ideal, tank.now);
    }
    ideal_close(&ideal);
    tank_close(&tank);
    free(depths);
}

/* The amplitude of a standing wave by step, the sum of the heights times its
   shape. In theory it swings by omega and falls to sqrt(kept) a step. */
typedef struct Swing {
    double kept, omega;
    double *seen; /* the first is that before the start */
    int count;
} Swing;

static void play_mode(Tank *tank, const Mode *mode, Swing *swing)
{
    double *shape = allocate(tank->cells), square = 0;

    for (int i = 0; i < tank->cells; i++) {
        double x = i % mode->side + 1, y = i / mode->side + 1;

        shape[i] = sin(PI * mode->x * x / (mode->side + 1)) *
                   sin(PI * mode->y * y / (mode->side + 1));
        square += shape[i] * shape[i];
        tank->before[i] = mode->amplitude * shape[i];
        tank->now[i] = tank->before[i] * cos(swing->omega) * sqrt(swing->kept);
    }
    tank_write(tank);
    for (int i = 0; i < swing->count; i++) {
        tank_step(tank, i > 1);
        tank_read(tank);
        for (int k = 0; k < tank->cells; k++)
            swing->seen[i] +=
                shape[k] / square * (i == 0 ? tank->before[k] : tank->now[k]);
    }
    free(shape);
}

/* Radians a step between the first and the last zero; 0 if there are fewer than
   two. */
static double find_frequency(const Swing *swing)
{
    double first = 0, last = 0;
    int zeros = 0;

    for (int i = 1; i < swing->count; i++) {
        double now = swing->seen[i] / sqrt(swing->kept);
        double before = swing->seen[i - 1];

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
    double a = PI / (mode->side + 1);
    double pull = formula.level + formula.edge * (2 * cos(a * mode->x) +
                                                  2 * cos(a * mode->y) - 4);
    Swing swing = {.kept = formula.kept,
                   .omega = acos(pull / 2 / sqrt(formula.kept)),
                   .seen = allocate(mode->steps + 2),
                   .count = mode->steps + 2};
    ModeErrors errors = {0, 0};
    Tank tank;

    tank_open(&tank, mode->side, mode->side, settings, NULL);
    play_mode(&tank, mode, &swing);
    tank_close(&tank);
    errors.frequency = fabs(find_frequency(&swing) / swing.omega - 1);
    for (int i = 2; i < swing.count; i++)
        errors.amplitude = fmax(
            errors.amplitude,
            fabs(find_amplitude(&swing, i) / find_amplitude(&swing, 1) - 1));
    free(swing.seen);
    return errors;
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
static void lay_stones(Tank *tank)
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
    tank_read(tank);
    memcpy(tank->before, tank->now, (size_t)tank->cells * sizeof *tank->now);
    tank_write(tank);
}

static double find_mean(const Tank *tank)
{
    double sum = 0;

    for (int i = 0; i < tank->cells; i++)
        sum += tank->now[i];
    return sum / tank->cells;
}

Conservation measure_conservation(const RippleSettings *settings, int side,
                                  int steps)
{
    enum { INTERVAL = 100 };
    double mean = 0, energy = 0;
    Conservation change = {0, 0};
    Tank tank;
    Ideal ideal;

    tank_open(&tank, side, side, settings, NULL);
    ideal_open(&ideal, side, side, settings, NULL);
    lay_stones(&tank);
    for (int i = 0; i <= steps; i += INTERVAL) {
        tank_step(&tank, i > 0 ? INTERVAL : 0);
        tank_read(&tank);
        ideal_push(&ideal, tank.before);
        ideal_push(&ideal, tank.now);
        if (i == 0) {
            mean = find_mean(&tank);
            energy = ideal_energy(&ideal);
        }
        change.mean = fmax(change.mean, fabs(find_mean(&tank) - mean));
        change.energy =
            fmax(change.energy, fabs(ideal_energy(&ideal) / energy - 1));
    }
    ideal_close(&ideal);
    tank_close(&tank);
    return change;
}
