/* SPDX-License-Identifier: MIT */
#include "lib/cpu/cpu_water.h"

#include "lib/look/lighting.h"
#include "lib/look/shore.h"
#include "lib/water/model.h"

#include <math.h>
#include <string.h>

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

static int has_speeds(const RippleSettings *settings)
{
    return ripple_model_of(settings)->has_speeds;
}

/* The heights of the model have fractions. */
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

/* Frees the planes and fractions that neither the model nor a current needs. */
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
    if (!ripple_lighting_has_caustics(&cpu->settings, &cpu->grid_map.size))
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

/* Adds planes to a pool in use; on error it is as before. */
static int need_planes(Cpu *cpu, const RippleSettings *settings,
                       int is_advected)
{
    int error = add_planes(&cpu->field, settings, is_advected);

    if (error == RIPPLE_OK &&
        ripple_lighting_has_caustics(settings, &cpu->grid_map.size))
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

static void update_render_args(Cpu *cpu)
{
    const RippleSettings *settings = &cpu->settings;
    int is_coarse = ripple_grid_is_coarse(&cpu->grid_map.size);
    int has_caustics =
        ripple_lighting_has_caustics(settings, &cpu->grid_map.size);
    double cell = (double)cpu->grid_map.size.height / cpu->field.rows;
    double gain = settings->refraction * cell * (1 << RIPPLE_GAIN_BITS);

    cpu->render_args = (RenderArgs){
        .filter = settings->filter,
        .view = settings->view,
        .is_lit = settings->light > 0 || settings->sky > 0,
    };
    cpu->render_args.optics = (Optics){
        .gain_q12 = (int)(fmin(gain, RIPPLE_MAX_GAIN) + 0.5),
        .bend_limit = ripple_soft_limit_make(settings->bend_limit *
                                             (1 << RIPPLE_BEND_BITS)),
        .is_whole = !is_coarse && settings->bend_limit == 0 &&
                    settings->filter == RIPPLE_FILTER_NEAREST,
        .light = ripple_lighting_make(settings, has_caustics),
    };
    if (has_caustics)
        cpu->refraction.caustics.bend =
            ripple_caustics_bend(settings->refraction);
    if (settings->swell > 0)
        ripple_swell_configure(&cpu->refraction.swell, settings);
}

/* Compares what update_render_args sets. */
static int looks_alike(const RenderArgs *a, const RenderArgs *b)
{
    return a->filter == b->filter && a->view == b->view &&
           a->is_lit == b->is_lit &&
           ripple_optics_equal(&a->optics, &b->optics);
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
    if (error == RIPPLE_OK && ripple_lighting_has_caustics(settings, size))
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

void ripple_cpu_clear_water(Cpu *cpu)
{
    Grid none = {0};

    swap_grid(cpu, &none);
    clear_grid(&none);
    ripple_advection_clear(&cpu->advection);
}

int ripple_cpu_resize(void *self, const GridSize *size,
                      const RippleSettings *settings)
{
    Cpu *cpu = self;
    Grid grid;
    int error = init_grid(&grid, cpu, size, settings);

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

int ripple_cpu_configure(void *self, const RippleSettings *settings)
{
    Cpu *cpu = self;
    RippleSettings old = cpu->settings;
    RenderArgs old_args = cpu->render_args;
    int error = need_planes(cpu, settings, ripple_cpu_has_current(cpu));

    if (error != RIPPLE_OK)
        return error;
    cpu->settings = *settings;
    update_render_args(cpu);
    if (!looks_alike(&cpu->render_args, &old_args) ||
        settings->swell != old.swell)
        ripple_refraction_invalidate(&cpu->refraction);
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

/* Allocates a mask, and what a current needs to flow around its land. */
static int need_mask(Cpu *cpu)
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

int ripple_cpu_set_mask(void *self, const uint8_t *depths, int width,
                        int height, size_t stride)
{
    Cpu *cpu = self;
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
    ripple_refraction_invalidate(&cpu->refraction);
    return RIPPLE_OK;
}

int ripple_cpu_paint_mask(void *self, const Capsule *brush, int depth,
                          RippleRect *changed)
{
    Cpu *cpu = self;
    int had_mask = ripple_cpu_mask(cpu) != NULL;
    int error = need_mask(cpu);

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

/* Takes over a current whose workspace exists; on error it is cleared. */
static int take_advection(Cpu *cpu, Advection *advection)
{
    int error =
        need_planes(cpu, &cpu->settings, !ripple_advection_is_still(advection));

    if (error != RIPPLE_OK) {
        ripple_advection_clear(advection);
        return error;
    }
    ripple_advection_clear(&cpu->advection);
    cpu->advection = *advection;
    return RIPPLE_OK;
}

int ripple_cpu_set_current(void *self, const float *x, const float *y,
                           int width, int height)
{
    Cpu *cpu = self;
    Advection advection;
    int error = ripple_advection_init(&advection, x, y, width, height);

    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(
            &advection.workspace, &advection, cpu->field.columns,
            cpu->field.rows, ripple_cpu_mask(cpu) != NULL);
    if (error != RIPPLE_OK) {
        ripple_advection_clear(&advection);
        return error;
    }
    advection.schedule.leads = cpu->advection.schedule.leads;
    error = take_advection(cpu, &advection);
    if (error == RIPPLE_OK)
        update_advection(cpu);
    return error;
}

int ripple_cpu_import_state(void *self, const BackendState *state)
{
    Cpu *cpu = self;
    Advection advection;
    int error = ripple_advection_copy(&advection, &state->advection);

    if (error == RIPPLE_OK)
        error = take_advection(cpu, &advection);
    if (error != RIPPLE_OK)
        return error;
    remove_planes(cpu);
    update_stencils(cpu);
    ripple_state_load(state, &cpu->field);
    cpu->governor = state->governor;
    cpu->refraction.swell.step = state->swell_step;
    ripple_refraction_invalidate(&cpu->refraction);
    return RIPPLE_OK;
}
