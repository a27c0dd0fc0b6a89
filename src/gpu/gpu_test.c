/* SPDX-License-Identifier: MIT */
/*
 * Two small waters with the settings, edges and mask of the real one go through
 * the same splashes: one by the GPU, one by the scalar kernels. All that moves
 * must be equal after each burst of steps.
 */
#include "gpu/gpu_water.h"

#include "base/fixed.h"

#include <string.h>

/* Tiles of each kind, and an odd width. */
#define COLUMNS 133
#define ROWS    29
#define STEPS   50
#define BURST   10 /* steps from one splash to the next */

typedef struct Trial {
    Cpu *expected; /* by scalar kernels */
    Gpu gpu;
} Trial;

/* Land, shallows, and tiles of open water at the right. */
static int set_mask(Cpu *cpu)
{
    uint8_t depths[COLUMNS * ROWS];

    memset(depths, RIPPLE_DEPTH_OPEN, sizeof depths);
    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < 60; x++) {
            if (x < 40 && y > 6 && y < 22)
                depths[y * COLUMNS + x] = (uint8_t)(x < 9 ? 0 : 6 * x);
        }
    }
    return ripple_cpu_set_mask(cpu, depths, COLUMNS, ROWS, COLUMNS);
}

static int make_water(Cpu **cpu, const Cpu *like)
{
    static const GridSize size = {COLUMNS, ROWS, COLUMNS, ROWS};
    static const BackendTuning tuning = {&ripple_kernels_scalar, 1, 0};
    RippleSettings settings = like->settings;
    void *made;
    int error;

    settings.swell = 0;
    error = ripple_backend_cpu.create(&made, &size, &settings);
    *cpu = made;
    if (error == RIPPLE_OK)
        error = ripple_backend_cpu.tune(made, &tuning);
    if (error == RIPPLE_OK && ripple_cpu_mask(like) != NULL)
        error = set_mask(made);
    return error;
}

/* Some so strong that sums saturate, near edges and over land. */
static void splash(Cpu *cpu, int step)
{
    RippleStone stone = {step * 37 % COLUMNS, step * 23 % ROWS, 7,
                         step % 20 == 0 ? 20000 : -900, RIPPLE_PROFILE_SMOOTH};

    ripple_backend_cpu.splash(cpu, &stone, stone.x, stone.y);
}

static int is_plane_equal(const Field *field, const Plane *a, const Plane *b)
{
    for (int y = 0; y < field->rows && a->cells != NULL; y++) {
        ptrdiff_t row = y * (ptrdiff_t)field->stride;

        for (int x = 0; x < field->columns; x++) {
            if (ripple_field_value(a, row + x) !=
                ripple_field_value(b, row + x))
                return 0;
        }
    }
    return 1;
}

static int is_equal(const Trial *trial)
{
    const Field *a = &trial->expected->field, *b = &trial->gpu.cpu->field;

    return is_plane_equal(a, &a->now, &b->now) &&
           is_plane_equal(a, &a->before, &b->before) &&
           is_plane_equal(a, &a->speeds, &b->speeds);
}

static int run(Trial *trial)
{
    Gpu *gpu = &trial->gpu;

    for (int step = 0; step < STEPS; step++) {
        if (step % BURST == 0) {
            ripple_gpu_read(gpu);
            if (!is_equal(trial))
                return RIPPLE_ERROR_GPU;
            splash(trial->expected, step);
            splash(gpu->cpu, step);
            gpu->is_written = 0;
        }
        ripple_backend_cpu.advance(trial->expected, 1, NULL, NULL);
        if (!ripple_gpu_step(gpu)) {
            ripple_backend_cpu.advance(gpu->cpu, 1, NULL, NULL);
            gpu->is_written = 0;
        }
    }
    ripple_gpu_read(gpu);
    return !gpu->has_failed && is_equal(trial) ? RIPPLE_OK : RIPPLE_ERROR_GPU;
}

int ripple_gpu_test(const Gpu *gpu)
{
    Trial trial = {
        .gpu = {.gl = gpu->gl, .programs = gpu->programs, .is_trial = 1}};
    int error = make_water(&trial.expected, gpu->cpu);

    if (error == RIPPLE_OK)
        error = make_water(&trial.gpu.cpu, gpu->cpu);
    if (error == RIPPLE_OK)
        error = run(&trial);
    ripple_solver_clear(&trial.gpu.solver, &gpu->gl);
    ripple_backend_cpu.destroy(trial.expected);
    ripple_backend_cpu.destroy(trial.gpu.cpu);
    return error;
}
