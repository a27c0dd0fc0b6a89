/* SPDX-License-Identifier: MIT */
#include "lib/cpu/cpu.h"

#include "lib/cpu/pipeline.h"
#include "lib/look/lighting.h"
#include "lib/look/pixel_formats.h"
#include "lib/water/model.h"
#include "lib/water/splash.h"
#include "lib/water/step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FEW_PIXELS 8192

/* Chosen by eye. With bend_limit, the view bends LIMITED_GAIN times as much as
   rays do; the limit is in pixels of a frame of LIMIT_ROWS rows. */
#define LIMITED_GAIN 1.8
#define LIMIT_ROWS   480

/* Limits of offsets in pixels that fit the kernels' numbers. */
#define MIN_BEND (1.0 / 64)
#define MAX_BEND 127.0

static size_t count_cells(const WaterState *state)
{
    return ((size_t)state->columns + 2) * ((size_t)state->rows + 2);
}

int ripple_state_init(WaterState *state, int columns, int rows,
                      const Advection *advection)
{
    size_t cells;

    *state = (WaterState){.columns = columns, .rows = rows};
    cells = count_cells(state);
    if (ripple_advection_copy(&state->advection, advection) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    state->memory = calloc(3 * cells, sizeof(int32_t));
    if (state->memory == NULL) {
        ripple_state_clear(state);
        return RIPPLE_ERROR_MEMORY;
    }
    state->now = state->memory;
    state->before = state->now + cells;
    state->velocities = state->before + cells;
    return RIPPLE_OK;
}

void ripple_state_clear(WaterState *state)
{
    free(state->memory);
    ripple_advection_clear(&state->advection);
    memset(state, 0, sizeof *state);
}

static void save_plane(int32_t *to, const Field *field, const Plane *plane)
{
    for (int y = -1; y <= field->rows && plane->cells != NULL; y++) {
        ptrdiff_t row = y * (ptrdiff_t)field->stride;

        for (int x = -1; x <= field->columns; x++)
            *to++ = ripple_field_value(plane, row + x);
    }
}

static void save_planes(WaterState *state, const Field *field)
{
    save_plane(state->now, field, &field->now);
    save_plane(state->before, field, &field->before);
    save_plane(state->velocities, field, &field->speeds);
}

static void load_plane(const int32_t *from, Field *field, Plane *plane)
{
    for (int y = -1; y <= field->rows && plane->cells != NULL; y++) {
        ptrdiff_t row = y * (ptrdiff_t)field->stride;

        for (int x = -1; x <= field->columns; x++)
            ripple_field_set_value(plane, row + x, *from++);
    }
}

static int is_state_calm(const WaterState *state)
{
    const int32_t *values = state->memory;
    size_t count = 3 * count_cells(state);

    for (size_t i = 0; i < count; i++) {
        if (values[i] != 0)
            return 0;
    }
    return 1;
}

/* Leaves the halo stale. */
static void load_planes(const WaterState *state, Field *field)
{
    load_plane(state->now, field, &field->now);
    load_plane(state->before, field, &field->before);
    load_plane(state->velocities, field, &field->speeds);
    ripple_field_set_flags(field, is_state_calm(state) ? 0 : RIPPLE_ACTIVE_ALL);
}

const Mask *ripple_cpu_mask(const Cpu *cpu)
{
    return cpu->mask.depths != NULL ? &cpu->mask : NULL;
}

int ripple_cpu_has_current(const Cpu *cpu)
{
    return cpu->advection.schedule.passes > 0;
}

void ripple_cpu_restart_steps(Cpu *cpu)
{
    ripple_advection_restart(&cpu->advection.schedule);
    ripple_governor_restart(&cpu->governor);
}

void ripple_cpu_sync(Cpu *cpu, CpuSync why)
{
    if (cpu->accelerator != NULL)
        cpu->accelerator->sync(cpu->gpu, why);
}

static int has_speeds(const RippleSettings *settings)
{
    return ripple_model_of(settings)->has_speeds;
}

/* 1 if the heights of the model have fractions. */
static int is_fine(const RippleSettings *settings)
{
    return ripple_model_stencil(settings, 0).kind == STENCIL_FINE;
}

static int is_wrapped(const RippleSettings *settings)
{
    return settings->edges == RIPPLE_EDGES_WRAP;
}

/* Derives the stencils and the boundary from settings, mask and current. */
static void update_stencils(Cpu *cpu)
{
    RippleEdges edges = cpu->settings.edges;
    int is_uniform = cpu->advection.workspace.rows == NULL;
    int is_plain =
        (edges == RIPPLE_EDGES_FIXED || edges == RIPPLE_EDGES_OPEN) &&
        cpu->settings.shore == RIPPLE_SHORE_FIXED && is_uniform;

    cpu->stencil = ripple_model_stencil(&cpu->settings, 0);
    cpu->plain_stencil = ripple_model_stencil(&cpu->settings, is_plain);
    ripple_boundary_configure(&cpu->boundary, &cpu->field, &cpu->settings);
    ripple_field_limit(&cpu->field, has_speeds(&cpu->settings)
                                        ? INT16_MAX
                                        : cpu->stencil.max_height);
    ripple_governor_renew(&cpu->governor, &cpu->field);
}

/* Frees the planes and fractions that no setting and no current needs. */
static void remove_planes(Cpu *cpu)
{
    Field *field = &cpu->field;

    if (!has_speeds(&cpu->settings))
        ripple_field_remove_plane(&field->speeds);
    if (!ripple_cpu_has_current(cpu))
        ripple_field_remove_plane(&field->spare);
    if (!ripple_cpu_has_current(cpu) || !has_speeds(&cpu->settings))
        ripple_field_remove_plane(&field->spare_speeds);
    if (!is_fine(&cpu->settings))
        ripple_field_remove_fractions(field);
    if (!ripple_lighting_is_lit(&cpu->settings))
        ripple_caustics_clear(&cpu->refraction.caustics);
    if (cpu->settings.swell <= 0)
        ripple_swell_clear(&cpu->refraction.swell);
}

static int add_planes(Field *field, const RippleSettings *settings,
                      int is_advected)
{
    int error = RIPPLE_OK;

    if (has_speeds(settings))
        error = ripple_field_add_plane(field, &field->speeds);
    if (error == RIPPLE_OK && is_advected)
        error = ripple_field_add_plane(field, &field->spare);
    if (error == RIPPLE_OK && is_advected && has_speeds(settings))
        error = ripple_field_add_plane(field, &field->spare_speeds);
    if (error == RIPPLE_OK && is_fine(settings))
        error = ripple_field_add_fractions(field);
    return error;
}

/* Adds the planes that a pool in use needs; on error it is as before. */
static int ensure_planes(Cpu *cpu, const RippleSettings *settings,
                         int is_advected)
{
    int error = add_planes(&cpu->field, settings, is_advected);

    if (error == RIPPLE_OK && ripple_lighting_is_lit(settings))
        error = ripple_caustics_init(&cpu->refraction.caustics, &cpu->field);
    if (error == RIPPLE_OK && settings->swell > 0)
        error = ripple_swell_init(&cpu->refraction.swell, &cpu->field);
    if (error != RIPPLE_OK)
        remove_planes(cpu);
    return error;
}

/* Call after a change of mask, edges or flow; the workspace must exist. */
static void update_advection(Cpu *cpu)
{
    ripple_advection_fit(&cpu->advection, cpu->mask.depths,
                         cpu->settings.edges);
    remove_planes(cpu);
    update_stencils(cpu);
}

/* Sets the limit of offsets; 0: none. */
static void limit_bends(Optics *optics, double pixels)
{
    double factor;

    if (pixels <= 0)
        return;
    factor = (1 << (RIPPLE_BEND_BITS - RIPPLE_LIMIT_BITS)) /
             fmin(fmax(pixels, MIN_BEND), MAX_BEND);
    for (; factor >= 1; factor /= 2)
        optics->limit_doublings++;
    optics->limit_factor = (int16_t)lround(factor * INT16_MAX);
}

static void update_render_args(Cpu *cpu)
{
    const RippleSettings *settings = &cpu->settings;
    int is_coarse = ripple_grid_is_coarse(&cpu->grid_map.size);
    double cell = (double)cpu->grid_map.size.height / cpu->field.rows;
    double gain = settings->refraction * cell * (1 << RIPPLE_GAIN_BITS);

    if (settings->bend_limit > 0)
        gain *= LIMITED_GAIN;
    cpu->render_args = (RenderArgs){
        .filter = settings->filter,
        .view = settings->view,
        .is_lit = settings->light > 0 || settings->sky > 0,
    };
    cpu->render_args.optics = (Optics){
        .gain_q12 = (int)(fmin(gain, RIPPLE_MAX_GAIN) + 0.5),
        .is_whole = !is_coarse && settings->bend_limit == 0 &&
                    settings->filter == RIPPLE_FILTER_NEAREST,
        .light = ripple_lighting_make(settings),
    };
    limit_bends(&cpu->render_args.optics,
                settings->bend_limit * cpu->grid_map.size.height / LIMIT_ROWS);
    if (ripple_lighting_is_lit(settings))
        ripple_caustics_configure(&cpu->refraction.caustics, settings);
    if (settings->swell > 0)
        ripple_swell_configure(&cpu->refraction.swell, settings);
}

/* Compares the members that update_render_args sets. */
static int is_same_look(const RenderArgs *a, const RenderArgs *b)
{
    return a->filter == b->filter && a->view == b->view &&
           a->is_lit == b->is_lit &&
           ripple_optics_equal(&a->optics, &b->optics);
}

/* The parts of the water whose size depends on the pool's. */
typedef struct Grid {
    Field field;
    Boundary boundary;
    Mask mask;
    Refraction refraction;
    GridMap grid_map;
    FlowWorkspace flow_workspace;
} Grid;

static void clear_grid(Grid *grid)
{
    ripple_field_clear(&grid->field);
    ripple_boundary_clear(&grid->boundary);
    ripple_mask_clear(&grid->mask);
    ripple_refraction_clear(&grid->refraction);
    ripple_grid_map_clear(&grid->grid_map);
    ripple_advection_clear_workspace(&grid->flow_workspace);
}

static int init_grid(Grid *grid, const Cpu *cpu, const GridSize *size,
                     const RippleSettings *settings)
{
    int has_land = ripple_cpu_mask(cpu) != NULL;
    int error;

    memset(grid, 0, sizeof *grid);
    error = ripple_grid_map_init(&grid->grid_map, *size);
    if (error == RIPPLE_OK)
        error = ripple_field_init(&grid->field, size->columns, size->rows);
    if (error == RIPPLE_OK)
        error = add_planes(&grid->field, settings, ripple_cpu_has_current(cpu));
    if (error == RIPPLE_OK)
        error = ripple_boundary_init(&grid->boundary, &grid->field);
    if (error == RIPPLE_OK && has_land)
        error =
            ripple_mask_init(&grid->mask, &grid->field, is_wrapped(settings));
    if (error == RIPPLE_OK)
        error = ripple_refraction_init(&grid->refraction, &grid->field,
                                       &grid->grid_map);
    if (error == RIPPLE_OK && ripple_lighting_is_lit(settings))
        error = ripple_caustics_init(&grid->refraction.caustics, &grid->field);
    if (error == RIPPLE_OK && settings->swell > 0)
        error = ripple_swell_init(&grid->refraction.swell, &grid->field);
    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(&grid->flow_workspace,
                                                &cpu->advection, size->columns,
                                                size->rows, has_land);
    if (error != RIPPLE_OK)
        clear_grid(grid);
    return error;
}

/* Swaps the parts of the water with those of `grid`. */
static void swap_grid(Cpu *cpu, Grid *grid)
{
    Grid old = {cpu->field,      cpu->boundary, cpu->mask,
                cpu->refraction, cpu->grid_map, cpu->advection.workspace};

    cpu->field = grid->field;
    cpu->boundary = grid->boundary;
    cpu->mask = grid->mask;
    cpu->refraction = grid->refraction;
    cpu->grid_map = grid->grid_map;
    cpu->advection.workspace = grid->flow_workspace;
    *grid = old;
}

int ripple_cpu_resize(Cpu *cpu, const GridSize *size,
                      const RippleSettings *settings)
{
    Grid grid;
    int error;

    ripple_cpu_sync(cpu, SYNC_GROUND);
    error = init_grid(&grid, cpu, size, settings);
    if (error != RIPPLE_OK)
        return error;
    swap_grid(cpu, &grid);
    cpu->refraction.swell.step = grid.refraction.swell.step;
    if (settings->cell == cpu->settings.cell)
        ripple_field_copy(&cpu->field, &grid.field);
    if (ripple_cpu_mask(cpu) != NULL) {
        RippleRect all = {0, 0, cpu->mask.columns, cpu->mask.rows};

        ripple_mask_set(&cpu->mask, &cpu->field, grid.mask.depths,
                        grid.mask.columns, grid.mask.rows,
                        (size_t)grid.mask.columns);
        ripple_mask_clear_land(&cpu->mask, &cpu->field, all);
    }
    cpu->settings = *settings;
    update_render_args(cpu);
    ripple_refraction_invalidate(&cpu->refraction);
    update_advection(cpu);
    clear_grid(&grid);
    return RIPPLE_OK;
}

/* 1 if settings differ in light and sky alone, and need the same planes. */
static int has_same_water(const RippleSettings *a, const RippleSettings *b)
{
    RippleSettings other = *a;

    other.light = b->light;
    other.light_from = b->light_from;
    other.sky = b->sky;
    return memcmp(&other, b, sizeof other) == 0 &&
           ripple_lighting_is_lit(a) == ripple_lighting_is_lit(b);
}

int ripple_cpu_configure(Cpu *cpu, const RippleSettings *settings)
{
    RippleSettings old = cpu->settings;
    RenderArgs old_args = cpu->render_args;
    int is_same_water = has_same_water(settings, &old), error;

    if (!is_same_water) {
        ripple_cpu_sync(cpu, SYNC_GROUND);
        error = ensure_planes(cpu, settings, ripple_cpu_has_current(cpu));
        if (error != RIPPLE_OK)
            return error;
    }
    cpu->settings = *settings;
    update_render_args(cpu);
    if (!is_same_look(&cpu->render_args, &old_args) ||
        settings->swell != old.swell)
        ripple_cpu_invalidate(cpu);
    if (is_same_water)
        return RIPPLE_OK;
    if (has_speeds(settings) && !has_speeds(&old))
        ripple_field_init_speeds(&cpu->field);
    if (is_wrapped(settings) != is_wrapped(&old) &&
        ripple_cpu_mask(cpu) != NULL)
        ripple_mask_set_wrap(&cpu->mask, &cpu->field, is_wrapped(settings));
    if (settings->edges != old.edges) {
        ripple_blending_clear(&cpu->refraction.blending);
        update_advection(cpu);
    } else {
        remove_planes(cpu);
        update_stencils(cpu);
    }
    return RIPPLE_OK;
}

/* Removes water from new land in `part`; drops a mask without land. */
static void update_mask(Cpu *cpu, RippleRect part)
{
    if (ripple_mask_bounds(&cpu->mask).width == 0) {
        ripple_mask_clear(&cpu->mask);
    } else {
        ripple_mask_clear_land(&cpu->mask, &cpu->field, part);
    }
    update_advection(cpu);
}

/* Allocates a mask, and the workspace of a current around its land. */
static int ensure_mask(Cpu *cpu)
{
    int had_mask = ripple_cpu_mask(cpu) != NULL, error = RIPPLE_OK;

    if (!had_mask)
        error = ripple_mask_init(&cpu->mask, &cpu->field,
                                 is_wrapped(&cpu->settings));
    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(
            &cpu->advection.workspace, &cpu->advection, cpu->field.columns,
            cpu->field.rows, 1);
    if (error != RIPPLE_OK && !had_mask)
        ripple_mask_clear(&cpu->mask);
    return error;
}

int ripple_cpu_set_mask(Cpu *cpu, const uint8_t *depths, int width, int height,
                        size_t stride)
{
    RippleRect all = {0, 0, cpu->field.columns, cpu->field.rows};
    int error;

    ripple_cpu_sync(cpu, SYNC_GROUND);
    if (depths == NULL) {
        ripple_mask_clear(&cpu->mask);
        ripple_refraction_invalidate(&cpu->refraction);
        update_advection(cpu);
        return RIPPLE_OK;
    }
    error = ensure_mask(cpu);
    if (error != RIPPLE_OK)
        return error;
    ripple_mask_set(&cpu->mask, &cpu->field, depths, width, height, stride);
    update_mask(cpu, all);
    ripple_refraction_invalidate(&cpu->refraction);
    return RIPPLE_OK;
}

int ripple_cpu_paint_mask(Cpu *cpu, const Capsule *brush, int depth,
                          RippleRect *changed)
{
    int had_mask = ripple_cpu_mask(cpu) != NULL;
    int error;

    ripple_cpu_sync(cpu, SYNC_GROUND);
    error = ensure_mask(cpu);
    if (error != RIPPLE_OK)
        return error;
    *changed = ripple_mask_paint(&cpu->mask, &cpu->field, brush, depth);
    update_mask(cpu, *changed);
    if ((ripple_cpu_mask(cpu) != NULL) != had_mask)
        *changed = (RippleRect){0, 0, cpu->field.columns, cpu->field.rows};
    ripple_refraction_invalidate_part(
        &cpu->refraction, &cpu->field, &cpu->grid_map,
        ripple_shore_reach(&cpu->grid_map.size, *changed));
    return RIPPLE_OK;
}

/* Replaces the current by one with a workspace; on error clears the new one. */
static int replace_advection(Cpu *cpu, Advection *advection)
{
    int error = ensure_planes(cpu, &cpu->settings,
                              !ripple_advection_is_still(advection));

    if (error != RIPPLE_OK) {
        ripple_advection_clear(advection);
        return error;
    }
    ripple_advection_clear(&cpu->advection);
    cpu->advection = *advection;
    return RIPPLE_OK;
}

int ripple_cpu_set_current(Cpu *cpu, const float *x, const float *y, int width,
                           int height)
{
    Advection advection;
    int error;

    ripple_cpu_sync(cpu, SYNC_GROUND);
    error = ripple_advection_init(&advection, x, y, width, height);
    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(
            &advection.workspace, &advection, cpu->field.columns,
            cpu->field.rows, ripple_cpu_mask(cpu) != NULL);
    if (error != RIPPLE_OK) {
        ripple_advection_clear(&advection);
        return error;
    }
    advection.schedule.leads = cpu->advection.schedule.leads;
    error = replace_advection(cpu, &advection);
    if (error == RIPPLE_OK)
        update_advection(cpu);
    return error;
}

int ripple_cpu_export(Cpu *cpu, WaterState *state)
{
    int error;

    ripple_cpu_sync(cpu, SYNC_READ);
    error = ripple_state_init(state, cpu->field.columns, cpu->field.rows,
                              &cpu->advection);
    if (error != RIPPLE_OK)
        return error;
    save_planes(state, &cpu->field);
    state->governor = cpu->governor;
    state->swell_step = cpu->refraction.swell.step;
    return RIPPLE_OK;
}

int ripple_cpu_import(Cpu *cpu, const WaterState *state)
{
    Advection advection;
    int error;

    ripple_cpu_sync(cpu, SYNC_GROUND);
    error = ripple_advection_copy(&advection, &state->advection);
    if (error == RIPPLE_OK)
        error = replace_advection(cpu, &advection);
    if (error != RIPPLE_OK)
        return error;
    remove_planes(cpu);
    update_stencils(cpu);
    load_planes(state, &cpu->field);
    cpu->governor = state->governor;
    cpu->refraction.swell.step = state->swell_step;
    ripple_refraction_invalidate(&cpu->refraction);
    return RIPPLE_OK;
}

int ripple_cpu_create(Cpu **cpu, const GridSize *size,
                      const RippleSettings *settings)
{
    Cpu *made = calloc(1, sizeof *made);

    *cpu = NULL;
    if (made == NULL)
        return RIPPLE_ERROR_MEMORY;
    made->tuning = (Tuning){ripple_kernels_best(), 1, 1};
    if (ripple_cpu_resize(made, size, settings) != RIPPLE_OK) {
        ripple_cpu_destroy(made);
        return RIPPLE_ERROR_MEMORY;
    }
    *cpu = made;
    return RIPPLE_OK;
}

void ripple_cpu_destroy(Cpu *cpu)
{
    Grid none = {0};

    if (cpu == NULL)
        return;
    if (cpu->accelerator != NULL)
        cpu->accelerator->destroy(cpu->gpu);
    ripple_thread_pool_destroy(cpu->thread_pool);
    swap_grid(cpu, &none);
    clear_grid(&none);
    ripple_advection_clear(&cpu->advection);
    free(cpu);
}

void ripple_cpu_detach(Cpu *cpu)
{
    if (cpu->accelerator == NULL)
        return;
    ripple_cpu_sync(cpu, SYNC_READ);
    cpu->accelerator->destroy(cpu->gpu);
    cpu->accelerator = NULL;
    ripple_refraction_invalidate(&cpu->refraction);
}

int ripple_cpu_tune(Cpu *cpu, const Tuning *tuning)
{
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

void ripple_cpu_clear(Cpu *cpu)
{
    ripple_cpu_sync(cpu, SYNC_CLEAR);
    ripple_field_reset(&cpu->field);
    ripple_cpu_restart_steps(cpu);
}

/* Checks values, since flags may also be set for calm tiles: the result does
   not depend on how the water was stepped. */
int ripple_cpu_is_calm(const Cpu *cpu)
{
    return (cpu->accelerator == NULL ||
            !cpu->accelerator->is_ahead(cpu->gpu)) &&
           ripple_field_is_zero(&cpu->field);
}

const int16_t *ripple_cpu_heights(Cpu *cpu, size_t *stride)
{
    ripple_cpu_sync(cpu, SYNC_READ);
    *stride = cpu->field.stride;
    return cpu->field.now.cells;
}

void ripple_cpu_drop(Cpu *cpu, const Fall *fall)
{
    const Mask *mask = ripple_cpu_mask(cpu);

    if (cpu->accelerator != NULL && cpu->accelerator->drop(cpu->gpu, fall))
        return;
    ripple_governor_add(&cpu->governor,
                        fall->stone != NULL
                            ? ripple_splash_stone(&cpu->field, mask,
                                                  fall->stone, fall->x, fall->y)
                            : ripple_splash_disturb(&cpu->field, mask, fall->x,
                                                    fall->y, fall->magnitude));
}

void ripple_cpu_invalidate(Cpu *cpu)
{
    if (cpu->accelerator != NULL)
        cpu->accelerator->invalidate(cpu->gpu);
    ripple_refraction_invalidate(&cpu->refraction);
}

/* For few pixels, waking a thread costs more than it saves. */
static ThreadPool *choose_threads(const Cpu *cpu, RippleRect part)
{
    return part.width * part.height < FEW_PIXELS ? NULL : cpu->thread_pool;
}

int ripple_cpu_lay_floor(const Cpu *cpu, const ShorePictures *pictures,
                         const RipplePixels *floor, RippleRect part)
{
    if (ripple_cpu_mask(cpu) != NULL)
        return ripple_shore_lay_floor(&cpu->mask, &cpu->grid_map, pictures,
                                      floor, part, choose_threads(cpu, part));
    ripple_pixels_copy(pictures->water, floor, part);
    return RIPPLE_OK;
}

int ripple_cpu_is_governed(const Cpu *cpu)
{
    return ripple_cpu_has_current(cpu) || ripple_cpu_mask(cpu) != NULL ||
           cpu->plain_stencil.kind > STENCIL_ROUND;
}

void ripple_cpu_add_swell(Cpu *cpu, int64_t steps)
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

/* The output of a pass: a frame, or the heights if `surface` is not NULL. */
typedef struct PassOutput {
    int phase;
    const RipplePixels *picture, *frame;
    const int16_t **surface;
} PassOutput;

static void prepare_surface(Cpu *cpu, int phase)
{
    cpu->refraction.kernels = cpu->tuning.kernels;
    cpu->refraction.blending.phase = cpu->refraction.swell.phase = phase;
}

/* Steps once if `has_step`; renders to `output` unless it is NULL. */
static const DirtyRects *run_pass(Cpu *cpu, int has_step,
                                  const PassOutput *output)
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

    if (has_step) {
        prepare_step(cpu, &context, &energy);
        pipeline.context = &context;
        ripple_cpu_add_swell(cpu, 1);
    }
    ripple_boundary_refresh(&cpu->boundary, &cpu->field);
    if (output != NULL) {
        if (output->picture == NULL)
            prepare_surface(cpu, output->phase);
        else
            prepare_render(cpu, output->phase, output->picture, output->frame);
        pipeline.refraction = &cpu->refraction;
        pipeline.surface = output->surface;
    }
    ripple_pipeline_run(&pipeline);
    if (context.energy != NULL)
        ripple_governor_judge(&cpu->governor, &cpu->stencil, &energy,
                              &cpu->field, ripple_cpu_has_current(cpu));
    if (has_step && ripple_field_is_zero(&cpu->field))
        ripple_cpu_restart_steps(cpu);
    if (output == NULL || output->surface != NULL)
        return NULL;
    ripple_refraction_finish(&cpu->refraction, &cpu->field);
    return &cpu->refraction.changed;
}

void ripple_cpu_step(Cpu *cpu)
{
    if (cpu->accelerator == NULL || !cpu->accelerator->step(cpu->gpu))
        run_pass(cpu, 1, NULL);
}

/* Allocates the blend of a phase. Returns 0 or RIPPLE_ERROR_MEMORY. */
static int ensure_blend(Cpu *cpu, int phase)
{
    return phase < RIPPLE_MAX_PHASE
               ? ripple_blending_init(&cpu->refraction.blending, &cpu->field)
               : RIPPLE_OK;
}

/* Returns what the accelerator wrote; NULL if the CPU has to render. */
static const DirtyRects *render_accelerated(Cpu *cpu, int phase,
                                            const RipplePixels *picture,
                                            const RipplePixels *frame)
{
    return cpu->accelerator != NULL
               ? cpu->accelerator->render(cpu->gpu, phase, picture, frame)
               : NULL;
}

const DirtyRects *ripple_cpu_advance(Cpu *cpu, int phase,
                                     const RipplePixels *picture,
                                     const RipplePixels *frame)
{
    const DirtyRects *written;
    int has_step = cpu->accelerator == NULL;

    if (!has_step)
        ripple_cpu_step(cpu);
    written = render_accelerated(cpu, phase, picture, frame);
    if (written != NULL)
        return written;
    if (ensure_blend(cpu, phase) != RIPPLE_OK)
        phase = RIPPLE_MAX_PHASE;
    return run_pass(cpu, has_step, &(PassOutput){phase, picture, frame, NULL});
}

int ripple_cpu_render(Cpu *cpu, int phase, const RipplePixels *picture,
                      const RipplePixels *frame, const DirtyRects **written)
{
    int error;

    *written = render_accelerated(cpu, phase, picture, frame);
    if (*written != NULL)
        return RIPPLE_OK;
    error = ensure_blend(cpu, phase);
    if (error == RIPPLE_OK)
        *written = run_pass(cpu, 0, &(PassOutput){phase, picture, frame, NULL});
    return error;
}

int ripple_cpu_surface(Cpu *cpu, int has_step, int phase,
                       const int16_t **heights, size_t *stride)
{
    int error = ensure_blend(cpu, phase);

    if (error != RIPPLE_OK)
        return error;
    if (cpu->accelerator != NULL) {
        if (has_step)
            ripple_cpu_step(cpu);
        has_step = 0;
        ripple_cpu_sync(cpu, SYNC_READ);
    }
    run_pass(cpu, has_step, &(PassOutput){phase, NULL, NULL, heights});
    *stride = cpu->field.stride;
    return RIPPLE_OK;
}
