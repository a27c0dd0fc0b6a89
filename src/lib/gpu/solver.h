/* SPDX-License-Identifier: MIT */
/*
 * The planes of a field in a buffer of the GPU. Two or three planes of heights
 * take turns, as do three of their fractions or of speeds.
 *
 *     water   heights | heights | ... | parts | ...     two cells a uint
 *     ground  depth map | kinds of tiles
 *     flow    rows of cells, of 4 uints | rows of FlowWorkspace.values
 *
 * A step and all that belongs to it are runs of programs over these planes:
 *
 *     reduce, look | advect | step | measure | edges | advect | govern | reset
 *
 * Those of a governor run in water that has one, and some only if the program
 * `govern` of the step before has asked for them; edges if they are open;
 * advect in a current, before and after each step.
 *
 * Invariant: a function that fails has changed nothing of a field.
 */
#ifndef RIPPLE_GPU_SOLVER_H
#define RIPPLE_GPU_SOLVER_H

#include "lib/cpu/cpu.h"
#include "lib/gpu/gl.h"
#include "lib/gpu/gpu_state.h"
#include "lib/gpu/programs.h"
#include "lib/gpu/stone_list.h"

#define RIPPLE_SOLVER_TURNS 3 /* of planes, at most, and of notes */

/* Which of the planes that take turns has what. Of two, `next` writes over
   `before`. A current moves a plane into one that is free until the step. */
typedef struct SolverPlanes {
    int next, now, before;
} SolverPlanes;

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

/* Copies the heights of the CPU's field to the GPU. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_write(Solver *solver, const Gl *gl, const Cpu *cpu);

/* Copies its mask and the map of its current, if it has them. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_write_ground(Solver *solver, const Gl *gl, const Cpu *cpu);

/* Copies heights, governor and the schedule of a current back, and sets the
   flags of the field. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_solver_read(Solver *solver, const Gl *gl, Cpu *cpu);

/* Deletes the buffers. */
void ripple_solver_clear(Solver *solver, const Gl *gl);

/* Makes the programs that a step of this water needs. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_prepare(Programs *programs, const Gl *gl, const Cpu *cpu);

/* Sets the numbers of a program that follow from planes and shape. */
void ripple_solver_numbers(const Solver *solver, const Cpu *cpu, int *numbers);

/* Steps the heights of the GPU with the stencils and edges of the CPU's water;
   its programs must have been made. */
void ripple_solver_step(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu);

/* Has the stones of a list fall, and empties it. */
void ripple_solver_drop(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu, Stones *stones);

#endif
