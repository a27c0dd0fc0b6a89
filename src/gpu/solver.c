/* SPDX-License-Identifier: MIT */
#include "gpu/solver.h"

#include "base/fixed.h"
#include "kernels/scalar.h"

#include <stdlib.h>
#include <string.h>

#define TURNS 3

/* Pairs of cells, rows and pairs of an edge of one group (the shaders' sizes).
 */
#define GROUP_PAIRS 32
#define GROUP_ROWS  4
#define GROUP_EDGE  64

static size_t plane_size(const Solver *solver)
{
    return (size_t)solver->pitch * (size_t)solver->rows;
}

static size_t water_bytes(const Solver *solver)
{
    return plane_size(solver) * (size_t)(TURNS + solver->part_planes) *
           sizeof(uint32_t);
}

static int count_parts(const Field *field)
{
    return field->speeds.cells != NULL    ? 1
           : field->now.fractions != NULL ? TURNS
                                          : 0;
}

/* Makes a buffer, or one of another size. Returns 0 or RIPPLE_ERROR_GPU. */
static int make_buffer(GLuint *buffer, const Gl *gl, size_t bytes)
{
    GLint64 limit = 0;

    gl->GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    if (bytes > (uint64_t)limit || bytes / sizeof(uint32_t) > INT32_MAX)
        return RIPPLE_ERROR_GPU;
    if (*buffer == 0)
        gl->GenBuffers(1, buffer);
    gl->BindBuffer(GL_SHADER_STORAGE_BUFFER, *buffer);
    gl->BufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)bytes, NULL,
                   GL_DYNAMIC_COPY);
    return ripple_gl_has_failed(gl) ? RIPPLE_ERROR_GPU : RIPPLE_OK;
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
    solver->copy = fitting.copy = malloc(water_bytes(&fitting));
    if (fitting.copy == NULL ||
        make_buffer(&fitting.water, gl, water_bytes(&fitting)) != RIPPLE_OK) {
        solver->water = fitting.water;
        return RIPPLE_ERROR_GPU;
    }
    *solver = fitting;
    return RIPPLE_OK;
}

/* The bytes of a buffer from `place` on, `count` uints, or NULL. */
static uint32_t *map(const Gl *gl, GLuint buffer, size_t place, size_t count,
                     GLbitfield access)
{
    gl->BindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    return gl->MapBufferRange(GL_SHADER_STORAGE_BUFFER,
                              (GLintptr)(place * sizeof(uint32_t)),
                              (GLsizeiptr)(count * sizeof(uint32_t)), access);
}

/* Returns 0 or RIPPLE_ERROR_GPU. */
static int unmap(const Gl *gl)
{
    int is_whole = gl->UnmapBuffer(GL_SHADER_STORAGE_BUFFER);

    return ripple_gl_has_failed(gl) || !is_whole ? RIPPLE_ERROR_GPU : RIPPLE_OK;
}

/* Rows of cells to rows of pairs, whose last cell may be one too many, and
   back. */
static void pack(uint32_t *to, const Solver *solver, const int16_t *cells,
                 size_t stride)
{
    for (int y = 0; y < solver->rows; y++) {
        memcpy(to, cells, (size_t)solver->columns * sizeof *cells);
        to += solver->pitch;
        cells += stride;
    }
}

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

    if (plane == TURNS && field->speeds.cells != NULL)
        return field->speeds.cells;
    return age < COUNT(planes) ? ripple_field_part(planes[age], plane >= TURNS)
                               : NULL;
}

int ripple_solver_write(Solver *solver, const Gl *gl, const Cpu *cpu)
{
    const Field *field = &cpu->field;
    uint32_t *to;
    int error = fit_water(solver, gl, field);

    if (error != RIPPLE_OK)
        return error;
    solver->turn = 0;
    gl->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    to = map(gl, solver->water, 0, water_bytes(solver) / sizeof *to,
             GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    for (int i = 0; i < TURNS + solver->part_planes; i++) {
        const int16_t *cells = find_cells(field, i, solver->turn);

        if (cells != NULL)
            pack(to + (size_t)i * plane_size(solver), solver, cells,
                 field->stride);
    }
    return unmap(gl);
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
    error =
        make_buffer(&solver->ground, gl, (cells + tiles) * sizeof(uint32_t));
    if (error != RIPPLE_OK)
        return error;
    to = map(gl, solver->ground, 0, cells + tiles,
             GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    pack(to, solver, mask->depth_map, mask->stride);
    for (size_t i = 0; i < tiles; i++)
        to[cells + i] = mask->kinds[i];
    return unmap(gl);
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
    StencilKind plain = cpu->plain_stencil.kind;

    if (ripple_programs_find(programs, gl, plain, plain_program(cpu)) == 0 ||
        (ripple_cpu_mask(cpu) != NULL &&
         ripple_programs_find(programs, gl, cpu->stencil.kind,
                              PROGRAM_STEP_MIXED) == 0) ||
        (has_open_edges(cpu) &&
         ripple_programs_find(programs, gl, plain, open_program(cpu)) == 0))
        return RIPPLE_ERROR_GPU;
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
        int plane = (solver->turn + 1 - age + TURNS) % TURNS;
        int part = solver->part_planes == TURNS ? TURNS + plane : TURNS;

        numbers[heights[age]] = size * plane;
        numbers[parts[age]] = solver->part_planes > 0 ? size * part : 0;
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

/* Runs a program for x times y groups. */
static void dispatch(const Gl *gl, GLuint program, const int *numbers, int x,
                     int y)
{
    gl->UseProgram(program);
    gl->Uniform1iv(0, NUMBER_COUNT, numbers);
    gl->DispatchCompute((GLuint)x, (GLuint)y, 1);
}

static int count_groups(int count, int size)
{
    return (count + size - 1) / size;
}

void ripple_solver_step(Solver *solver, const Gl *gl, Programs *programs,
                        const Cpu *cpu)
{
    StencilKind plain = cpu->plain_stencil.kind;
    int numbers[NUMBER_COUNT];
    int x = count_groups(solver->pitch, GROUP_PAIRS);
    int y = count_groups(solver->rows, GROUP_ROWS);

    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, solver->water);
    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, solver->ground);
    set_planes(numbers, solver);
    set_shape(numbers, solver, cpu);
    set_stencil(numbers, &cpu->plain_stencil);
    dispatch(gl, programs->names[plain][plain_program(cpu)], numbers, x, y);
    if (ripple_cpu_mask(cpu) != NULL) {
        set_stencil(numbers, &cpu->stencil);
        dispatch(gl, programs->names[cpu->stencil.kind][PROGRAM_STEP_MIXED],
                 numbers, x, y);
    }
    gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    if (has_open_edges(cpu)) {
        dispatch(
            gl, programs->names[plain][open_program(cpu)], numbers,
            count_groups(2 * (solver->pitch + solver->rows - 2), GROUP_EDGE),
            1);
        gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    solver->turn = (solver->turn + 1) % TURNS;
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

int ripple_solver_read(Solver *solver, const Gl *gl, Field *field)
{
    const uint32_t *from;

    gl->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    from = map(gl, solver->water, 0, water_bytes(solver) / sizeof *from,
               GL_MAP_READ_BIT);
    if (from != NULL)
        memcpy(solver->copy, from, water_bytes(solver));
    if (from == NULL || unmap(gl) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
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
    gl->DeleteBuffers(1, &solver->water);
    gl->DeleteBuffers(1, &solver->ground);
    free(solver->copy);
    *solver = (Solver){0};
}
