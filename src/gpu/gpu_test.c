/* SPDX-License-Identifier: MIT */
/*
 * Two small waters with the settings, edges and mask of the real one go through
 * the same splashes: one by the GPU, one by the scalar kernels. All that moves
 * must be equal after each burst of steps.
 */
#include "gpu/gpu_water.h"

#include "base/fixed.h"

#include <stdlib.h>
#include <string.h>

/* Tiles of each kind, and an odd width. */
#define COLUMNS    133
#define ROWS       29
#define WIDTH      403 /* of frames, if a cell is to be more than a pixel */
#define HEIGHT     90
#define STEPS      50
#define LOOK_STEPS 6  /* before a frame is drawn */
#define BURST      10 /* steps from one splash to the next */

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

/* A current that some steps move and others do not, by a map or everywhere the
   same. */
static int set_current(Cpu *cpu, int has_map)
{
    static const float x[] = {0.3F, -0.2F}, y[] = {-0.1F, 0.25F};

    return ripple_cpu_set_current(cpu, x, y, has_map ? 2 : 1, 1);
}

static int make_water(Cpu **cpu, const Cpu *like)
{
    static const GridSize fine = {COLUMNS, ROWS, COLUMNS, ROWS};
    static const GridSize coarse = {WIDTH, HEIGHT, COLUMNS, ROWS};
    static const BackendTuning tuning = {&ripple_kernels_scalar, 1, 0};
    RippleSettings settings = like->settings;
    void *made;
    int error;

    error = ripple_backend_cpu.create(
        &made, ripple_grid_is_coarse(&like->grid_map.size) ? &coarse : &fine,
        &settings);
    *cpu = made;
    if (error == RIPPLE_OK)
        error = ripple_backend_cpu.tune(made, &tuning);
    if (error == RIPPLE_OK && ripple_cpu_mask(like) != NULL)
        error = set_mask(made);
    if (error == RIPPLE_OK && ripple_cpu_has_current(like))
        error = set_current(made, like->advection.workspace.rows != NULL);
    return error;
}

/* Some so strong that sums saturate, near edges and over land. */
static RippleStone make_stone(int step)
{
    return (RippleStone){step * 37 % COLUMNS, step * 23 % ROWS, 7,
                         step % 20 == 0 ? 20000 : -900,
                         (RippleProfile)(step / BURST % 3)};
}

static void splash(Cpu *cpu, int step)
{
    RippleStone stone = make_stone(step);

    ripple_backend_cpu.splash(cpu, &stone, stone.x, stone.y);
}

/* The same on the GPU, if that can. */
static void splash_gpu(Gpu *gpu, int step)
{
    RippleStone stone = make_stone(step);

    if (ripple_gpu_drop(gpu, &(Fall){&stone, stone.x, stone.y, 0}))
        return;
    splash(gpu->cpu, step);
    gpu->is_written = 0;
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

    return trial->expected->governor.budget ==
               trial->gpu.cpu->governor.budget &&
           is_plane_equal(a, &a->now, &b->now) &&
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
            splash_gpu(gpu, step);
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

static int open_trial(Trial *trial, const Gpu *gpu)
{
    Cpu *cpu = NULL;
    int error;

    memset(trial, 0, sizeof *trial);
    error = make_water(&trial->expected, gpu->cpu);
    if (error == RIPPLE_OK)
        error = make_water(&cpu, gpu->cpu);
    if (error == RIPPLE_OK)
        error = ripple_gpu_init(&trial->gpu, cpu, &gpu->gl, gpu->programs);
    if (error != RIPPLE_OK) {
        ripple_backend_cpu.destroy(trial->expected);
        ripple_backend_cpu.destroy(cpu);
    }
    trial->gpu.is_trial = 1;
    return error;
}

/* The programs are those of the water that is tested. */
static void close_trial(Trial *trial)
{
    ripple_backend_cpu.destroy(trial->expected);
    ripple_backend_cpu.destroy(trial->gpu.cpu);
    ripple_gpu_clear(&trial->gpu);
}

int ripple_gpu_test(const Gpu *gpu)
{
    Trial trial;
    int error = open_trial(&trial, gpu);

    if (error != RIPPLE_OK)
        return error;
    error = run(&trial);
    close_trial(&trial);
    return error;
}

/* Colours that differ from pixel to pixel, alpha too. */
static void paint(const RipplePixels *picture)
{
    size_t count = picture->stride * (size_t)picture->height;

    for (size_t i = 0; i < count; i++)
        picture->pixels[i] = (uint32_t)i * 2654435761u;
}

/* Draws both frames over a picture. `memory` has room for three. */
static int draw(Trial *trial, int phase, uint32_t *memory)
{
    const GridSize *size = &trial->expected->grid_map.size;
    size_t count = (size_t)size->width * (size_t)size->height;
    RipplePixels picture = {.pixels = memory,
                            .width = size->width,
                            .height = size->height,
                            .stride = (size_t)size->width};
    RipplePixels expected = picture, frame = picture;
    const DirtyRects *ignored;
    int error;

    expected.pixels += count;
    frame.pixels += 2 * count;
    paint(&picture);
    error = ripple_backend_cpu.render_at(trial->expected, 0, phase, &picture,
                                         &expected, &ignored);
    if (error == RIPPLE_OK)
        error = ripple_gpu_draw(&trial->gpu, phase, &picture, &frame);
    if (error != RIPPLE_OK)
        return error;
    return memcmp(expected.pixels, frame.pixels,
                  count * sizeof *frame.pixels) == 0
               ? RIPPLE_OK
               : RIPPLE_ERROR_GPU;
}

int ripple_gpu_test_look(const Gpu *gpu, int phase)
{
    uint32_t *memory = malloc(sizeof *memory * 3 * WIDTH * HEIGHT);
    Trial trial;
    int error = memory != NULL ? open_trial(&trial, gpu) : RIPPLE_ERROR_MEMORY;

    if (error != RIPPLE_OK) {
        free(memory);
        return error;
    }
    for (int step = 0; step < LOOK_STEPS && error == RIPPLE_OK; step++) {
        splash(trial.expected, step);
        splash(trial.gpu.cpu, step);
        ripple_backend_cpu.advance(trial.expected, 1, NULL, NULL);
        ripple_backend_cpu.advance(trial.gpu.cpu, 1, NULL, NULL);
    }
    /* twice: the rays of a frame are cleared by the one before */
    for (int i = 0; i < 2 && error == RIPPLE_OK; i++)
        error = draw(&trial, phase, memory);
    close_trial(&trial);
    free(memory);
    return error;
}
