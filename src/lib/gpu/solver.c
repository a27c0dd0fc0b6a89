/* SPDX-License-Identifier: MIT */
#include "lib/gpu/solver.h"

#include "lib/util/fixed.h"
#include "lib/gpu/buffers.h"
#include "lib/kernels/scalar.h"

#include <stdlib.h>
#include <string.h>

#define TURNS RIPPLE_SOLVER_TURNS
#define UINT  sizeof(uint32_t)

#define FLOW_ROW 4 /* uints of a row of cells */

static size_t water_size(const Solver *solver)
{
    return ripple_solver_plane_size(solver) *
           (size_t)(solver->turns + solver->part_planes);
}

static int count_parts(const Field *field)
{
    return field->speeds.cells != NULL || field->now.fractions != NULL ? TURNS
                                                                       : 0;
}

/* A step writes over the plane `before` unless what follows needs it. */
static int count_turns(const Cpu *cpu)
{
    return ripple_cpu_is_governed(cpu) || ripple_solver_has_open_edges(cpu)
               ? TURNS
               : TURNS - 1;
}

/* Makes the buffer of water for a field unless it is there. */
static int fit_water(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Field *field = &cpu->field;
    Solver fitting = *solver;

    fitting.turns = count_turns(cpu);
    if (solver->columns == field->columns && solver->rows == field->rows &&
        solver->turns == fitting.turns &&
        solver->part_planes == count_parts(field))
        return RIPPLE_OK;
    fitting.columns = field->columns;
    fitting.rows = field->rows;
    fitting.pitch = (field->columns + 1) / 2;
    fitting.part_planes = count_parts(field);
    solver->columns = 0;
    free(fitting.copy);
    solver->copy = fitting.copy = malloc(water_size(&fitting) * UINT);
    if (fitting.copy == NULL ||
        ripple_buffer_make(&fitting.water, gl, water_size(&fitting)) !=
            RIPPLE_OK) {
        solver->water = fitting.water;
        return RIPPLE_ERROR_GPU;
    }
    *solver = fitting;
    return RIPPLE_OK;
}

/* Rows of pairs, whose last cell may be one too many, to rows of cells. */
static void unpack(int16_t *cells, const Solver *solver, const uint32_t *from,
                   size_t stride)
{
    for (int y = 0; y < solver->rows; y++) {
        memcpy(cells, from, (size_t)solver->columns * sizeof *cells);
        from += solver->pitch;
        cells += stride;
    }
}

/* The cells of the CPU that a plane of the GPU is a copy of between steps;
   NULL: none. */
static int16_t *find_cells(const Field *field, const Solver *solver, int plane)
{
    int is_part = plane >= solver->turns;
    const SolverPlanes *planes = is_part ? &solver->parts : &solver->heights;

    plane -= is_part ? solver->turns : 0;
    if (is_part && field->speeds.cells != NULL)
        return plane == planes->now ? field->speeds.cells : NULL;
    return plane == planes->now ? ripple_field_part(&field->now, is_part)
           : plane == planes->before
               ? ripple_field_part(&field->before, is_part)
               : NULL;
}

static void turn(SolverPlanes *planes, int turns)
{
    int now = planes->now;

    planes->now = planes->next;
    planes->next = turns == TURNS ? planes->before : now;
    planes->before = now;
}

void ripple_solver_turn(Solver *solver)
{
    turn(&solver->heights, solver->turns);
    turn(&solver->parts, TURNS);
    solver->note = (solver->note + 1) % TURNS;
}

/* The newest note is then number 0. */
static int write_state(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Field *field = &cpu->field;
    const int any[] = {!ripple_field_plane_is_zero(field, &field->now), 0,
                       !ripple_field_plane_is_zero(field, &field->before)};
    const StateGroups groups = {
        ripple_gl_groups(solver->pitch, RIPPLE_SOLVER_GROUP_PAIRS),
        ripple_gl_groups(solver->rows, RIPPLE_SOLVER_GROUP_ROWS),
        field->tile_columns, field->tile_rows};

    return ripple_gpu_state_write(&solver->state, gl, &cpu->governor,
                                  &cpu->advection.schedule, any, &groups);
}

int ripple_solver_write(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Field *field = &cpu->field;
    uint32_t *to;
    int error = fit_water(solver, gl, cpu);

    if (error != RIPPLE_OK)
        return error;
    solver->heights = (SolverPlanes){1, 0, solver->turns - 1};
    solver->parts = (SolverPlanes){1, 0, TURNS - 1};
    solver->note = 0;
    to = ripple_buffer_map(gl, solver->water, water_size(solver));
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    for (int i = 0; i < solver->turns + solver->part_planes; i++) {
        const int16_t *cells = find_cells(field, solver, i);

        if (cells != NULL)
            ripple_buffer_pack(
                to + (size_t)i * ripple_solver_plane_size(solver), cells,
                solver->columns, solver->rows, field->stride);
    }
    error = ripple_buffer_unmap(gl);
    return error == RIPPLE_OK ? write_state(solver, gl, cpu) : error;
}

static int write_mask(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Mask *mask = ripple_cpu_mask(cpu);
    size_t cells = ripple_solver_plane_size(solver);
    size_t tiles =
        (size_t)cpu->field.tile_columns * (size_t)cpu->field.tile_rows;
    uint32_t *to;
    int error;

    if (mask == NULL)
        return RIPPLE_OK;
    error = ripple_buffer_make(&solver->ground, gl, cells + tiles);
    if (error != RIPPLE_OK)
        return error;
    to = ripple_buffer_map(gl, solver->ground, cells + tiles);
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    ripple_buffer_pack(to, mask->depth_map, solver->columns, solver->rows,
                       mask->stride);
    for (size_t i = 0; i < tiles; i++)
        to[cells + i] = mask->kinds[i];
    return ripple_buffer_unmap(gl);
}

/* The place of a row of values. */
static uint32_t find_values(const FlowWorkspace *workspace, int pitch,
                            const int16_t *values)
{
    size_t row =
        (size_t)(values - workspace->values) / (size_t)workspace->columns;

    return (uint32_t)(FLOW_ROW * (size_t)workspace->row_count +
                      row * (size_t)pitch);
}

static int write_flow(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const FlowWorkspace *workspace = &cpu->advection.workspace;
    int pitch = solver->pitch, value_rows = 2 * workspace->grid.rows + 1;
    size_t rows = FLOW_ROW * (size_t)workspace->row_count;
    size_t size = rows + (size_t)value_rows * (size_t)pitch;
    uint32_t *to;

    if (workspace->rows == NULL)
        return RIPPLE_OK;
    if (ripple_buffer_make(&solver->flow, gl, size) != RIPPLE_OK ||
        (to = ripple_buffer_map(gl, solver->flow, size)) == NULL)
        return RIPPLE_ERROR_GPU;
    for (int y = 0; y < workspace->row_count; y++) {
        const FlowRow *row = &workspace->rows[y];

        to[0] = find_values(workspace, pitch, row->x);
        to[1] = find_values(workspace, pitch, row->above);
        to[2] = find_values(workspace, pitch, row->below);
        to[3] = (uint32_t)row->share;
        to += FLOW_ROW;
    }
    ripple_buffer_pack(to, workspace->values, workspace->columns, value_rows,
                       (size_t)workspace->columns);
    return ripple_buffer_unmap(gl);
}

int ripple_solver_write_ground(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    int error = write_mask(solver, gl, cpu);

    return error == RIPPLE_OK ? write_flow(solver, gl, cpu) : error;
}

static int find_flags(const Field *field, const Plane *plane, RippleRect tile)
{
    ptrdiff_t stride = (ptrdiff_t)field->stride;
    ptrdiff_t first = tile.y * stride + tile.x;
    int flags = 0;

    for (int part = 0; part < RIPPLE_PARTS; part++) {
        const int16_t *cells = ripple_field_part(plane, part);

        if (cells != NULL)
            flags |= ripple_scalar_find_active(cells + first, stride,
                                               tile.width, tile.height);
    }
    return flags;
}

/* Sets the flags of a plane to what its cells are. */
static void update_flags(const Field *field, Plane *plane)
{
    for (int y = 0; y < field->tile_rows && plane->cells != NULL; y++) {
        uint8_t *flags = ripple_field_flags(field, plane, y);

        for (int x = 0; x < field->tile_columns; x++)
            flags[x] = (uint8_t)find_flags(field, plane,
                                           ripple_field_tile(field, x, y));
        ripple_field_count_row(field, plane, y);
    }
}

/* Copies the planes that a field has to `copy`. */
static int read_planes(Solver *solver, const Gl *gl, const Field *field)
{
    size_t size = ripple_solver_plane_size(solver);

    for (int i = 0; i < solver->turns + solver->part_planes; i++) {
        size_t place = (size_t)i * size;
        const uint32_t *from;

        if (find_cells(field, solver, i) == NULL)
            continue;
        from = ripple_buffer_read(gl, solver->water, place, size,
                                  &solver->staging);
        if (from != NULL)
            memcpy(solver->copy + place, from, size * sizeof *from);
        if (from == NULL || ripple_buffer_unmap(gl) != RIPPLE_OK)
            return RIPPLE_ERROR_GPU;
    }
    return RIPPLE_OK;
}

int ripple_solver_read(Solver *solver, const Gl *gl, Cpu *cpu)
{
    Field *field = &cpu->field;
    AdvectionSchedule schedule = cpu->advection.schedule;
    Governor governor;

    if (read_planes(solver, gl, field) != RIPPLE_OK ||
        ripple_gpu_state_read(&solver->state, gl, &governor, &schedule) !=
            RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    cpu->governor = governor;
    cpu->advection.schedule = schedule;
    for (int i = 0; i < solver->turns + solver->part_planes; i++) {
        int16_t *cells = find_cells(field, solver, i);

        if (cells != NULL)
            unpack(cells, solver,
                   solver->copy + (size_t)i * ripple_solver_plane_size(solver),
                   field->stride);
    }
    update_flags(field, &field->now);
    update_flags(field, &field->before);
    update_flags(field, &field->speeds);
    field->is_halo_stale = 1;
    return RIPPLE_OK;
}

void ripple_solver_clear(Solver *solver, const Gl *gl)
{
    ripple_buffer_delete(&solver->water, gl);
    ripple_buffer_delete(&solver->ground, gl);
    ripple_buffer_delete(&solver->flow, gl);
    ripple_buffer_delete(&solver->staging, gl);
    ripple_gpu_state_clear(&solver->state, gl);
    free(solver->copy);
    *solver = (Solver){0};
}
