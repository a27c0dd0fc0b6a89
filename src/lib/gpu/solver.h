/* SPDX-License-Identifier: MIT */
/*
 * The planes of a field in a buffer of the GPU. Two or three planes of heights
 * take turns, as do three of fractions or speeds.
 *
 *     water   heights | heights | ... | parts | ...     two cells a uint
 *     ground  depth map | kinds of tiles
 *     flow    rows of cells, of 4 uints | rows of FlowWorkspace.values
 *
 * A step is a run of programs over these planes:
 *
 *     reduce, look | advect | step | measure | edges | advect | govern | reset
 *
 * reduce, look, measure, govern and reset run in water with a governor; some
 * only if `govern` of the step before planned them. edges runs if they are
 * open, advect in a current, before and after each step.
 *
 * Invariant: a function that fails leaves the field unchanged.
 */
#ifndef RIPPLE_GPU_SOLVER_H
#define RIPPLE_GPU_SOLVER_H

#include "lib/cpu/cpu.h"
#include "lib/gpu/gl.h"
#include "lib/gpu/gpu_state.h"
#include "lib/gpu/programs.h"
#include "lib/gpu/stone_list.h"

#define RIPPLE_SOLVER_TURNS 3 /* maximum number of planes, and of notes */

/* Which plane is which; they take turns. If there are two, `next` is `before`.
   Until the step, a current moves heights into a third one. */
typedef struct SolverPlanes {
    int next, now, before;
} SolverPlanes;

typedef struct Solver {
    int columns, rows, pitch; /* of the buffers; 0: there are none */
    int part_planes;          /* fractions or speeds: 3, else 0 */
    int turns;                /* planes that take turns: 2 or 3 */
    SolverPlanes heights, parts;
    int note;             /* of the newest plane, at state[STATE_ANY + note] */
    GLuint water, ground; /* 0: none */
    GLuint flow;          /* of a current from a map; 0: none */
    uint32_t *copy;       /* of the planes, for reading */
    GLuint staging;       /* for reading planes; 0: none */
    GpuState state;
} Solver;

/* Copies the heights of the CPU's field to the GPU. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_write(Solver *solver, const Gl *gl, const Cpu *cpu);

/* Copies the mask and the map of the current to the GPU, if any. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_write_ground(Solver *solver, const Gl *gl, const Cpu *cpu);

/* Reads heights, governor and the schedule of a current back, and sets the
   flags of the field. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_solver_read(Solver *solver, const Gl *gl, Cpu *cpu);

/* Deletes the buffers. */
void ripple_solver_clear(Solver *solver, const Gl *gl);

/* Compiles the programs for a step of this water. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_prepare(Programs *programs, const Gl *gl, const Cpu *cpu);

/* Sets the numbers that depend on planes and shape. */
void ripple_solver_set_numbers(const Solver *solver, const Cpu *cpu,
                               int *numbers);

/* Steps the heights of the GPU with the stencils and edges of the CPU's water.
   Call ripple_solver_prepare first. */
void ripple_solver_step(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu);

/* Drops the stones of a list, and empties it. */
void ripple_solver_drop(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu, Stones *stones);

#endif
