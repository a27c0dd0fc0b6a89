/* SPDX-License-Identifier: MIT */
#include "tank.h"

#include "lib/cpu/cpu.h"
#include "lib/water/model.h"
#include "../random/source.h"

#include <math.h>

/* The unit of heights in a state: models with fractions have finer ones. */
static double find_unit(const RippleSettings *settings)
{
#ifdef RIPPLE_FRACTION_BITS
    if (ripple_model_stencil(settings, 0).kind == STENCIL_FINE)
        return ldexp(1, -RIPPLE_FRACTION_BITS);
#endif
    (void)settings;
    return 1;
}

void tank_open(Tank *tank, int columns, int rows,
               const RippleSettings *settings, const uint8_t *depths)
{
    GridSize size = {columns, rows, columns, rows};

    *tank = (Tank){NULL, columns, rows, find_unit(settings)};
    RANDOM_EXPECT(ripple_cpu_create(&tank->water, &size, settings) ==
                  RIPPLE_OK);
    if (depths != NULL)
        RANDOM_EXPECT(ripple_cpu_set_mask(tank->water, depths, columns, rows,
                                          (size_t)columns) == RIPPLE_OK);
}

void tank_close(Tank *tank)
{
    ripple_cpu_destroy(tank->water);
    *tank = (Tank){0};
}

void tank_step(Tank *tank, int steps)
{
    for (int i = 0; i < steps; i++)
        ripple_cpu_step(tank->water);
}

void tank_splash(Tank *tank, const RippleStone *stone, int x, int y)
{
    ripple_cpu_drop(tank->water, &(Fall){stone, x, y, 0});
}

/* The place of a cell in a state, which has a halo. */
static size_t place(const Tank *tank, int i)
{
    return (size_t)(i / tank->columns + 1) * ((size_t)tank->columns + 2) +
           (size_t)(i % tank->columns) + 1;
}

static void export(const Tank *tank, WaterState *state)
{
    RANDOM_EXPECT(ripple_cpu_export(tank->water, state) == RIPPLE_OK);
}

void tank_read(const Tank *tank, double *now, double *before)
{
    WaterState state;

    export(tank, &state);
    for (int i = 0; i < tank->columns * tank->rows; i++) {
        now[i] = state.now[place(tank, i)] * tank->unit;
        if (before != NULL)
            before[i] = state.before[place(tank, i)] * tank->unit;
    }
    ripple_state_clear(&state);
}

/* The energy of the new heights is lawful. */
void tank_write(Tank *tank, const double *now, const double *before)
{
    WaterState state;

    export(tank, &state);
    for (int i = 0; i < tank->columns * tank->rows; i++) {
        state.now[place(tank, i)] = (int32_t)lround(now[i] / tank->unit);
        state.before[place(tank, i)] = (int32_t)lround(before[i] / tank->unit);
    }
    state.governor = (Governor){.is_new = 1};
    RANDOM_EXPECT(ripple_cpu_import(tank->water, &state) == RIPPLE_OK);
    ripple_state_clear(&state);
}

int tank_height(const Tank *tank, int x, int y)
{
    size_t stride;
    const int16_t *cells = ripple_cpu_heights(tank->water, &stride);

    return cells[(size_t)y * stride + (size_t)x];
}
