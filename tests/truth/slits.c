/* SPDX-License-Identifier: MIT */
/*
 * Two slits in a wall that mirrors, in a pool with open edges; plane waves of
 * 36 steps come from the left.
 *
 *     | ~ |   | wall    distance
 *     | ~ |            ----------->
 *     | ~ |   |                      first dark fringe
 *     | ~ |   |  ^ apart             ---
 *     | ~ |      v                   middle
 */
#include "lib/util/fixed.h"
#include "measure.h"
#include "tank.h"
#include "ideal.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

enum {
    COLUMNS = 900,
    ROWS = 800,
    MIDDLE = ROWS / 2,
    SOURCE = 20,
    WALL = 120,
    WALL_CELLS = 4,
    APART = 120,
    SLIT = 12,
    PERIOD = 36,
    STEPS = 2400,
};

static const int distances[SLITS_PLACES] = {200, 350, 500};

static int is_slit(int y)
{
    return abs(abs(y - MIDDLE) - APART / 2) <= SLIT / 2;
}

static void open_slits(Tank *tank, const RippleSettings *settings)
{
    static uint8_t depths[ROWS][COLUMNS];

    for (int i = 0; i < ROWS * COLUMNS; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;

        depths[y][x] =
            x >= WALL && x < WALL + WALL_CELLS && !is_slit(y) ? 0 : 255;
    }
    tank_open(tank, COLUMNS, ROWS, settings, depths[0]);
}

/* The part of the heights behind the wall that has the period of the source. */
static void listen(Tank *tank, double complex waves[SLITS_PLACES][ROWS])
{
    for (int step = 0; step < STEPS + PERIOD; step++) {
        RippleStone line = {SOURCE, -SOURCE, 8, step % PERIOD ? -1500 : 1500,
                            RIPPLE_PROFILE_SMOOTH};

        if (step % (PERIOD / 2) == 0)
            tank_splash(tank, &line, SOURCE, ROWS + SOURCE);
        tank_step(tank, 1);
        for (int i = 0; i < SLITS_PLACES * ROWS && step >= STEPS; i++) {
            int x = WALL + WALL_CELLS + distances[i / ROWS], y = i % ROWS;

            waves[i / ROWS][y] +=
                cexp(2 * PI * I * step / PERIOD) * tank_height(tank, x, y);
        }
    }
}

/* Radians a cell of waves along x that swing with the source; damped ones fade,
   and their number is complex. */
static double complex find_wave_number(const RippleSettings *settings)
{
    Formula formula = formula_of(settings);
    double complex turn = cexp(-2 * PI * I / PERIOD);
    double complex wanted = turn + formula.kept / turn - formula.level;

    return cacos(1 + wanted / (2 * formula.edge + 4 * formula.diagonal));
}

/* The sum of the waves from the slits. Each of their cells sends round ones. */
static double complex add_waves(double distance, int y,
                                double complex wave_number)
{
    double complex sum = 0;

    for (int i = 0; i < ROWS; i++) {
        double range = hypot(distance, y - i);

        if (is_slit(i))
            sum += cexp(I * wave_number * range) / sqrt(range);
    }
    return sum;
}

/* The place of the lowest value near `guess`, to a part of a cell. */
static double find_lowest(const double *values, int guess)
{
    int lowest = guess;
    double left, right;

    for (int i = guess / 2; i < guess * 3 / 2; i++) {
        if (values[i] < values[lowest])
            lowest = i;
    }
    left = values[lowest - 1] - values[lowest];
    right = values[lowest + 1] - values[lowest];
    return lowest + (left - right) / (left + right) / 2;
}

/* Whole units end slow waves of springs and shifts if these are damped. */
void measure_slits(RippleModel model, double errors[SLITS_PLACES])
{
    static double complex waves[SLITS_PLACES][ROWS];
    int is_damped = model == RIPPLE_MODEL_WAVE || model == RIPPLE_MODEL_SHALLOW;
    RippleSettings settings =
        measure_settings(model, RIPPLE_EDGES_OPEN, is_damped);
    double complex number;
    Tank tank;

    settings.damping = 10;
    settings.shore = RIPPLE_SHORE_MIRROR;
    number = find_wave_number(&settings);
    for (int i = 0; i < SLITS_PLACES * ROWS; i++)
        waves[i / ROWS][i % ROWS] = 0;
    open_slits(&tank, &settings);
    listen(&tank, waves);
    tank_close(&tank);
    for (int i = 0; i < SLITS_PLACES; i++) {
        const double complex *middle = waves[i] + MIDDLE;
        int guess = (int)(distances[i] * tan(asin(PI / creal(number) / APART)));
        double seen[MIDDLE], theory[MIDDLE];

        for (int y = 0; y < MIDDLE; y++) {
            seen[y] = pow(cabs(middle[y]), 2) + pow(cabs(middle[-y]), 2);
            theory[y] = cabs(add_waves(distances[i], MIDDLE + y, number));
        }
        errors[i] = find_lowest(seen, guess) / find_lowest(theory, guess) - 1;
    }
}
