/* SPDX-License-Identifier: MIT */
#include "lib/gpu/passes.h"

#include "lib/util/fixed.h"

#include <string.h>

#define TURNS RIPPLE_SOLVER_TURNS

/* Pairs of an edge, and of stones, of one group (the shaders' sizes). */
#define GROUP_EDGE   64
#define GROUP_STONES 64

/* With many pairs an invocation steps some that lie above each other, which
   loads less; few pairs would not fill a GPU, then. */
#define MANY_PAIRS ((size_t)1 << 20)
#define ROWS_EACH  8

static ProgramKind plain_program(const Cpu *cpu)
{
    return ripple_cpu_mask(cpu) != NULL ? PROGRAM_STEP_OPEN : PROGRAM_STEP;
}

static ProgramKind open_program(const Cpu *cpu)
{
    return ripple_cpu_mask(cpu) != NULL ? PROGRAM_EDGES_MASK : PROGRAM_EDGES;
}

static ProgramKind advect_program(const Cpu *cpu)
{
    return ripple_cpu_mask(cpu) != NULL ? PROGRAM_ADVECT_MASK : PROGRAM_ADVECT;
}

int ripple_passes_prepare(Programs *programs, const Gl *gl, const Cpu *cpu)
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
        {open_program(cpu), plain, ripple_solver_has_open_edges(cpu)},
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
    int size = (int)ripple_solver_plane_size(solver);
    int part = solver->part_planes > 0 ? size : 0, parts = part * solver->turns;

    numbers[NUMBER_NEXT] = size * solver->heights.next;
    numbers[NUMBER_NOW] = size * solver->heights.now;
    numbers[NUMBER_BEFORE] = size * solver->heights.before;
    numbers[NUMBER_NEXT_PARTS] = parts + part * solver->parts.next;
    numbers[NUMBER_NOW_PARTS] = parts + part * solver->parts.now;
    numbers[NUMBER_BEFORE_PARTS] = parts + part * solver->parts.before;
}

/* The place of a note: 0 of `now`, 1 of the next step, 2 of `before`. */
static int find_note(const Solver *solver, int i)
{
    return STATE_ANY + (solver->note + i) % TURNS;
}

static void set_notes(int *numbers, const Solver *solver)
{
    numbers[NUMBER_NOW_ANY] = find_note(solver, 0);
    numbers[NUMBER_NEXT_ANY] = find_note(solver, 1);
    numbers[NUMBER_BEFORE_ANY] = find_note(solver, 2);
}

static void set_shape(int *numbers, const Solver *solver, const Cpu *cpu)
{
    const OpenBoundary *open = &cpu->boundary.open;
    const Advection *flow = &cpu->advection;

    numbers[NUMBER_COLUMNS] = solver->columns;
    numbers[NUMBER_ROWS] = solver->rows;
    numbers[NUMBER_PITCH] = solver->pitch;
    numbers[NUMBER_TILES] = cpu->field.tile_columns;
    numbers[NUMBER_KINDS] = (int)ripple_solver_plane_size(solver);
    numbers[NUMBER_WRAPS] = cpu->boundary.kind == RIPPLE_EDGES_WRAP;
    numbers[NUMBER_IS_FIXED] = cpu->boundary.kind == RIPPLE_EDGES_FIXED;
    numbers[NUMBER_HAS_FLOW_MAP] = flow->workspace.rows != NULL;
    numbers[NUMBER_FLOW_X] = flow->x;
    numbers[NUMBER_FLOW_Y] = flow->y;
    numbers[NUMBER_FLOW_INTERVAL] =
        ripple_cpu_has_current(cpu) ? flow->schedule.interval : 0;
    numbers[NUMBER_OPEN_SUM] = open->sum;
    numbers[NUMBER_OPEN_PRODUCT] = open->product;
    numbers[NUMBER_RESISTS_BESIDE] = open->resists[0];
    numbers[NUMBER_RESISTS_BETWEEN] = open->resists[1];
    numbers[NUMBER_OPEN_MAX_HEIGHT] = open->max_height;
    numbers[NUMBER_HAS_OPEN_EDGES] = ripple_solver_has_open_edges(cpu);
    numbers[NUMBER_IS_GOVERNED] = ripple_cpu_is_governed(cpu);
    numbers[NUMBER_FIELD_MAX] = cpu->field.max_height;
    numbers[NUMBER_TILE_ROW_COUNT] = cpu->field.tile_rows;
    numbers[NUMBER_PAIR_GROUPS] =
        ripple_gl_groups(solver->pitch, RIPPLE_SOLVER_GROUP_PAIRS);
    numbers[NUMBER_ROWS_EACH] =
        ripple_solver_plane_size(solver) < MANY_PAIRS ? 1 : ROWS_EACH;
    numbers[NUMBER_ROW_GROUPS] =
        ripple_gl_groups(solver->rows, RIPPLE_SOLVER_GROUP_ROWS);
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

void ripple_passes_numbers(const Solver *solver, const Cpu *cpu, int *numbers)
{
    set_planes(numbers, solver);
    set_notes(numbers, solver);
    set_shape(numbers, solver, cpu);
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

static void begin(Pass *pass)
{
    const Solver *solver = pass->solver;

    pass->plain = (int)pass->cpu->plain_stencil.kind;
    pass->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, solver->water);
    pass->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, solver->ground);
    pass->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, solver->state.buffer);
    memset(pass->numbers, 0, sizeof pass->numbers);
    ripple_passes_numbers(solver, pass->cpu, pass->numbers);
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

/* A step goes over several rows at once. */
static void run_step(const Pass *pass, ProgramKind kind, int variant)
{
    int rows =
        ripple_gl_groups(pass->solver->rows, pass->numbers[NUMBER_ROWS_EACH]);

    run(pass, kind, variant, pass->numbers[NUMBER_PAIR_GROUPS],
        ripple_gl_groups(rows, RIPPLE_SOLVER_GROUP_ROWS));
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
    run_step(pass, plain_program(pass->cpu), pass->plain);
    if (ripple_cpu_mask(pass->cpu) != NULL) {
        set_stencil(pass->numbers, &pass->cpu->stencil);
        run_step(pass, PROGRAM_STEP_MIXED, (int)pass->cpu->stencil.kind);
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

static void set_places(int *numbers, int from, int to)
{
    numbers[NUMBER_FROM] = numbers[from];
    numbers[NUMBER_TO] = numbers[to];
}

/* Moves `before` or the new heights, with their fractions, into the other one's
   plane, whose own heights nothing needs then. */
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
    run_all_pairs(pass, advect_program(pass->cpu), pass->plain);
    swap(&solver->heights.next, &solver->heights.before);
    if (pass->cpu->field.speeds.cells == NULL)
        swap(&solver->parts.next, &solver->parts.before);
}

static void move_speeds(Pass *pass)
{
    SolverPlanes *parts = &pass->solver->parts;

    set_places(pass->numbers, NUMBER_NOW_PARTS, NUMBER_BEFORE_PARTS);
    run_all_pairs(pass, advect_program(pass->cpu), pass->plain);
    swap(&parts->now, &parts->before);
}

/* Sets where a step notes whether its heights are 0: in a current the last pass
   after it does that. */
static void set_note(Pass *pass, int is_last)
{
    pass->numbers[NUMBER_NEXT_ANY] =
        is_last ? find_note(pass->solver, 1) : STATE_IGNORED;
}

/* The passes before a step, or those that follow it. */
static void advect(Pass *pass, int follows)
{
    int passes = pass->cpu->advection.schedule.passes;

    pass->numbers[NUMBER_FOLLOWS] = follows;
    pass->gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, pass->solver->flow);
    for (int i = 0; i < passes; i++) {
        set_note(pass, follows && i == passes - 1);
        if (!follows && pass->cpu->field.speeds.cells != NULL)
            move_speeds(pass);
        else
            move_heights(pass, follows);
        set_planes(pass->numbers, pass->solver);
        await(pass);
    }
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
void ripple_passes_step(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu)
{
    Pass pass = {solver, gl, programs, cpu, 0, {0}};
    int is_governed = ripple_cpu_is_governed(cpu);
    int has_current = ripple_cpu_has_current(cpu);

    begin(&pass);
    if (is_governed)
        take_loss(&pass);
    if (has_current)
        advect(&pass, 0);
    step_cells(&pass);
    if (is_governed) {
        run_if_needed(&pass, PROGRAM_MEASURE, STATE_MEASURE_GROUPS);
        await(&pass);
    }
    if (ripple_solver_has_open_edges(cpu))
        open_edges(&pass);
    if (has_current)
        advect(&pass, 1);
    if (is_governed)
        govern(&pass);
    ripple_solver_turn(solver);
}

void ripple_passes_drop(Solver *solver, const Gl *gl, const Programs *programs,
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
