/* SPDX-License-Identifier: MIT */
#include "lib/gpu/gpu.h"

#include "lib/gpu/renderer.h"
#include "lib/gpu/solver.h"
#include "lib/util/fixed.h"

#include <stdlib.h>
#include <string.h>

/* Limits of steps and stones between two reads of the heights. */
#define MAX_STEPS  1024
#define MAX_STONES 16384

/* A stone or a disturbance that fell before a step. */
typedef struct FallRecord {
    int step; /* steps since the last read */
    int is_stone;
    RippleStone stone;
    int x, y, magnitude;
} FallRecord;

typedef struct Falls {
    Stones stones; /* to drop before the next step */
    int count;
    FallRecord records[MAX_STONES];
} Falls;

typedef struct Gpu {
    Cpu *cpu;
    Gl gl;
    Programs own_programs;
    Programs *programs; /* its own, or in a trial the tested ones */
    Solver solver;
    Renderer renderer;
    Falls *falls;
    DirtyRects written; /* by the last rendering: the whole frame */
    RippleRect all;
    int has_drawn;     /* the GPU drew after the CPU */
    int is_frame_calm; /* the frame on the GPU shows calm water and is valid */
    int pending;       /* steps of the GPU since `cpu` had its heights */
    int has_heights;   /* the GPU has the heights of `cpu`, or newer */
    int has_ground;    /* the GPU has its mask and current, if any */
    int is_ready;      /* its programs are compiled and tested */
    int has_failed;    /* the CPU does everything */
    int is_trial;      /* this is water of a test */
    unsigned changes, requested_changes; /* number of stones and uploads, now
                                        and at the last request of the state */
    int requested_note;                  /* the solver's note at that request */
    unsigned char is_tested[RIPPLE_MODEL_COUNT][RIPPLE_EDGES_COUNT]
                           [RIPPLE_SHORE_COUNT][2][2][3]; /* with a mask,
                                                             damped, by flow */
    unsigned char is_look_tested[DRAW_VARIANTS];
    unsigned char is_view_tested[RIPPLE_RIM_COUNT]; /* in perspective */
    int is_view_wrong; /* the CPU draws in perspective */
} Gpu;

#define POLL_STEPS 16 /* steps between requests of the state */

/* The tests at the end of the file, for water of these settings: of its steps,
   and of its frames at a phase. Errors: GPU, MEMORY. */
static int test_steps(const Gpu *gpu);
static int test_frames(const Gpu *gpu, int phase);

static int init(Gpu *gpu, Cpu *cpu, const Gl *gl, Programs *programs)
{
    *gpu = (Gpu){.cpu = cpu,
                 .gl = *gl,
                 .programs = programs != NULL ? programs : &gpu->own_programs,
                 .falls = calloc(1, sizeof *gpu->falls)};
    return gpu->falls != NULL ? RIPPLE_OK : RIPPLE_ERROR_MEMORY;
}

/* Switches to the CPU, and frees all OpenGL objects. */
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

/* Frees everything but `cpu`. */
static void clear(Gpu *gpu)
{
    fail(gpu);
    free(gpu->falls);
    gpu->falls = NULL;
}

/* Returns 1 if the water of the GPU is newer than that of `cpu`. */
static int is_ahead(const Gpu *gpu)
{
    return gpu->pending > 0 || gpu->falls->count > 0;
}

/* Discards the record of newer water. */
static void discard_newer(Gpu *gpu)
{
    Stones *stones = &gpu->falls->stones;

    gpu->pending = gpu->falls->count = 0;
    ripple_stones_clear(stones);
}

/* Replays the lost steps on the CPU. */
static void replay_on_cpu(Gpu *gpu)
{
    const Accelerator *accelerator = gpu->cpu->accelerator;
    const Falls *falls = gpu->falls;
    int next = 0;

    gpu->cpu->accelerator = NULL;
    ripple_cpu_add_swell(gpu->cpu, -gpu->pending);
    for (int step = 0; step <= gpu->pending; step++) {
        for (; next < falls->count && falls->records[next].step == step;
             next++) {
            const FallRecord *record = &falls->records[next];

            ripple_cpu_drop(gpu->cpu,
                            &(Fall){record->is_stone ? &record->stone : NULL,
                                    record->x, record->y, record->magnitude});
        }
        if (step < gpu->pending)
            ripple_cpu_step(gpu->cpu);
    }
    gpu->cpu->accelerator = accelerator;
}

/* Drops the pending stones on the GPU. */
static void drop_stones(Gpu *gpu, int is_stepped)
{
    ripple_solver_drop(&gpu->solver, &gpu->gl, gpu->programs, gpu->cpu,
                       &gpu->falls->stones, is_stepped);
}

/* Reads the newest heights into `cpu`, or replays the steps there on error. */
static void read_back(Gpu *gpu)
{
    if (!is_ahead(gpu))
        return;
    drop_stones(gpu, 0);
    if (ripple_solver_read(&gpu->solver, &gpu->gl, gpu->cpu) != RIPPLE_OK) {
        fail(gpu);
        replay_on_cpu(gpu);
    }
    discard_newer(gpu);
}

static void sync(void *self, CpuSync why)
{
    Gpu *gpu = self;

    if (why == SYNC_CLEAR)
        discard_newer(gpu);
    read_back(gpu);
    if (why == SYNC_READ)
        return;
    gpu->has_heights = gpu->is_frame_calm = 0;
    if (why != SYNC_GROUND)
        return;
    gpu->has_ground = gpu->is_ready = 0;
    ripple_renderer_forget(&gpu->renderer);
}

/* Returns 1 if the water was calm when the state was copied. */
static int was_calm(const Gpu *gpu, const uint32_t *state)
{
    int now = gpu->requested_note;
    int before = (now + RIPPLE_SOLVER_NOTES - 1) % RIPPLE_SOLVER_NOTES;

    if (ripple_cpu_is_governed(gpu->cpu))
        return state[STATE_CALM] != 0;
    return (state[STATE_ANY + now] | state[STATE_ANY + before]) == 0;
}

/* Resets `cpu` if a copied state shows calm water; never waits. Calm water
   stays calm, so it still is if nothing fell since. */
static void poll_calm(Gpu *gpu)
{
    uint32_t state[STATE_SIZE];

    if (gpu->has_failed || gpu->pending == 0)
        return;
    if (ripple_gpu_state_take(&gpu->solver.state, &gpu->gl, state) &&
        gpu->requested_changes == gpu->changes && was_calm(gpu, state)) {
        discard_newer(gpu);
        ripple_field_reset(&gpu->cpu->field);
        ripple_cpu_restart_steps(gpu->cpu);
        return;
    }
    if (gpu->falls->stones.count == 0 &&
        ripple_gpu_state_ask(&gpu->solver.state, &gpu->gl)) {
        gpu->requested_changes = gpu->changes;
        gpu->requested_note = gpu->solver.note;
    }
}

/* 0: still water, 1: a uniform current, 2: a current from a map. */
static int find_flow(const Cpu *cpu)
{
    return !ripple_cpu_has_current(cpu)            ? 0
           : cpu->advection.workspace.rows == NULL ? 1
                                                   : 2;
}

/* Compiles and tests the programs for the water. Returns 0 or
   RIPPLE_ERROR_GPU. */
static int prepare(Gpu *gpu)
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

/* Copies missing data to the GPU. */
static int upload(Gpu *gpu)
{
    ripple_gl_take_errors(&gpu->gl); /* clears errors of other code */
    if (!gpu->has_heights || !gpu->has_ground)
        gpu->gl.Finish(); /* programs may still read the replaced data */
    if (!gpu->has_heights &&
        ripple_solver_write(&gpu->solver, &gpu->gl, gpu->cpu) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->changes += !gpu->has_heights;
    gpu->has_heights = 1;
    if (!gpu->has_ground && ripple_solver_write_ground(&gpu->solver, &gpu->gl,
                                                       gpu->cpu) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->has_ground = 1;
    return RIPPLE_OK;
}

/* Adds a stone to the list; flushes the list first if it does not fit. */
static int add_stone(Gpu *gpu, const Fall *fall)
{
    Stones *stones = &gpu->falls->stones;

    if (ripple_stones_add(stones, gpu->cpu, fall))
        return 1;
    drop_stones(gpu, 0);
    return ripple_stones_add(stones, gpu->cpu, fall);
}

static int drop(void *self, const Fall *fall)
{
    Gpu *gpu = self;
    Falls *falls = gpu->falls;
    FallRecord *record = &falls->records[falls->count];

    if (gpu->has_failed || !gpu->has_heights || !gpu->is_ready ||
        falls->count == MAX_STONES || !add_stone(gpu, fall)) {
        sync(gpu, SYNC_WRITE);
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

/* Returns 1 if the GPU can do the next step; calm water needs none. */
static int can_step(const Gpu *gpu)
{
    return !gpu->has_failed &&
           (is_ahead(gpu) || ripple_field_count_active(&gpu->cpu->field) > 0);
}

/* Returns 1 if all heights are known to be 0 and frames show only the
   picture. */
static int is_still(const Gpu *gpu)
{
    return !is_ahead(gpu) && ripple_field_count_active(&gpu->cpu->field) == 0 &&
           gpu->cpu->refraction.swell.waves == NULL;
}

static int step_on_gpu(Gpu *gpu)
{
    if (gpu->pending == MAX_STEPS)
        read_back(gpu);
    if (gpu->pending % POLL_STEPS == POLL_STEPS - 1)
        poll_calm(gpu);
    if (!can_step(gpu))
        return 0;
    if (!is_ahead(gpu) &&
        (prepare(gpu) != RIPPLE_OK || upload(gpu) != RIPPLE_OK)) {
        fail(gpu);
        return 0;
    }
    drop_stones(gpu, 1);
    ripple_solver_step(&gpu->solver, &gpu->gl, gpu->programs, gpu->cpu);
    ripple_cpu_add_swell(gpu->cpu, 1);
    gpu->pending++;
    return 1;
}

/* Calm water stays unchanged, on the GPU too. */
static int step(void *self)
{
    Gpu *gpu = self;

    if (step_on_gpu(gpu))
        return 1;
    sync(gpu, is_still(gpu) ? SYNC_READ : SYNC_WRITE);
    return 0;
}

/* Tests the look of this water on its first use. */
static int test_look(Gpu *gpu, int phase)
{
    unsigned char *is_tested =
        &gpu->is_look_tested[ripple_renderer_look(gpu->cpu, phase)];

    if (gpu->is_trial || *is_tested)
        return RIPPLE_OK;
    *is_tested = 1;
    return test_frames(gpu, phase);
}

static int draw(Gpu *gpu, int phase, const RipplePixels *picture,
                const RipplePixels *frame)
{
    if (gpu->has_failed || upload(gpu) != RIPPLE_OK ||
        test_look(gpu, phase) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->cpu->refraction.swell.phase = phase;
    drop_stones(gpu, 0);
    if (ripple_renderer_draw(&gpu->renderer, &gpu->gl, gpu->programs, gpu->cpu,
                             &gpu->solver, phase, picture) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    return frame != NULL ? ripple_renderer_read(&gpu->renderer, &gpu->gl, frame)
                         : RIPPLE_OK;
}

/* Draws; on error `cpu` gets the heights and takes over. */
static int draw_or_fail(Gpu *gpu, int phase, const RipplePixels *picture,
                        const RipplePixels *frame)
{
    int error = draw(gpu, phase, picture, frame);

    if (error != RIPPLE_OK) {
        read_back(gpu);
        fail(gpu);
    }
    return error;
}

static int draw_view(Gpu *gpu, int phase, const Perspective *perspective,
                     const RipplePixels *picture, const RipplePixels *frame)
{
    int error = upload(gpu);

    gpu->cpu->refraction.swell.phase = phase;
    if (error == RIPPLE_OK) {
        drop_stones(gpu, 0);
        error = ripple_renderer_draw_view(&gpu->renderer, &gpu->gl,
                                          gpu->programs, gpu->cpu, &gpu->solver,
                                          phase, picture, perspective);
    }
    if (error == RIPPLE_OK && frame != NULL)
        error = ripple_renderer_read(&gpu->renderer, &gpu->gl, frame);
    return error;
}

/* Compares a frame in perspective, between two steps, with the CPU's. */
static int test_view(Gpu *gpu, Perspective *perspective,
                     const PerspectiveInput *input, const RipplePixels *picture)
{
    const int phase = RIPPLE_MAX_PHASE / 2;
    const GridSize *size = &perspective->size;
    size_t count = (size_t)size->width * (size_t)size->height;
    uint32_t *memory = malloc(2 * count * sizeof *memory);
    RipplePixels expected = {.pixels = memory,
                             .width = size->width,
                             .height = size->height,
                             .stride = (size_t)size->width};
    RipplePixels frame = expected;
    PerspectiveInput whole = *input;
    int error = memory != NULL
                    ? ripple_cpu_surface(gpu->cpu, 0, phase, &whole.heights,
                                         &whole.stride)
                    : RIPPLE_ERROR_MEMORY;

    if (error == RIPPLE_OK) {
        frame.pixels = memory + count;
        ripple_perspective_render(perspective, &whole, picture, &expected);
        error = draw_view(gpu, phase, perspective, picture, &frame);
        gpu->is_view_wrong =
            error == RIPPLE_OK &&
            memcmp(memory, memory + count, count * sizeof *memory) != 0;
        ripple_perspective_invalidate(perspective);
    }
    free(memory);
    return error;
}

/* Has the CPU do everything from now on. */
static void fail_view(Gpu *gpu, Perspective *perspective)
{
    read_back(gpu);
    fail(gpu);
    ripple_perspective_invalidate(perspective);
    perspective->changed.width = 0;
}

int ripple_gpu_can_view(Cpu *cpu, Perspective *perspective,
                        const PerspectiveInput *input,
                        const RipplePixels *picture)
{
    Gpu *gpu = cpu->gpu;
    unsigned char *is_tested = &gpu->is_view_tested[cpu->settings.rim];
    int error = RIPPLE_OK;

    /* ES has no precise floats; the CPU's own kernels are faster than its
       shaders. */
    gpu->is_view_wrong |= gpu->gl.is_es || gpu->gl.is_software;
    if (!*is_tested && !gpu->is_view_wrong)
        error = test_view(gpu, perspective, input, picture);
    *is_tested = 1;
    if (error == RIPPLE_ERROR_GPU)
        fail_view(gpu, perspective);
    return error == RIPPLE_OK && gpu->is_view_wrong ? RIPPLE_ERROR_GPU : error;
}

int ripple_gpu_view(Cpu *cpu, int phase, Perspective *perspective,
                    const PerspectiveInput *input, const RipplePixels *picture,
                    const RipplePixels *frame)
{
    Gpu *gpu = cpu->gpu;
    RipplePixels none = {0};
    int error = RIPPLE_OK;

    if (gpu->has_failed)
        return RIPPLE_ERROR_GPU;
    if (ripple_perspective_prepare(perspective, input, picture,
                                   frame != NULL ? frame : &none))
        error = draw_view(gpu, phase, perspective, picture, frame);
    gpu->has_drawn = 1;
    gpu->is_frame_calm = 0;
    if (error != RIPPLE_OK)
        fail_view(gpu, perspective);
    return error;
}

/* The dirty rectangles of a rendering: the whole frame, or nothing. */
static const DirtyRects *list_written(Gpu *gpu, int has_changed)
{
    const GridSize *size = &gpu->cpu->grid_map.size;

    gpu->all = (RippleRect){0, 0, size->width, size->height};
    gpu->written = (DirtyRects){.rects = &gpu->all, .count = has_changed};
    gpu->has_drawn = 1;
    return &gpu->written;
}

/* Lets the CPU draw, from scratch if the GPU drew before. */
static const DirtyRects *fall_back_to_cpu(Gpu *gpu)
{
    read_back(gpu);
    if (gpu->has_drawn)
        ripple_refraction_invalidate(&gpu->cpu->refraction);
    gpu->has_drawn = gpu->is_frame_calm = 0;
    return NULL;
}

/* The CPU draws calm pools at no cost. If the GPU has failed and `frame` is
   NULL, there is no frame. */
static const DirtyRects *render(void *self, int phase,
                                const RipplePixels *picture,
                                const RipplePixels *frame)
{
    Gpu *gpu = self;
    int is_calm = is_still(gpu);
    int has_changed = !is_calm || !gpu->is_frame_calm ||
                      !ripple_renderer_has(&gpu->renderer, picture);

    if (frame != NULL && (is_calm || gpu->has_failed))
        return fall_back_to_cpu(gpu);
    if (has_changed && draw_or_fail(gpu, phase, picture, frame) != RIPPLE_OK)
        return frame == NULL ? list_written(gpu, 0) : fall_back_to_cpu(gpu);
    gpu->is_frame_calm = is_calm;
    return list_written(gpu, has_changed);
}

static int has_moving_water(void *self)
{
    poll_calm(self);
    return is_ahead(self);
}

static void invalidate(void *self)
{
    Gpu *gpu = self;

    gpu->renderer.has_picture = gpu->is_frame_calm = 0;
}

static void destroy(void *self)
{
    clear(self);
    free(self);
}

static const Accelerator accelerator = {
    .drop = drop,
    .step = step,
    .render = render,
    .sync = sync,
    .is_ahead = has_moving_water,
    .invalidate = invalidate,
    .destroy = destroy,
};

static void attach(Cpu *cpu, Gpu *gpu)
{
    cpu->accelerator = &accelerator;
    cpu->gpu = gpu;
}

int ripple_gpu_attach(Cpu *cpu, RippleLoader *load, int allow_software)
{
    Gpu *gpu = malloc(sizeof *gpu);
    Gl gl;
    int error = ripple_gl_load(&gl, load, allow_software);

    if (error == RIPPLE_OK)
        error = gpu != NULL ? init(gpu, cpu, &gl, NULL) : RIPPLE_ERROR_MEMORY;
    if (error != RIPPLE_OK) {
        free(gpu);
        return error;
    }
    error = prepare(gpu);
    if (error == RIPPLE_OK)
        attach(cpu, gpu);
    else
        destroy(gpu);
    return error;
}

const char *ripple_gpu_renderer(const Cpu *cpu)
{
    const Gpu *gpu = cpu->gpu;

    return cpu->accelerator == NULL || gpu->has_failed ? NULL : gpu->gl.name;
}

unsigned ripple_gpu_show(Cpu *cpu)
{
    Gpu *gpu = cpu->gpu;

    return ripple_renderer_show(&gpu->renderer, &gpu->gl, gpu->programs);
}

int ripple_gpu_ask(Cpu *cpu)
{
    Gpu *gpu = cpu->gpu;

    return ripple_renderer_ask(&gpu->renderer, &gpu->gl);
}

int ripple_gpu_take(Cpu *cpu, const RipplePixels *frame)
{
    Gpu *gpu = cpu->gpu;
    Renderer *renderer = &gpu->renderer;

    return renderer->width == frame->width && renderer->height == frame->height
               ? ripple_renderer_read(renderer, &gpu->gl, frame)
               : RIPPLE_ERROR_GPU;
}

/*
 * The self-test. Two small pools with the settings of the real one get the same
 * splashes. The GPU steps one, the scalar kernels the other. All heights and
 * speeds must be equal after each burst of steps.
 */

/* A size that has tiles of each kind, and an odd width. */
#define COLUMNS    133
#define ROWS       29
#define WIDTH      403 /* of frames whose cells are larger than pixels */
#define HEIGHT     90
#define STEPS      50
#define LOOK_STEPS 6  /* whose frames are drawn */
#define BURST      10 /* steps between splashes */

typedef struct Trial {
    Cpu *expected, *tested; /* by scalar kernels; by `gpu` */
    Gpu *gpu;
} Trial;

/* Land, shallows, and tiles of open water at the right. */
static int set_trial_mask(Cpu *cpu)
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

/* A uniform current, or one from a map, that only some steps apply. */
static int set_trial_current(Cpu *cpu, int has_map)
{
    static const float x[] = {0.3F, -0.2F}, y[] = {-0.1F, 0.25F};

    return ripple_cpu_set_current(cpu, x, y, has_map ? 2 : 1, 1);
}

static int make_water(Cpu **cpu, const Cpu *like)
{
    static const GridSize fine = {COLUMNS, ROWS, COLUMNS, ROWS};
    static const GridSize coarse = {WIDTH, HEIGHT, COLUMNS, ROWS};
    static const Tuning tuning = {&ripple_kernels_scalar, 1, 0};
    int error = ripple_cpu_create(
        cpu, ripple_grid_is_coarse(&like->grid_map.size) ? &coarse : &fine,
        &like->settings);

    if (error == RIPPLE_OK)
        error = ripple_cpu_tune(*cpu, &tuning);
    if (error == RIPPLE_OK && ripple_cpu_mask(like) != NULL)
        error = set_trial_mask(*cpu);
    if (error == RIPPLE_OK && ripple_cpu_has_current(like))
        error = set_trial_current(*cpu, like->advection.workspace.rows != NULL);
    return error;
}

/* Some splashes saturate sums; some are near edges and over land. */
static void splash(Cpu *cpu, int step)
{
    RippleStone stone = {step * 37 % COLUMNS, step * 23 % ROWS, 7,
                         step % 20 == 0 ? 20000 : -900,
                         (RippleProfile)(step / BURST % 3)};

    ripple_cpu_drop(cpu, &(Fall){&stone, stone.x, stone.y, 0});
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

static int has_equal_water(const Trial *trial)
{
    const Field *a = &trial->expected->field, *b = &trial->tested->field;

    return trial->expected->governor.budget == trial->tested->governor.budget &&
           is_plane_equal(a, &a->now, &b->now) &&
           is_plane_equal(a, &a->before, &b->before) &&
           is_plane_equal(a, &a->speeds, &b->speeds);
}

static int run_trial(Trial *trial)
{
    for (int step = 0; step < STEPS; step++) {
        if (step % BURST == 0) {
            ripple_cpu_sync(trial->tested, SYNC_READ);
            if (!has_equal_water(trial))
                return RIPPLE_ERROR_GPU;
            splash(trial->expected, step);
            splash(trial->tested, step);
        }
        ripple_cpu_step(trial->expected);
        ripple_cpu_step(trial->tested);
    }
    ripple_cpu_sync(trial->tested, SYNC_READ);
    return !trial->gpu->has_failed && has_equal_water(trial) ? RIPPLE_OK
                                                             : RIPPLE_ERROR_GPU;
}

/* Keeps the programs, which belong to the tested water. */
static void close_trial(Trial *trial)
{
    ripple_cpu_destroy(trial->expected);
    ripple_cpu_destroy(trial->tested);
}

static int open_trial(Trial *trial, const Gpu *gpu)
{
    int error;

    *trial = (Trial){.gpu = malloc(sizeof *trial->gpu)};
    error = trial->gpu != NULL ? make_water(&trial->expected, gpu->cpu)
                               : RIPPLE_ERROR_MEMORY;
    if (error == RIPPLE_OK)
        error = make_water(&trial->tested, gpu->cpu);
    if (error == RIPPLE_OK)
        error = init(trial->gpu, trial->tested, &gpu->gl, gpu->programs);
    if (error != RIPPLE_OK) {
        free(trial->gpu);
        close_trial(trial);
        return error;
    }
    trial->gpu->is_trial = 1;
    attach(trial->tested, trial->gpu);
    return RIPPLE_OK;
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

/* Gives each pixel another colour and alpha. */
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
    error = ripple_cpu_render(trial->expected, phase, &picture, &expected,
                              &ignored);
    if (error == RIPPLE_OK)
        error = draw_or_fail(trial->gpu, phase, &picture, &frame);
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
    /* a frame each step: it clears the rays of the next, or steps ahead */
    for (int step = 0; step < LOOK_STEPS && error == RIPPLE_OK; step++) {
        splash(trial.expected, step);
        splash(trial.tested, step);
        ripple_cpu_step(trial.expected);
        ripple_cpu_step(trial.tested);
        error = compare_frames(&trial, phase, memory);
    }
    ripple_cpu_sync(trial.tested, SYNC_READ);
    if (!has_equal_water(&trial))
        error = RIPPLE_ERROR_GPU;
    close_trial(&trial);
    free(memory);
    return error;
}
