/* SPDX-License-Identifier: MIT */
#include "backend/cpu.h"

#include "backend/pipeline.h"
#include "render/lighting.h"
#include "render/pixel_formats.h"
#include "render/shore.h"
#include "water/models/table.h"
#include "water/splash.h"
#include "water/step.h"

#include <math.h>
#include <string.h>

const Mask *ripple_cpu_mask(const Cpu *cpu)
{
    return cpu->mask.depths != NULL ? &cpu->mask : NULL;
}

static int has_current(const Cpu *cpu)
{
    return cpu->advection.schedule.passes > 0;
}

static int has_speeds(const RippleSettings *settings)
{
    return ripple_model_of(settings)->has_speeds;
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
    ripple_boundary_configure(&cpu->boundary, &cpu->field, &cpu->settings,
                              has_current(cpu));
}

/* Frees the planes that neither the model nor a current needs. */
static void remove_planes(Cpu *cpu)
{
    Field *field = &cpu->field;

    if (!has_speeds(&cpu->settings))
        ripple_field_remove_plane(&field->speeds);
    if (!has_current(cpu))
        ripple_field_remove_plane(&field->spare);
    if (!has_current(cpu) || !has_speeds(&cpu->settings))
        ripple_field_remove_plane(&field->spare_speeds);
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
    return error;
}

/* Adds planes to a pool in use; on error it is as before. */
static int need_planes(Cpu *cpu, const RippleSettings *settings,
                       int is_advected)
{
    int error = add_planes(&cpu->field, settings, is_advected);

    if (error != RIPPLE_OK)
        remove_planes(cpu);
    return error;
}

/* Call after a change of mask, edges or flow; the workspace must exist. */
static void update_advection(Cpu *cpu)
{
    ripple_advection_fit(&cpu->advection, &cpu->field, ripple_cpu_mask(cpu),
                         cpu->settings.edges);
    remove_planes(cpu);
    update_stencils(cpu);
}

/* How often slopes are doubled before they are interpolated, for precision: so
   that an offset of 64 cells still fits into 16 bits. */
static int choose_doublings(const Cpu *cpu)
{
    int doublings = 0;

    while (ripple_grid_map_is_coarse(&cpu->grid_map) && doublings < 3 &&
           cpu->settings.refraction * 512 >= 2 << doublings)
        doublings++;
    return doublings;
}

static void update_render_args(Cpu *cpu)
{
    const RippleSettings *settings = &cpu->settings;
    int doublings = choose_doublings(cpu);
    double cell = (double)cpu->grid_map.height / cpu->field.rows;
    double gain = settings->refraction * cell * (1 << RIPPLE_GAIN_BITS);

    cpu->render_args = (RenderArgs){
        .doublings = doublings,
        .gain_q12 = (int)(fmin(gain, RIPPLE_MAX_GAIN) / (1 << doublings) + 0.5),
        .filter = settings->filter,
        .view = settings->view,
        .is_lit = settings->light > 0,
        .light = ripple_lighting_make(settings, doublings),
    };
    ripple_refraction_invalidate(&cpu->refraction);
}

static int looks_alike(const RippleSettings *a, const RippleSettings *b)
{
    return a->refraction == b->refraction && a->filter == b->filter &&
           a->view == b->view && a->light == b->light &&
           a->light_from == b->light_from;
}

/* The parts of a backend that have the pool's size. */
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

static int init_grid(Grid *grid, const Cpu *cpu, int width, int height,
                     const RippleSettings *settings)
{
    int has_land = ripple_cpu_mask(cpu) != NULL;
    int error, columns, rows;

    memset(grid, 0, sizeof *grid);
    ripple_grid_map_choose_cells(&columns, &rows, width, height,
                                 settings->cell);
    error = ripple_grid_map_init(&grid->grid_map, width, height, columns, rows);
    if (error == RIPPLE_OK)
        error = ripple_field_init(&grid->field, columns, rows);
    if (error == RIPPLE_OK)
        error = add_planes(&grid->field, settings, has_current(cpu));
    if (error == RIPPLE_OK)
        error = ripple_boundary_init(&grid->boundary, &grid->field);
    if (error == RIPPLE_OK && has_land)
        error =
            ripple_mask_init(&grid->mask, &grid->field, is_wrapped(settings));
    if (error == RIPPLE_OK)
        error = ripple_refraction_init(&grid->refraction, &grid->field,
                                       &grid->grid_map);
    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(
            &grid->flow_workspace, &cpu->advection, &grid->field, has_land);
    if (error != RIPPLE_OK)
        clear_grid(grid);
    return error;
}

/* Exchanges the parts of a backend for those of `grid`. */
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

int ripple_cpu_resize(Cpu *cpu, int width, int height,
                      const RippleSettings *settings)
{
    Grid grid;
    int error = init_grid(&grid, cpu, width, height, settings);

    if (error != RIPPLE_OK)
        return error;
    swap_grid(cpu, &grid);
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
    update_advection(cpu);
    clear_grid(&grid);
    return RIPPLE_OK;
}

int ripple_cpu_init(Cpu *cpu, int width, int height,
                    const RippleSettings *settings)
{
    memset(cpu, 0, sizeof *cpu);
    cpu->kernels = ripple_kernels_best();
    cpu->skips_calm = 1;
    return ripple_cpu_resize(cpu, width, height, settings);
}

void ripple_cpu_clear(Cpu *cpu)
{
    Grid none = {0};

    ripple_thread_pool_destroy(cpu->thread_pool);
    swap_grid(cpu, &none);
    clear_grid(&none);
    ripple_advection_clear(&cpu->advection);
    memset(cpu, 0, sizeof *cpu);
}

int ripple_cpu_configure(Cpu *cpu, const RippleSettings *settings)
{
    RippleSettings old = cpu->settings;
    int error;

    if (settings->cell != old.cell)
        return ripple_cpu_resize(cpu, cpu->grid_map.width, cpu->grid_map.height,
                                 settings);
    error = need_planes(cpu, settings, has_current(cpu));
    if (error != RIPPLE_OK)
        return error;
    cpu->settings = *settings;
    if (!looks_alike(settings, &old))
        update_render_args(cpu);
    if (has_speeds(settings) && !has_speeds(&old))
        ripple_field_init_speeds(&cpu->field);
    if (is_wrapped(settings) != is_wrapped(&old) &&
        ripple_cpu_mask(cpu) != NULL)
        ripple_mask_set_wrap(&cpu->mask, &cpu->field, is_wrapped(settings));
    if (settings->edges != old.edges) {
        update_advection(cpu);
    } else {
        remove_planes(cpu);
        update_stencils(cpu);
    }
    return RIPPLE_OK;
}

/* Calm water is like new: its next steps do not depend on earlier ones. */
static void restart_steps(Cpu *cpu)
{
    cpu->is_odd = 0;
    ripple_advection_restart(&cpu->advection.schedule);
}

void ripple_cpu_reset(Cpu *cpu)
{
    ripple_field_reset(&cpu->field);
    ripple_boundary_reset(&cpu->boundary, &cpu->field);
    restart_steps(cpu);
}

int ripple_cpu_is_calm(const Cpu *cpu)
{
    return ripple_field_count_active(&cpu->field) == 0;
}

void ripple_cpu_drop(Cpu *cpu, const RippleStone *stone, int x, int y)
{
    ripple_splash_stone(&cpu->field, ripple_cpu_mask(cpu), stone, x, y);
}

void ripple_cpu_disturb(Cpu *cpu, int x, int y, int magnitude)
{
    ripple_splash_disturb(&cpu->field, ripple_cpu_mask(cpu), x, y, magnitude);
}

/* Removes water from new land in `part`; drops a mask without land. */
static void update_mask(Cpu *cpu, RippleRect part)
{
    if (ripple_mask_is_open(&cpu->mask)) {
        ripple_mask_clear(&cpu->mask);
    } else {
        ripple_mask_clear_land(&cpu->mask, &cpu->field, part);
        ripple_boundary_clear_land(&cpu->boundary, &cpu->field, &cpu->mask);
    }
    ripple_refraction_invalidate(&cpu->refraction);
    update_advection(cpu);
}

/* Allocates a mask, and what a current needs to flow around its land. */
static int need_mask(Cpu *cpu)
{
    int had_mask = ripple_cpu_mask(cpu) != NULL, error = RIPPLE_OK;

    if (!had_mask)
        error = ripple_mask_init(&cpu->mask, &cpu->field,
                                 is_wrapped(&cpu->settings));
    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(
            &cpu->advection.workspace, &cpu->advection, &cpu->field, 1);
    if (error != RIPPLE_OK && !had_mask)
        ripple_mask_clear(&cpu->mask);
    return error;
}

int ripple_cpu_set_mask(Cpu *cpu, const uint8_t *depths, int width, int height,
                        size_t stride)
{
    RippleRect all = {0, 0, cpu->field.columns, cpu->field.rows};
    int error;

    if (depths == NULL) {
        ripple_mask_clear(&cpu->mask);
        ripple_refraction_invalidate(&cpu->refraction);
        update_advection(cpu);
        return RIPPLE_OK;
    }
    error = need_mask(cpu);
    if (error != RIPPLE_OK)
        return error;
    ripple_mask_set(&cpu->mask, &cpu->field, depths, width, height, stride);
    update_mask(cpu, all);
    return RIPPLE_OK;
}

int ripple_cpu_paint_mask(Cpu *cpu, const Capsule *brush, int depth,
                          RippleRect *changed)
{
    int error = need_mask(cpu);

    if (error != RIPPLE_OK)
        return error;
    *changed = ripple_mask_paint(&cpu->mask, &cpu->field, brush, depth);
    update_mask(cpu, *changed);
    return RIPPLE_OK;
}

int ripple_cpu_set_flow(Cpu *cpu, const float *x, const float *y, int width,
                        int height)
{
    Advection advection;
    int error = ripple_advection_init(&advection, x, y, width, height);

    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(&advection.workspace,
                                                &advection, &cpu->field,
                                                ripple_cpu_mask(cpu) != NULL);
    if (error == RIPPLE_OK)
        error = need_planes(cpu, &cpu->settings,
                            !ripple_advection_is_still(&advection));
    if (error != RIPPLE_OK) {
        ripple_advection_clear(&advection);
        return error;
    }
    advection.schedule.leads = cpu->advection.schedule.leads;
    ripple_advection_clear(&cpu->advection);
    cpu->advection = advection;
    update_advection(cpu);
    return RIPPLE_OK;
}

void ripple_cpu_lay_floor(const Cpu *cpu, const RipplePixels *picture,
                          const RipplePixels *floor, RippleRect part)
{
    if (ripple_cpu_mask(cpu) != NULL)
        ripple_shore_lay_floor(&cpu->mask, &cpu->grid_map, picture, floor,
                               part);
    else
        ripple_pixels_copy(picture, floor, part);
}

/* Every other step rounds high waves away from zero, which gives back what
   rounding to rest took from them. */
static void prepare_step(Cpu *cpu, StepContext *context)
{
    context->stencil = cpu->stencil;
    context->plain_stencil = cpu->plain_stencil;
    if (cpu->is_odd && cpu->stencil.rounding == ROUND_TO_REST)
        context->stencil.rounding = context->plain_stencil.rounding =
            ROUND_AWAY;
    cpu->is_odd = !cpu->is_odd;
    context->plan = ripple_advection_next(&cpu->advection.schedule);
    ripple_boundary_smooth(&cpu->boundary, &cpu->field);
}

static void prepare_render(Cpu *cpu, const RipplePixels *picture,
                           const RipplePixels *frame)
{
    RenderArgs args = cpu->render_args;

    args.picture = *picture;
    /* cppcheck-suppress ctunullpointer ; both are given or none */
    args.frame = *frame;
    cpu->refraction.everywhere = !cpu->skips_calm;
    ripple_refraction_start(&cpu->refraction, cpu->kernels,
                            ripple_cpu_mask(cpu), &cpu->grid_map, &args);
}

void ripple_cpu_advance(Cpu *cpu, int steps, const RipplePixels *picture,
                        const RipplePixels *frame)
{
    StepContext context = {
        .kernels = cpu->kernels,
        .boundary = &cpu->boundary,
        .mask = ripple_cpu_mask(cpu),
        .advection = &cpu->advection,
        .everywhere = !cpu->skips_calm,
    };
    Pipeline pipeline = {cpu->thread_pool, &cpu->field, NULL, NULL};

    ripple_boundary_refresh(&cpu->boundary, &cpu->field);
    if (steps) {
        prepare_step(cpu, &context);
        pipeline.context = &context;
    }
    if (picture != NULL) {
        prepare_render(cpu, picture, frame);
        pipeline.refraction = &cpu->refraction;
    }
    ripple_pipeline_run(&pipeline);
    if (steps && ripple_cpu_is_calm(cpu))
        restart_steps(cpu);
    if (picture != NULL)
        ripple_refraction_finish(&cpu->refraction, &cpu->field);
}
