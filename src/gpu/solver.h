/* SPDX-License-Identifier: MIT */
/*
 * The planes of a field in a buffer of the GPU, and the steps that move them
 * there. Three planes of heights take turns, as do three of their fractions or
 * of speeds.
 *
 *     water   heights | heights | heights | parts ...   two cells a uint
 *     ground  depth map | kinds of tiles
 *
 * Invariant: a function that fails has changed nothing of a field.
 */
#ifndef RIPPLE_GPU_SOLVER_H
#define RIPPLE_GPU_SOLVER_H

#include "backend/cpu_water.h"
#include "gpu/programs.h"
#include "gpu/state.h"
#include "gpu/stones.h"

typedef struct Solver {
    int columns, rows, pitch; /* of the buffers; 0: there are none */
    int part_planes;          /* fractions or speeds: 3, else 0 */
    int turn;                 /* of the planes: `now` is plane turn % 3 */
    GLuint water, ground;     /* 0: none */
    uint32_t *copy;           /* of the planes, when they are read */
    GLuint staging;           /* through which planes are read; 0: none */
    GpuState state;
} Solver;

/* Copies the heights of the CPU's field to the GPU. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_solver_write(Solver *solver, const Gl *gl, const Cpu *cpu);

/* Copies its mask, if it has one. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_solver_write_mask(Solver *solver, const Gl *gl, const Cpu *cpu);

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

/* Copies heights and governor back, and sets the flags of the field. Returns 0
   or RIPPLE_ERROR_GPU. */
int ripple_solver_read(Solver *solver, const Gl *gl, Cpu *cpu);

/* Deletes the buffers. */
void ripple_solver_clear(Solver *solver, const Gl *gl);

#endif
