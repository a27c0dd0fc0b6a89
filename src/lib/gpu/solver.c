/* SPDX-License-Identifier: MIT */
#include "lib/gpu/solver.h"

#include "lib/util/fixed.h"
#include "lib/gpu/gl.h"
#include "lib/kernels/scalar.h"

#include <stdlib.h>
#include <string.h>

#define TURNS RIPPLE_SOLVER_TURNS
#define UINT  sizeof(uint32_t)

#define FLOW_ROW 4 /* uints of a row of cells */

/* Pairs of cells and rows in a group; most shaders have these sizes. */
#define GROUP_PAIRS 32
#define GROUP_ROWS  4

/* The size of a plane in uints. */
static size_t plane_size(const Solver *solver)
{
    return (size_t)solver->pitch * (size_t)solver->rows;
}

static int has_open_edges(const Cpu *cpu)
{
    return cpu->boundary.kind == RIPPLE_EDGES_OPEN;
}

static size_t water_size(const Solver *solver)
{
    return plane_size(solver) * (size_t)(TURNS + solver->part_planes);
}

static int count_parts(const Field *field)
{
    return field->speeds.cells != NULL || field->now.fractions != NULL ? TURNS
                                                                       : 0;
}

/* Makes a water buffer for a field unless the present buffer fits. */
static int fit_water(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Field *field = &cpu->field;
    Solver fitting = *solver;

    if (solver->columns == field->columns && solver->rows == field->rows &&
        solver->part_planes == count_parts(field))
        return RIPPLE_OK;
    fitting.columns = field->columns;
    fitting.rows = field->rows;
    fitting.pitch = ripple_buffer_pitch(field->columns);
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

/* Unpacks rows of pairs to rows of cells, without the extra last cell. */
static void unpack(int16_t *cells, const Solver *solver, const uint32_t *from,
                   size_t stride)
{
    for (int y = 0; y < solver->rows; y++) {
        memcpy(cells, from, (size_t)solver->columns * sizeof *cells);
        from += solver->pitch;
        cells += stride;
    }
}

/* The CPU's cells that a plane of the GPU copies between steps; NULL: none. */
static int16_t *find_cells(const Field *field, const Solver *solver, int plane)
{
    int is_part = plane >= TURNS;
    const SolverPlanes *planes = is_part ? &solver->parts : &solver->heights;

    plane -= is_part ? TURNS : 0;
    if (is_part && field->speeds.cells != NULL)
        return plane == planes->now ? field->speeds.cells : NULL;
    return plane == planes->now ? ripple_field_part(&field->now, is_part)
           : plane == planes->before
               ? ripple_field_part(&field->before, is_part)
               : NULL;
}

static void rotate(SolverPlanes *planes)
{
    *planes = (SolverPlanes){planes->before, planes->next, planes->now};
}

/* Makes the new heights of a step `now`. */
static void rotate_planes(Solver *solver)
{
    rotate(&solver->heights);
    rotate(&solver->parts);
    solver->note = (solver->note + 1) % RIPPLE_SOLVER_NOTES;
}

/* Makes note 0 the newest. */
static int write_state(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Field *field = &cpu->field;
    const int any[RIPPLE_SOLVER_NOTES] = {
        !ripple_field_plane_is_zero(field, &field->now), 0, 0,
        !ripple_field_plane_is_zero(field, &field->before)};
    const StateGroups groups = {ripple_gl_groups(solver->pitch, GROUP_PAIRS),
                                ripple_gl_groups(solver->rows, GROUP_ROWS),
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
    solver->heights = solver->parts = (SolverPlanes){1, 0, 2};
    solver->note = solver->has_next = 0;
    solver->has_changed = 1;
    to = ripple_buffer_map(gl, solver->water, water_size(solver));
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    for (int i = 0; i < TURNS + solver->part_planes; i++) {
        const int16_t *cells = find_cells(field, solver, i);

        if (cells != NULL)
            ripple_buffer_pack(to + (size_t)i * plane_size(solver), cells,
                               solver->columns, solver->rows, field->stride);
    }
    error = ripple_buffer_unmap(gl);
    return error == RIPPLE_OK ? write_state(solver, gl, cpu) : error;
}

static int write_mask(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Mask *mask = ripple_cpu_mask(cpu);
    size_t cells = plane_size(solver);
    size_t tiles =
        (size_t)cpu->field.tile_columns * (size_t)cpu->field.tile_rows;
    uint32_t *to;

    if (mask == NULL)
        return RIPPLE_OK;
    to = ripple_buffer_renew(&solver->ground, gl, cells + tiles);
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    ripple_buffer_pack(to, mask->depth_map, solver->columns, solver->rows,
                       mask->stride);
    for (size_t i = 0; i < tiles; i++)
        to[cells + i] = mask->kinds[i];
    return ripple_buffer_unmap(gl);
}

/* The place of a row of values in the flow buffer. */
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
    to = ripple_buffer_renew(&solver->flow, gl, size);
    if (to == NULL)
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

/* Sets the flags of a plane from its cells. */
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

/* Reads the planes of a field into `copy`. */
static int read_planes(Solver *solver, const Gl *gl, const Field *field)
{
    size_t size = plane_size(solver);

    for (int i = 0; i < TURNS + solver->part_planes; i++) {
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

    solver->has_next = 0;
    if (read_planes(solver, gl, field) != RIPPLE_OK ||
        ripple_gpu_state_read(&solver->state, gl, &governor, &schedule) !=
            RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    cpu->governor = governor;
    cpu->advection.schedule = schedule;
    for (int i = 0; i < TURNS + solver->part_planes; i++) {
        int16_t *cells = find_cells(field, solver, i);

        if (cells != NULL)
            unpack(cells, solver, solver->copy + (size_t)i * plane_size(solver),
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

/* Pairs of an edge, and stones, in a group; the shaders have the same sizes. */
#define GROUP_EDGE   64
#define GROUP_STONES 64
#define MENDED       6 /* vectors of cells that a stone's pair may change */

static ProgramKind plain_program(const Cpu *cpu)
{
    return ripple_cpu_mask(cpu) != NULL ? PROGRAM_STEP_OPEN : PROGRAM_STEP;
}

static ProgramKind edges_program(const Cpu *cpu)
{
    return ripple_cpu_mask(cpu) != NULL ? PROGRAM_EDGES_MASK : PROGRAM_EDGES;
}

static ProgramKind advect_program(const Cpu *cpu)
{
    return ripple_cpu_mask(cpu) != NULL ? PROGRAM_ADVECT_MASK : PROGRAM_ADVECT;
}

int ripple_solver_prepare(Programs *programs, const Gl *gl, const Cpu *cpu)
{
    int plain = (int)cpu->plain_stencil.kind, mixed = (int)cpu->stencil.kind;
    int has_mask = ripple_cpu_mask(cpu) != NULL;
    int is_governed = ripple_cpu_is_governed(cpu);
    const struct {
        ProgramKind kind;
        int variant, is_needed;
    } needed[] = {
        {plain_program(cpu), plain, 1},
        {PROGRAM_STEP_MIXED, mixed, has_mask},
        {edges_program(cpu), plain, has_open_edges(cpu)},
        {advect_program(cpu), plain, ripple_cpu_has_current(cpu)},
        {PROGRAM_STONES, plain, 1},
        {PROGRAM_LOOK, plain, is_governed},
        {PROGRAM_REDUCE, plain, is_governed},
        {PROGRAM_MEASURE, plain, is_governed},
        {PROGRAM_GOVERN, plain, is_governed},
        {PROGRAM_RESET, plain, is_governed},
    };

    for (int i = 0; i < COUNT(needed); i++) {
        if (needed[i].is_needed &&
            ripple_programs_find(programs, gl, needed[i].kind,
                                 needed[i].variant) == 0)
            return RIPPLE_ERROR_GPU;
    }
    return RIPPLE_OK;
}

static void set_planes(int *numbers, const Solver *solver)
{
    int size = (int)plane_size(solver);
    int part = solver->part_planes > 0 ? size : 0, parts = part * TURNS;

    RIPPLE_GPU_PLANES(RIPPLE_GPU_SET)
}

/* The place of a note: 0 for `now`, 1 for the next step, 2 for the one after.
 */
static int find_note(const Solver *solver, int i)
{
    return STATE_ANY + (solver->note + i) % RIPPLE_SOLVER_NOTES;
}

static void set_shape(int *numbers, const Solver *solver, const Cpu *cpu)
{
    const OpenBoundary *open = &cpu->boundary.open;
    const Advection *flow = &cpu->advection;

    RIPPLE_GPU_SHAPE(RIPPLE_GPU_SET)
}

static void set_stencil(int *numbers, const Stencil *stencil)
{
    RIPPLE_GPU_STENCIL(RIPPLE_GPU_SET)
}

/* Sets the stencil and rates of the governor, in water that has one. */
static void set_rates(int *numbers, const Stencil *stencil)
{
    set_stencil(numbers, stencil);
    RIPPLE_GPU_RATES(RIPPLE_GPU_SET)
}

void ripple_solver_set_numbers(const Solver *solver, const Cpu *cpu,
                               int *numbers)
{
    set_planes(numbers, solver);
    set_shape(numbers, solver, cpu);
    set_stencil(numbers, &cpu->plain_stencil);
}

static void swap(int *a, int *b)
{
    int old = *a;

    *a = *b;
    *b = old;
}

/* A run of programs over the planes. */
typedef struct Pass {
    Solver *solver;
    const Gl *gl;
    const Programs *programs;
    const Cpu *cpu;
    int plain; /* kind of stencil */
    int numbers[NUMBER_COUNT];
} Pass;

static void begin_pass(Pass *pass)
{
    const Solver *solver = pass->solver;

    pass->plain = (int)pass->cpu->plain_stencil.kind;
    ripple_buffer_bind(pass->gl, 0, solver->water);
    ripple_buffer_bind(pass->gl, 1, solver->ground);
    ripple_buffer_bind(pass->gl, 2, solver->state.buffer);
    memset(pass->numbers, 0, sizeof pass->numbers);
    ripple_solver_set_numbers(solver, pass->cpu, pass->numbers);
}

static void run_program(const Pass *pass, ProgramKind kind, int variant, int x,
                        int y)
{
    ripple_programs_run(pass->programs, pass->gl, kind, variant, pass->numbers,
                        x, y);
}

static void run_over_pairs(const Pass *pass, ProgramKind kind, int variant)
{
    run_program(pass, kind, variant, pass->numbers[NUMBER_PAIR_GROUPS],
                pass->numbers[NUMBER_ROW_GROUPS]);
}

static int is_of_integers(int kind)
{
    return kind == STENCIL_CLASSIC || kind == STENCIL_ROUND;
}

/* Integers step a uvec2 per invocation, the others a uint. */
static void run_step(const Pass *pass, ProgramKind kind, int variant)
{
    int pairs = is_of_integers(variant) ? 2 : 1;

    run_program(pass, kind, variant,
                ripple_gl_groups(pass->solver->pitch, pairs * GROUP_PAIRS),
                pass->numbers[NUMBER_ROW_GROUPS]);
}

static void run_if_needed(const Pass *pass, ProgramKind kind, int place)
{
    ripple_programs_run_groups(pass->programs, pass->gl, kind, pass->plain,
                               pass->numbers, pass->solver->state.buffer,
                               place);
}

static void insert_barrier(const Pass *pass)
{
    pass->gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT |
                            GL_COMMAND_BARRIER_BIT);
}

static void apply_loss(const Pass *pass)
{
    run_if_needed(pass, PROGRAM_REDUCE, STATE_REDUCE_GROUPS);
    insert_barrier(pass);
    run_if_needed(pass, PROGRAM_LOOK, STATE_REDUCE_GROUPS);
    insert_barrier(pass);
}

static void step_cells(Pass *pass)
{
    run_step(pass, plain_program(pass->cpu), pass->plain);
    if (ripple_cpu_mask(pass->cpu) != NULL) {
        set_stencil(pass->numbers, &pass->cpu->stencil);
        run_step(pass, PROGRAM_STEP_MIXED, (int)pass->cpu->stencil.kind);
    }
    insert_barrier(pass);
}

static void step_edges(const Pass *pass)
{
    const Solver *solver = pass->solver;
    int pairs = 2 * ((solver->columns + 1) / 2 + solver->rows - 2);

    run_program(pass, edges_program(pass->cpu), pass->plain,
                ripple_gl_groups(pairs, GROUP_EDGE), 1);
    insert_barrier(pass);
}

static void set_places(int *numbers, int from, int to)
{
    numbers[NUMBER_FROM] = numbers[from];
    numbers[NUMBER_TO] = numbers[to];
}

/* Moves `before` with its fractions into the plane `next`; if `follows`, moves
   `next` into `before`. The heights in the target are no longer needed. */
static void move_heights(Pass *pass, int follows)
{
    Solver *solver = pass->solver;
    int *numbers = pass->numbers;

    set_places(numbers, follows ? NUMBER_NEXT : NUMBER_BEFORE,
               follows ? NUMBER_BEFORE : NUMBER_NEXT);
    numbers[NUMBER_FROM_PARTS] =
        numbers[follows ? NUMBER_NEXT_PARTS : NUMBER_BEFORE_PARTS];
    numbers[NUMBER_TO_PARTS] =
        numbers[follows ? NUMBER_BEFORE_PARTS : NUMBER_NEXT_PARTS];
    run_over_pairs(pass, advect_program(pass->cpu), pass->plain);
    swap(&solver->heights.next, &solver->heights.before);
    if (pass->cpu->field.speeds.cells == NULL)
        swap(&solver->parts.next, &solver->parts.before);
}

static void move_speeds(Pass *pass)
{
    SolverPlanes *parts = &pass->solver->parts;

    set_places(pass->numbers, NUMBER_NOW_PARTS, NUMBER_BEFORE_PARTS);
    run_over_pairs(pass, advect_program(pass->cpu), pass->plain);
    swap(&parts->now, &parts->before);
}

/* Sets the place where a program notes nonzero heights. In a current only the
   last pass after the step notes them. */
static void set_note(Pass *pass, int is_last)
{
    pass->numbers[NUMBER_NEXT_ANY] =
        is_last ? find_note(pass->solver, 1) : STATE_IGNORED;
}

/* Runs the passes before a step, or those after it. */
static void advect(Pass *pass, int follows)
{
    int passes = pass->cpu->advection.schedule.passes;

    pass->numbers[NUMBER_FOLLOWS] = follows;
    ripple_buffer_bind(pass->gl, 3, pass->solver->flow);
    for (int i = 0; i < passes; i++) {
        set_note(pass, follows && i == passes - 1);
        if (!follows && pass->cpu->field.speeds.cells != NULL)
            move_speeds(pass);
        else
            move_heights(pass, follows);
        set_planes(pass->numbers, pass->solver);
        insert_barrier(pass);
    }
}

static void govern(Pass *pass)
{
    set_rates(pass->numbers, &pass->cpu->stencil);
    run_program(pass, PROGRAM_GOVERN, pass->plain, 1, 1);
    insert_barrier(pass);
    run_if_needed(pass, PROGRAM_RESET, STATE_RESET_GROUPS);
    insert_barrier(pass);
}

/* Steps again what `count` pairs of stones changed, if any. */
static void mend(Pass *pass, int count, int is_stepped)
{
    pass->numbers[NUMBER_STONE_COUNT] = count;
    pass->numbers[NUMBER_IS_STEPPED] = is_stepped;
    run_program(pass, PROGRAM_MEND, pass->plain,
                ripple_gl_groups(max_int(count * MENDED, 1), GROUP_STONES), 1);
    insert_barrier(pass);
    pass->solver->has_changed = !is_stepped;
}

/* As on the CPU, energy is measured before waves leave through the edges. */
void ripple_solver_step(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu)
{
    Pass pass = {solver, gl, programs, cpu, 0, {0}};
    int is_governed = ripple_cpu_is_governed(cpu);
    int has_current = ripple_cpu_has_current(cpu);

    if (solver->has_next) {
        if (solver->has_changed) {
            begin_pass(&pass);
            mend(&pass, 0, 1);
        }
        solver->has_next = 0;
        rotate_planes(solver);
        return;
    }
    begin_pass(&pass);
    solver->has_changed = 0;
    if (is_governed)
        apply_loss(&pass);
    if (has_current)
        advect(&pass, 0);
    step_cells(&pass);
    if (is_governed) {
        run_if_needed(&pass, PROGRAM_MEASURE, STATE_MEASURE_GROUPS);
        insert_barrier(&pass);
    }
    if (has_open_edges(cpu))
        step_edges(&pass);
    if (has_current)
        advect(&pass, 1);
    if (is_governed)
        govern(&pass);
    rotate_planes(solver);
}

/* Stones of a batch do not overlap. */
static void drop_batch(Pass *pass, const Stones *stones, int batch)
{
    int first = stones->starts[batch];
    int end = batch + 1 < stones->batch_count ? stones->starts[batch + 1]
                                              : stones->count;

    pass->numbers[NUMBER_STONE] = first;
    pass->numbers[NUMBER_STONE_COUNT] = end - first;
    run_program(pass, PROGRAM_STONES, pass->plain,
                ripple_gl_groups(end - first, GROUP_STONES), 1);
    insert_barrier(pass);
}

void ripple_solver_drop(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu, Stones *stones, int is_stepped)
{
    Pass pass = {solver, gl, programs, cpu, 0, {0}};

    if (stones->count == 0) {
        ripple_stones_clear(stones); /* of stones that change nothing */
        return;
    }
    ripple_stones_write(stones, gl);
    begin_pass(&pass);
    ripple_buffer_bind(gl, 3, stones->buffer);
    for (int i = 0; i < stones->batch_count; i++)
        drop_batch(&pass, stones, i);
    if (ripple_cpu_is_governed(cpu)) {
        run_over_pairs(&pass, PROGRAM_LOOK, pass.plain);
        insert_barrier(&pass);
    }
    solver->has_changed = 1;
    if (solver->has_next)
        mend(&pass, stones->count, is_stepped);
    ripple_stones_clear(stones);
}

int ripple_solver_can_lead(const Solver *solver, const Cpu *cpu)
{
    return !solver->has_next && is_of_integers(cpu->plain_stencil.kind) &&
           ripple_cpu_mask(cpu) == NULL && !has_open_edges(cpu) &&
           !ripple_cpu_is_governed(cpu) && !ripple_cpu_has_current(cpu);
}
