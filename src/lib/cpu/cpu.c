/* SPDX-License-Identifier: MIT */
/*
 * The backend that steps and renders with the kernels of this CPU: planes of
 * int16 heights, tiles that are skipped while calm, threads that share rows of
 * tiles.
 */
#include "lib/cpu/cpu_water.h"
#include "lib/cpu/pipeline.h"
#include "lib/look/pixel_formats.h"
#include "lib/look/shore.h"
#include "lib/water/splash.h"
#include "lib/water/step.h"

#include <stdlib.h>

#define FEW_PIXELS 8192

static void destroy(void *self)
{
    Cpu *cpu = self;

    if (cpu == NULL)
        return;
    ripple_thread_pool_destroy(cpu->thread_pool);
    ripple_cpu_clear_water(cpu);
    free(cpu);
}

static int create(void **self, const GridSize *size,
                  const RippleSettings *settings)
{
    Cpu *cpu = calloc(1, sizeof *cpu);

    *self = NULL;
    if (cpu == NULL)
        return RIPPLE_ERROR_MEMORY;
    cpu->tuning = (BackendTuning){ripple_kernels_best(), 1, 1};
    if (ripple_cpu_resize(cpu, size, settings) != RIPPLE_OK) {
        destroy(cpu);
        return RIPPLE_ERROR_MEMORY;
    }
    *self = cpu;
    return RIPPLE_OK;
}

static int tune(void *self, const BackendTuning *tuning)
{
    Cpu *cpu = self;
    ThreadPool *thread_pool;
    int error;

    if (tuning->threads != ripple_thread_pool_size(cpu->thread_pool)) {
        error = ripple_thread_pool_create(&thread_pool, tuning->threads);
        if (error != RIPPLE_OK)
            return error;
        ripple_thread_pool_destroy(cpu->thread_pool);
        cpu->thread_pool = thread_pool;
    }
    cpu->tuning = *tuning;
    return RIPPLE_OK;
}

static void clear(void *self)
{
    Cpu *cpu = self;

    ripple_field_reset(&cpu->field);
    ripple_cpu_restart_steps(cpu);
}

/* By values, not by flags, which may be set for calm tiles: so calm is the same
   in every backend. */
static int is_calm(const void *self)
{
    const Cpu *cpu = self;

    return ripple_field_is_zero(&cpu->field);
}

static const int16_t *heights(const void *self, size_t *stride)
{
    const Cpu *cpu = self;

    *stride = cpu->field.stride;
    return cpu->field.now.cells;
}

static void splash(void *self, const RippleStone *stone, int x, int y)
{
    Cpu *cpu = self;

    ripple_governor_add(
        &cpu->governor,
        ripple_splash_stone(&cpu->field, ripple_cpu_mask(cpu), stone, x, y));
}

static void disturb(void *self, int x, int y, int magnitude)
{
    Cpu *cpu = self;

    ripple_governor_add(&cpu->governor,
                        ripple_splash_disturb(&cpu->field, ripple_cpu_mask(cpu),
                                              x, y, magnitude));
}

static const uint8_t *depths(const void *self)
{
    const Cpu *cpu = self;

    return cpu->mask.depths;
}

static double divergence(const void *self)
{
    const Cpu *cpu = self;

    return cpu->advection.divergence;
}

static void current_at(const void *self, int column, int row, int *x, int *y)
{
    const Cpu *cpu = self;

    ripple_advection_at(&cpu->advection, column, row, x, y);
}

static void invalidate(void *self)
{
    Cpu *cpu = self;

    ripple_refraction_invalidate(&cpu->refraction);
}

/* For few pixels, waking a thread costs more than it saves. */
static ThreadPool *choose_threads(const Cpu *cpu, RippleRect part)
{
    return part.width * part.height < FEW_PIXELS ? NULL : cpu->thread_pool;
}

static int lay_floor(const void *self, const ShorePictures *pictures,
                     const RipplePixels *floor, RippleRect part)
{
    const Cpu *cpu = self;

    if (ripple_cpu_mask(cpu) != NULL)
        return ripple_shore_lay_floor(&cpu->mask, &cpu->grid_map, pictures,
                                      floor, part, choose_threads(cpu, part));
    ripple_pixels_copy(pictures->water, floor, part);
    return RIPPLE_OK;
}

static int export_state(const void *self, BackendState *state)
{
    const Cpu *cpu = self;
    int error = ripple_state_init(state, cpu->field.columns, cpu->field.rows,
                                  &cpu->advection);

    if (error == RIPPLE_OK) {
        ripple_state_save(state, &cpu->field);
        state->governor = cpu->governor;
        state->swell_step = cpu->refraction.swell.step;
    }
    return error;
}

int ripple_cpu_is_governed(const Cpu *cpu)
{
    return ripple_cpu_has_current(cpu) || ripple_cpu_mask(cpu) != NULL ||
           cpu->plain_stencil.kind > STENCIL_ROUND;
}

void ripple_cpu_add_swell(Cpu *cpu, int steps)
{
    if (cpu->refraction.swell.surface.cells != NULL)
        cpu->refraction.swell.step += (uint32_t)steps;
}

static void prepare_step(Cpu *cpu, StepContext *context, EnergySums *energy)
{
    if (!ripple_cpu_is_governed(cpu))
        ripple_governor_restart(&cpu->governor);
    else if (ripple_governor_start(&cpu->governor, &cpu->field,
                                   ripple_cpu_has_current(cpu)))
        context->energy = energy;
    context->stencil = cpu->stencil;
    context->plain_stencil = cpu->plain_stencil;
    context->plan = ripple_advection_next(&cpu->advection.schedule);
}

static void prepare_render(Cpu *cpu, int phase, const RipplePixels *picture,
                           const RipplePixels *frame)
{
    RenderArgs args = cpu->render_args;

    args.picture = *picture;
    /* cppcheck-suppress ctunullpointer ; both are given or none */
    args.frame = *frame;
    cpu->refraction.everywhere = !cpu->tuning.skips_calm;
    cpu->refraction.blending.phase = cpu->refraction.swell.phase = phase;
    ripple_refraction_start(&cpu->refraction, cpu->tuning.kernels,
                            ripple_cpu_mask(cpu), &cpu->grid_map, &args);
}

/* What a pass shows: a frame, or if `surface` is not NULL, that. */
typedef struct Showing {
    int phase;
    const RipplePixels *picture, *frame;
    const int16_t **surface;
} Showing;

static void prepare_surface(Cpu *cpu, int phase)
{
    cpu->refraction.kernels = cpu->tuning.kernels;
    cpu->refraction.blending.phase = cpu->refraction.swell.phase = phase;
}

/* `showing` is NULL to show nothing. */
static const DirtyRects *run(Cpu *cpu, int steps, const Showing *showing)
{
    StepContext context = {
        .kernels = cpu->tuning.kernels,
        .boundary = &cpu->boundary,
        .mask = ripple_cpu_mask(cpu),
        .advection = &cpu->advection,
        .everywhere = !cpu->tuning.skips_calm,
    };
    Pipeline pipeline = {.thread_pool = cpu->thread_pool,
                         .field = &cpu->field,
                         .boundary = &cpu->boundary};
    EnergySums energy = {0};

    if (steps) {
        prepare_step(cpu, &context, &energy);
        pipeline.context = &context;
        ripple_cpu_add_swell(cpu, 1);
    }
    ripple_boundary_refresh(&cpu->boundary, &cpu->field);
    if (showing != NULL) {
        if (showing->picture == NULL)
            prepare_surface(cpu, showing->phase);
        else
            prepare_render(cpu, showing->phase, showing->picture,
                           showing->frame);
        pipeline.refraction = &cpu->refraction;
        pipeline.surface = showing->surface;
    }
    ripple_pipeline_run(&pipeline);
    if (context.energy != NULL)
        ripple_governor_judge(&cpu->governor, &cpu->stencil, &energy,
                              &cpu->field, ripple_cpu_has_current(cpu));
    if (steps && is_calm(cpu))
        ripple_cpu_restart_steps(cpu);
    if (showing == NULL || showing->surface != NULL)
        return NULL;
    ripple_refraction_finish(&cpu->refraction, &cpu->field);
    return &cpu->refraction.changed;
}

static const DirtyRects *advance(void *self, int steps,
                                 const RipplePixels *picture,
                                 const RipplePixels *frame)
{
    return run(self, steps,
               picture != NULL
                   ? &(Showing){RIPPLE_MAX_PHASE, picture, frame, NULL}
                   : NULL);
}

static int render_at(void *self, int steps, int phase,
                     const RipplePixels *picture, const RipplePixels *frame,
                     const DirtyRects **written)
{
    Cpu *cpu = self;
    int error = ripple_blending_init(&cpu->refraction.blending, &cpu->field);

    if (error == RIPPLE_OK)
        *written = run(cpu, steps, &(Showing){phase, picture, frame, NULL});
    return error;
}

static int surface(void *self, int steps, int phase, const int16_t **heights,
                   size_t *stride)
{
    Cpu *cpu = self;
    int error = RIPPLE_OK;

    if (phase < RIPPLE_MAX_PHASE)
        error = ripple_blending_init(&cpu->refraction.blending, &cpu->field);
    if (error != RIPPLE_OK)
        return error;
    run(cpu, steps, &(Showing){phase, NULL, NULL, heights});
    *stride = cpu->field.stride;
    return RIPPLE_OK;
}

static void run_rows(void *self, ThreadPoolWork *work, void *argument, int rows)
{
    const Cpu *cpu = self;

    ripple_thread_pool_run(cpu->thread_pool, work, argument, rows);
}

const Backend ripple_backend_cpu = {
    .name = "cpu",
    .create = create,
    .destroy = destroy,
    .resize = ripple_cpu_resize,
    .configure = ripple_cpu_configure,
    .tune = tune,
    .set_mask = ripple_cpu_set_mask,
    .paint_mask = ripple_cpu_paint_mask,
    .depths = depths,
    .set_current = ripple_cpu_set_current,
    .divergence = divergence,
    .current_at = current_at,
    .splash = splash,
    .disturb = disturb,
    .clear = clear,
    .is_calm = is_calm,
    .heights = heights,
    .advance = advance,
    .render_at = render_at,
    .surface = surface,
    .run = run_rows,
    .invalidate = invalidate,
    .lay_floor = lay_floor,
    .export_state = export_state,
    .import_state = ripple_cpu_import_state,
};
