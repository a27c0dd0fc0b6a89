/* SPDX-License-Identifier: MIT */
/*
 * The planes of a field in a buffer of the GPU. Three planes of heights take
 * turns, as do three of fractions or speeds.
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
 * Drawing a frame and the step after it read the same heights. So where a step
 * is one program, of integers without mask, open edges, current and governor, a
 * plain frame's draw (draw.glsl) writes that step to `next`, and the step
 * itself only turns the planes. Stones that fall in between are dropped into
 * `now`, and mend.glsl steps the cells around them again. The step ahead is
 * dropped when heights are read or written, which a change of settings does.
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

#define RIPPLE_SOLVER_TURNS 3 /* planes */
#define RIPPLE_SOLVER_NOTES 4 /* of those, and of the step after the next */

/* Which plane is which; they take turns. */
typedef struct SolverPlanes {
    int next, now, before;
} SolverPlanes;

typedef struct Solver {
    int columns, rows, pitch; /* of the buffers; 0: there are none */
    int part_planes;          /* fractions or speeds: 3, else 0 */
    SolverPlanes heights, parts;
    int note;             /* of the newest plane, at state[STATE_ANY + note] */
    int has_next;         /* `next` already has the step after `now` */
    int has_changed;      /* the state of the governor, since the step */
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

/* Sets the numbers of planes, shape and plain stencil. */
void ripple_solver_set_numbers(const Solver *solver, const Cpu *cpu,
                               int *numbers);

/* Steps the heights of the GPU with the stencils and edges of the CPU's water.
   Call ripple_solver_prepare first. */
void ripple_solver_step(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu);

/* Drops the stones of a list, and empties it. A step follows if
   `is_stepped`. */
void ripple_solver_drop(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu, Stones *stones, int is_stepped);

/* Returns 1 if a plain draw may write the next step, which is not there yet. */
int ripple_solver_can_lead(const Solver *solver, const Cpu *cpu);

#endif
