/* SPDX-License-Identifier: MIT */
/*
 * The planes of a field in a buffer of the GPU. Two or three planes of heights
 * take turns, as do three of their fractions or of speeds.
 *
 *     water   heights | heights | ... | parts | ...     two cells a uint
 *     ground  depth map | kinds of tiles
 *     flow    rows of cells, of 4 uints | rows of FlowWorkspace.values
 *
 * Invariant: a function that fails has changed nothing of a field.
 */
#ifndef RIPPLE_GPU_SOLVER_H
#define RIPPLE_GPU_SOLVER_H

#include "lib/cpu/cpu_water.h"
#include "lib/gpu/gl_loader.h"
#include "lib/gpu/state.h"

#define RIPPLE_SOLVER_TURNS 3 /* of planes, at most, and of notes */

/* Which of the planes that take turns has what. Of two, `next` writes over
   `before`. A current moves a plane into one that is free until the step. */
typedef struct SolverPlanes {
    int next, now, before;
} SolverPlanes;

/* Pairs of cells and rows of a group of most programs (the shaders' sizes). */
#define RIPPLE_SOLVER_GROUP_PAIRS 32
#define RIPPLE_SOLVER_GROUP_ROWS  4

typedef struct Solver {
    int columns, rows, pitch; /* of the buffers; 0: there are none */
    int part_planes;          /* fractions or speeds: 3, else 0 */
    int turns;                /* planes that take turns: 2 or 3 */
    SolverPlanes heights, parts;
    int note;             /* of the newest plane: state[STATE_ANY + note] */
    GLuint water, ground; /* 0: none */
    GLuint flow;          /* of a current from a map; 0: none */
    uint32_t *copy;       /* of the planes, when they are read */
    GLuint staging;       /* through which planes are read; 0: none */
    GpuState state;
} Solver;

/* The uints of a plane. */
static inline size_t ripple_solver_plane_size(const Solver *solver)
{
    return (size_t)solver->pitch * (size_t)solver->rows;
}

static inline int ripple_solver_has_open_edges(const Cpu *cpu)
{
    return cpu->boundary.kind == RIPPLE_EDGES_OPEN;
}

/* Copies the heights of the CPU's field to the GPU. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_write(Solver *solver, const Gl *gl, const Cpu *cpu);

/* Copies its mask and the map of its current, if it has them. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_write_ground(Solver *solver, const Gl *gl, const Cpu *cpu);

/* Copies heights, governor and the schedule of a current back, and sets the
   flags of the field. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_solver_read(Solver *solver, const Gl *gl, Cpu *cpu);

/* After a step: its heights are `now`. */
void ripple_solver_turn(Solver *solver);

/* Deletes the buffers. */
void ripple_solver_clear(Solver *solver, const Gl *gl);

#endif
