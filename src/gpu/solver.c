/* SPDX-License-Identifier: MIT */
#include "gpu/solver.h"

#include "base/fixed.h"
#include "gpu/buffers.h"
#include "kernels/scalar.h"

#include <stdlib.h>
#include <string.h>

#define TURNS 3
#define UINT  sizeof(uint32_t)

/* Pairs of cells, rows and pairs of an edge of one group (the shaders' sizes).
 */
#define GROUP_PAIRS 32
#define GROUP_ROWS  4
#define GROUP_EDGE  64

#define GROUP_STONES 64

static size_t plane_size(const Solver *solver)
{
    return (size_t)solver->pitch * (size_t)solver->rows;
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

/* Makes the buffer of water for a field unless it is there. */
static int fit_water(Solver *solver, const Gl *gl, const Field *field)
{
    Solver fitting = *solver;

    if (solver->columns == field->columns && solver->rows == field->rows &&
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

/* What a plane of the GPU holds between steps; NULL: nothing. In turn 0 `now`
   is plane 0, `before` plane 2; parts are in the same order. */
static int16_t *find_cells(const Field *field, int plane, int turn)
{
    int age = (turn - plane % TURNS + TURNS) % TURNS;
    const Plane *planes[] = {&field->now, &field->before};

    if (plane >= TURNS && field->speeds.cells != NULL)
        return age == 0 ? field->speeds.cells : NULL;
    return age < COUNT(planes) ? ripple_field_part(planes[age], plane >= TURNS)
                               : NULL;
}

/* Plane 0 is `now`, then. */
static int write_state(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Field *field = &cpu->field;
    const int any[TURNS] = {!ripple_field_plane_is_zero(field, &field->now), 0,
                            !ripple_field_plane_is_zero(field, &field->before)};
    const StateGroups groups = {ripple_gl_groups(solver->pitch, GROUP_PAIRS),
                                ripple_gl_groups(solver->rows, GROUP_ROWS),
                                field->tile_columns, field->tile_rows};

    return ripple_gpu_state_write(&solver->state, gl, &cpu->governor, any,
                                  &groups);
}

int ripple_solver_write(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Field *field = &cpu->field;
    uint32_t *to;
    int error = fit_water(solver, gl, field);

    if (error != RIPPLE_OK)
        return error;
    solver->turn = 0;
    to = ripple_buffer_map(gl, solver->water, 0, water_size(solver));
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    for (int i = 0; i < TURNS + solver->part_planes; i++) {
        const int16_t *cells = find_cells(field, i, solver->turn);

        if (cells != NULL)
            ripple_buffer_pack(to + (size_t)i * plane_size(solver), cells,
                               solver->columns, solver->rows, field->stride);
    }
    error = ripple_buffer_unmap(gl);
    return error == RIPPLE_OK ? write_state(solver, gl, cpu) : error;
}

int ripple_solver_write_mask(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Mask *mask = ripple_cpu_mask(cpu);
    size_t cells = plane_size(solver);
    size_t tiles =
        (size_t)cpu->field.tile_columns * (size_t)cpu->field.tile_rows;
    uint32_t *to;
    int error;

    if (mask == NULL)
        return RIPPLE_OK;
    error = ripple_buffer_make(&solver->ground, gl, cells + tiles);
    if (error != RIPPLE_OK)
        return error;
    to = ripple_buffer_map(gl, solver->ground, 0, cells + tiles);
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    ripple_buffer_pack(to, mask->depth_map, solver->columns, solver->rows,
                       mask->stride);
    for (size_t i = 0; i < tiles; i++)
        to[cells + i] = mask->kinds[i];
    return ripple_buffer_unmap(gl);
}

static ProgramKind plain_program(const Cpu *cpu)
{
    return ripple_cpu_mask(cpu) != NULL ? PROGRAM_STEP_OPEN : PROGRAM_STEP;
}

static ProgramKind open_program(const Cpu *cpu)
{
    return ripple_cpu_mask(cpu) != NULL ? PROGRAM_EDGES_MASK : PROGRAM_EDGES;
}

static int has_open_edges(const Cpu *cpu)
{
    return cpu->boundary.kind == RIPPLE_EDGES_OPEN;
}

int ripple_solver_prepare(Programs *programs, const Gl *gl, const Cpu *cpu)
{
    int plain = cpu->plain_stencil.kind, mixed = cpu->stencil.kind;
    int has_mask = ripple_cpu_mask(cpu) != NULL;
    int is_governed = ripple_cpu_is_governed(cpu);
    const struct {
        ProgramKind kind;
        int variant, is_needed;
    } needed[] = {
        {plain_program(cpu), plain, 1},
        {PROGRAM_STEP_MIXED, mixed, has_mask},
        {open_program(cpu), plain, has_open_edges(cpu)},
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

    for (int age = 0; age < TURNS; age++) {
        static const int heights[TURNS] = {NUMBER_NEXT, NUMBER_NOW,
                                           NUMBER_BEFORE};
        static const int parts[TURNS] = {NUMBER_NEXT_PARTS, NUMBER_NOW_PARTS,
                                         NUMBER_BEFORE_PARTS};
        static const int notes[TURNS] = {NUMBER_NEXT_ANY, NUMBER_NOW_ANY,
                                         NUMBER_BEFORE_ANY};
        int plane = (solver->turn + 1 - age + TURNS) % TURNS;

        numbers[heights[age]] = size * plane;
        numbers[parts[age]] =
            solver->part_planes > 0 ? size * (TURNS + plane) : 0;
        numbers[notes[age]] = STATE_ANY + plane;
    }
}

static void set_shape(int *numbers, const Solver *solver, const Cpu *cpu)
{
    const OpenBoundary *open = &cpu->boundary.open;

    numbers[NUMBER_COLUMNS] = solver->columns;
    numbers[NUMBER_ROWS] = solver->rows;
    numbers[NUMBER_PITCH] = solver->pitch;
    numbers[NUMBER_TILES] = cpu->field.tile_columns;
    numbers[NUMBER_KINDS] = (int)plane_size(solver);
    numbers[NUMBER_WRAPS] = cpu->boundary.kind == RIPPLE_EDGES_WRAP;
    numbers[NUMBER_IS_FIXED] = cpu->boundary.kind == RIPPLE_EDGES_FIXED;
    numbers[NUMBER_OPEN_SUM] = open->sum;
    numbers[NUMBER_OPEN_PRODUCT] = open->product;
    numbers[NUMBER_RESISTS_BESIDE] = open->resists[0];
    numbers[NUMBER_RESISTS_BETWEEN] = open->resists[1];
    numbers[NUMBER_OPEN_MAX_HEIGHT] = open->max_height;
    numbers[NUMBER_HAS_OPEN_EDGES] = has_open_edges(cpu);
    numbers[NUMBER_IS_GOVERNED] = ripple_cpu_is_governed(cpu);
    numbers[NUMBER_FIELD_MAX] = cpu->field.max_height;
    numbers[NUMBER_TILE_ROW_COUNT] = cpu->field.tile_rows;
    numbers[NUMBER_PAIR_GROUPS] = ripple_gl_groups(solver->pitch, GROUP_PAIRS);
    numbers[NUMBER_ROW_GROUPS] = ripple_gl_groups(solver->rows, GROUP_ROWS);
}

static void set_stencil(int *numbers, const Stencil *stencil)
{
    numbers[NUMBER_MIRROR] = stencil->mirror;
    numbers[NUMBER_DAMPING] = stencil->damping;
    numbers[NUMBER_W_PREV] = stencil->w_prev;
    numbers[NUMBER_W_NOW] = stencil->w_now;
    numbers[NUMBER_W_EDGE] = stencil->w_edge;
    numbers[NUMBER_W_DIAG] = stencil->w_diag;
    numbers[NUMBER_W_REST] = stencil->w_rest;
    numbers[NUMBER_IS_DAMPED] = stencil->is_damped;
    numbers[NUMBER_SPEED_KEPT] = stencil->speed_kept;
    numbers[NUMBER_STIFFNESS] = stencil->stiffness;
    numbers[NUMBER_FRICTION] = stencil->friction;
    numbers[NUMBER_HEIGHT_KEPT] = stencil->height_kept;
    numbers[NUMBER_MAX_SPEED] = stencil->max_speed;
    numbers[NUMBER_MAX_HEIGHT] = stencil->max_height;
}

/* The governor's, of water that has one. */
static void set_rates(int *numbers, const Cpu *cpu)
{
    set_stencil(numbers, &cpu->stencil);
    numbers[NUMBER_LOST_SHARE] = (int)ripple_governor_lost_share(&cpu->stencil);
    numbers[NUMBER_FALL] = ripple_governor_fall(&cpu->stencil);
}

void ripple_solver_numbers(const Solver *solver, const Cpu *cpu, int *numbers)
{
    set_planes(numbers, solver);
    set_shape(numbers, solver, cpu);
}

/* A run of programs over the planes. */
typedef struct Pass {
    const Solver *solver;
    const Gl *gl;
    const Programs *programs;
    const Cpu *cpu;
    int plain; /* kind of stencil */
    int numbers[NUMBER_COUNT];
} Pass;

static void begin(Pass *pass)
{
    const Solver *solver = pass->solver;

    pass->plain = pass->cpu->plain_stencil.kind;
    pass->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, solver->water);
    pass->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, solver->ground);
    pass->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, solver->state.buffer);
    memset(pass->numbers, 0, sizeof pass->numbers);
    ripple_solver_numbers(solver, pass->cpu, pass->numbers);
    set_stencil(pass->numbers, &pass->cpu->plain_stencil);
}

static void run(const Pass *pass, ProgramKind kind, int variant, int x, int y)
{
    ripple_programs_run(pass->programs, pass->gl, kind, variant, pass->numbers,
                        x, y);
}

static void run_all_pairs(const Pass *pass, ProgramKind kind, int variant)
{
    run(pass, kind, variant, pass->numbers[NUMBER_PAIR_GROUPS],
        pass->numbers[NUMBER_ROW_GROUPS]);
}

static void run_if_needed(const Pass *pass, ProgramKind kind, int place)
{
    ripple_programs_run_groups(pass->programs, pass->gl, kind, pass->plain,
                               pass->numbers, pass->solver->state.buffer,
                               place);
}

static void await(const Pass *pass)
{
    pass->gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT |
                            GL_COMMAND_BARRIER_BIT);
}

static void take_loss(const Pass *pass)
{
    run_if_needed(pass, PROGRAM_REDUCE, STATE_REDUCE_GROUPS);
    await(pass);
    run_if_needed(pass, PROGRAM_LOOK, STATE_REDUCE_GROUPS);
    await(pass);
}

static void step_cells(Pass *pass)
{
    run_all_pairs(pass, plain_program(pass->cpu), pass->plain);
    if (ripple_cpu_mask(pass->cpu) != NULL) {
        set_stencil(pass->numbers, &pass->cpu->stencil);
        run_all_pairs(pass, PROGRAM_STEP_MIXED, pass->cpu->stencil.kind);
    }
    await(pass);
}

static void open_edges(const Pass *pass)
{
    const Solver *solver = pass->solver;
    int pairs = 2 * (solver->pitch + solver->rows - 2);

    run(pass, open_program(pass->cpu), pass->plain,
        ripple_gl_groups(pairs, GROUP_EDGE), 1);
    await(pass);
}

static void govern(Pass *pass)
{
    set_rates(pass->numbers, pass->cpu);
    run(pass, PROGRAM_GOVERN, pass->plain, 1, 1);
    await(pass);
    run_if_needed(pass, PROGRAM_RESET, STATE_RESET_GROUPS);
    await(pass);
}

/* Energy is measured before waves leave through the edges, as on the CPU. */
void ripple_solver_step(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu)
{
    Pass pass = {solver, gl, programs, cpu, 0, {0}};
    int is_governed = ripple_cpu_is_governed(cpu);

    begin(&pass);
    if (is_governed)
        take_loss(&pass);
    step_cells(&pass);
    if (is_governed) {
        run_if_needed(&pass, PROGRAM_MEASURE, STATE_MEASURE_GROUPS);
        await(&pass);
    }
    if (has_open_edges(cpu))
        open_edges(&pass);
    if (is_governed)
        govern(&pass);
    solver->turn = (solver->turn + 1) % TURNS;
}

void ripple_solver_drop(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu, Stones *stones)
{
    Pass pass = {solver, gl, programs, cpu, 0, {0}};
    int count = ripple_stones_write(stones, gl);

    if (count == 0)
        return;
    begin(&pass);
    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, stones->buffer);
    pass.numbers[NUMBER_STONE_COUNT] = count;
    run(&pass, PROGRAM_STONES, pass.plain,
        ripple_gl_groups(count, GROUP_STONES), 1);
    await(&pass);
    if (ripple_cpu_is_governed(cpu)) {
        run_all_pairs(&pass, PROGRAM_LOOK, pass.plain);
        await(&pass);
    }
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
    size_t size = plane_size(solver);

    for (int i = 0; i < TURNS + solver->part_planes; i++) {
        size_t place = (size_t)i * size;
        const uint32_t *from;

        if (find_cells(field, i, solver->turn) == NULL)
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
    Governor governor;

    if (read_planes(solver, gl, field) != RIPPLE_OK ||
        ripple_gpu_state_read(&solver->state, gl, &governor) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    cpu->governor = governor;
    for (int i = 0; i < TURNS + solver->part_planes; i++) {
        int16_t *cells = find_cells(field, i, solver->turn);

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
    ripple_buffer_delete(&solver->staging, gl);
    ripple_gpu_state_clear(&solver->state, gl);
    free(solver->copy);
    *solver = (Solver){0};
}
