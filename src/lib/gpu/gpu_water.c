/* SPDX-License-Identifier: MIT */
#include "lib/gpu/gpu_water.h"

#include "lib/util/fixed.h"
#include "lib/gpu/gl.h"

#include <stdlib.h>
#include <string.h>

#define WATCH_STEPS 16 /* from one look for calm water to the next */

/* The tests at the end of the file: of the steps of such water, and of its
   frames at a phase. Errors: GPU, MEMORY. */
static int test_steps(const Gpu *gpu);
static int test_frames(const Gpu *gpu, int phase);

int ripple_gpu_init(Gpu *gpu, Cpu *cpu, const Gl *gl, Programs *programs)
{
    memset(gpu, 0, sizeof *gpu);
    gpu->falls = calloc(1, sizeof *gpu->falls);
    if (gpu->falls == NULL)
        return RIPPLE_ERROR_MEMORY;
    gpu->cpu = cpu;
    gpu->gl = *gl;
    gpu->programs = programs != NULL ? programs : &gpu->own_programs;
    return RIPPLE_OK;
}

/* A GPU that has failed keeps nothing in OpenGL. */
static void fail(Gpu *gpu)
{
    if (gpu->has_failed)
        return;
    gpu->has_failed = 1;
    ripple_solver_clear(&gpu->solver, &gpu->gl);
    ripple_renderer_clear(&gpu->renderer, &gpu->gl);
    ripple_buffer_delete(&gpu->falls->stones.buffer, &gpu->gl);
    if (!gpu->is_trial)
        ripple_programs_clear(gpu->programs, &gpu->gl);
}

void ripple_gpu_clear(Gpu *gpu)
{
    fail(gpu);
    free(gpu->falls);
    gpu->falls = NULL;
}

int ripple_gpu_is_ahead(const Gpu *gpu)
{
    return gpu->pending > 0 || gpu->falls->count > 0;
}

void ripple_gpu_forget(Gpu *gpu)
{
    Stones *stones = &gpu->falls->stones;

    gpu->pending = gpu->falls->count = 0;
    stones->count = stones->rect_count = 0;
}

static void drop_with_cpu(Cpu *cpu, const FallRecord *record)
{
    if (record->is_stone)
        ripple_backend_cpu.splash(cpu, &record->stone, record->x, record->y);
    else
        ripple_backend_cpu.disturb(cpu, record->x, record->y,
                                   record->magnitude);
}

/* Does again on the CPU what the GPU has lost. */
static void repeat(Gpu *gpu)
{
    const Falls *falls = gpu->falls;
    int next = 0;

    ripple_cpu_add_swell(gpu->cpu, -gpu->pending);
    for (int step = 0; step <= gpu->pending; step++) {
        while (next < falls->count && falls->records[next].step == step)
            drop_with_cpu(gpu->cpu, &falls->records[next++]);
        if (step < gpu->pending)
            ripple_backend_cpu.advance(gpu->cpu, 1, NULL, NULL);
    }
}

/* Has the stones fall that wait for the next step. */
static void drop_stones(Gpu *gpu)
{
    ripple_solver_drop(&gpu->solver, &gpu->gl, gpu->programs, gpu->cpu,
                       &gpu->falls->stones);
}

void ripple_gpu_read(Gpu *gpu)
{
    if (!ripple_gpu_is_ahead(gpu))
        return;
    drop_stones(gpu);
    if (ripple_solver_read(&gpu->solver, &gpu->gl, gpu->cpu) != RIPPLE_OK) {
        fail(gpu);
        repeat(gpu);
    }
    ripple_gpu_forget(gpu);
}

/* 1 if the water was calm when the state was copied. */
static int tells_calm(const Gpu *gpu, const uint32_t *state)
{
    const uint32_t *any = state + STATE_ANY;

    if (ripple_cpu_is_governed(gpu->cpu))
        return state[STATE_CALM] != 0;
    return (any[gpu->asked_note] |
            any[(gpu->asked_note + RIPPLE_SOLVER_TURNS - 1) %
                RIPPLE_SOLVER_TURNS]) == 0;
}

/* Calm water stays calm, so it is calm now if nothing fell since. */
void ripple_gpu_watch(Gpu *gpu)
{
    uint32_t state[STATE_SIZE];

    if (gpu->has_failed || gpu->pending == 0)
        return;
    if (ripple_gpu_state_take(&gpu->solver.state, &gpu->gl, state) &&
        gpu->asked_changes == gpu->changes && tells_calm(gpu, state)) {
        ripple_gpu_forget(gpu);
        ripple_field_reset(&gpu->cpu->field);
        ripple_cpu_restart_steps(gpu->cpu);
        return;
    }
    if (gpu->falls->stones.count == 0 &&
        ripple_gpu_state_ask(&gpu->solver.state, &gpu->gl)) {
        gpu->asked_changes = gpu->changes;
        gpu->asked_note = gpu->solver.note;
    }
}

/* Still water, water with the same current everywhere, or with a map. */
static int find_flow(const Cpu *cpu)
{
    return !ripple_cpu_has_current(cpu)            ? 0
           : cpu->advection.workspace.rows == NULL ? 1
                                                   : 2;
}

int ripple_gpu_make_ready(Gpu *gpu)
{
    const RippleSettings *settings = &gpu->cpu->settings;
    int has_mask = ripple_cpu_mask(gpu->cpu) != NULL;
    unsigned char *is_tested =
        &gpu->is_tested[settings->model][settings->edges][settings->shore]
                       [has_mask][settings->damping > 0][find_flow(gpu->cpu)];

    if (gpu->is_ready)
        return RIPPLE_OK;
    if (ripple_solver_prepare(gpu->programs, &gpu->gl, gpu->cpu) != RIPPLE_OK ||
        (!gpu->is_trial && !*is_tested && test_steps(gpu) != RIPPLE_OK))
        return RIPPLE_ERROR_GPU;
    *is_tested = 1;
    gpu->is_ready = 1;
    return RIPPLE_OK;
}

/* Copies to the GPU what it lacks. */
static int write(Gpu *gpu)
{
    ripple_gl_has_failed(&gpu->gl); /* errors of others */
    if (!gpu->is_written || !gpu->has_ground)
        gpu->gl.Finish(); /* programs may read what is replaced */
    if (!gpu->is_written &&
        ripple_solver_write(&gpu->solver, &gpu->gl, gpu->cpu) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->changes += !gpu->is_written;
    gpu->is_written = 1;
    if (!gpu->has_ground && ripple_solver_write_ground(&gpu->solver, &gpu->gl,
                                                       gpu->cpu) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->has_ground = 1;
    return RIPPLE_OK;
}

/* Puts it into the list, which is emptied if it has no room for it. */
static int add_stone(Gpu *gpu, const Fall *fall)
{
    Stones *stones = &gpu->falls->stones;

    if (ripple_stones_add(stones, gpu->cpu, fall))
        return 1;
    drop_stones(gpu);
    return ripple_stones_add(stones, gpu->cpu, fall);
}

int ripple_gpu_drop(Gpu *gpu, const Fall *fall)
{
    Falls *falls = gpu->falls;
    FallRecord *record = &falls->records[falls->count];

    if (gpu->has_failed || !gpu->is_written || !gpu->is_ready ||
        falls->count == RIPPLE_GPU_MAX_STONES || !add_stone(gpu, fall)) {
        ripple_gpu_read(gpu);
        return 0;
    }
    *record = (FallRecord){.step = gpu->pending,
                           .is_stone = fall->stone != NULL,
                           .x = fall->x,
                           .y = fall->y,
                           .magnitude = fall->magnitude};
    if (fall->stone != NULL)
        record->stone = *fall->stone;
    falls->count++;
    gpu->changes++;
    return 1;
}

/* Whether the next step is one for the GPU: not of water that is calm. */
static int is_for_gpu(const Gpu *gpu)
{
    return !gpu->has_failed &&
           (ripple_gpu_is_ahead(gpu) ||
            ripple_field_count_active(&gpu->cpu->field) > 0);
}

int ripple_gpu_step(Gpu *gpu)
{
    if (gpu->pending == RIPPLE_GPU_MAX_STEPS)
        ripple_gpu_read(gpu);
    if (gpu->pending % WATCH_STEPS == WATCH_STEPS - 1)
        ripple_gpu_watch(gpu);
    if (!is_for_gpu(gpu)) {
        ripple_gpu_read(gpu);
        return 0;
    }
    if (!ripple_gpu_is_ahead(gpu) &&
        (ripple_gpu_make_ready(gpu) != RIPPLE_OK || write(gpu) != RIPPLE_OK)) {
        fail(gpu);
        return 0;
    }
    drop_stones(gpu);
    ripple_solver_step(&gpu->solver, &gpu->gl, gpu->programs, gpu->cpu);
    ripple_cpu_add_swell(gpu->cpu, 1);
    gpu->pending++;
    return 1;
}

/* Tests a look of this water unless it was tested before. */
static int test_look(Gpu *gpu, int phase)
{
    const RenderArgs *args = &gpu->cpu->render_args;
    unsigned char *is_tested =
        &gpu->is_look_tested[ripple_renderer_look(gpu->cpu, phase)][args->view]
                            [args->filter][args->is_lit];

    if (gpu->is_trial || *is_tested)
        return RIPPLE_OK;
    *is_tested = 1;
    return test_frames(gpu, phase);
}

static int draw(Gpu *gpu, int phase, const RipplePixels *picture,
                const RipplePixels *frame)
{
    int numbers[NUMBER_COUNT] = {0};

    if (gpu->has_failed || write(gpu) != RIPPLE_OK ||
        test_look(gpu, phase) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->cpu->refraction.swell.phase = phase;
    drop_stones(gpu);
    ripple_solver_numbers(&gpu->solver, gpu->cpu, numbers);
    if (ripple_renderer_draw(&gpu->renderer, &gpu->gl, gpu->programs, gpu->cpu,
                             gpu->solver.water, numbers, phase,
                             picture) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    return frame != NULL ? ripple_renderer_read(&gpu->renderer, &gpu->gl, frame)
                         : RIPPLE_OK;
}

int ripple_gpu_draw(Gpu *gpu, int phase, const RipplePixels *picture,
                    const RipplePixels *frame)
{
    int error = draw(gpu, phase, picture, frame);

    if (error != RIPPLE_OK) {
        ripple_gpu_read(gpu);
        fail(gpu);
    }
    return error;
}

/*
 * Tests. Two small waters with the settings, edges and mask of the real one go
 * through the same splashes: one by the GPU, one by the scalar kernels. All
 * that moves must be equal after each burst of steps.
 */

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

static int run_trial(Trial *trial)
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

static int test_steps(const Gpu *gpu)
{
    Trial trial;
    int error = open_trial(&trial, gpu);

    if (error != RIPPLE_OK)
        return error;
    error = run_trial(&trial);
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

/* Draws both frames over a picture and compares them. `memory` has room for
   three. */
static int compare_frames(Trial *trial, int phase, uint32_t *memory)
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

static int test_frames(const Gpu *gpu, int phase)
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
        error = compare_frames(&trial, phase, memory);
    close_trial(&trial);
    free(memory);
    return error;
}
