/* SPDX-License-Identifier: MIT */
/*
 * Runs of programs over the planes of the GPU: a step with all that belongs to
 * it, and stones.
 *
 *     reduce, look | advect | step | measure | edges | advect | govern | reset
 *
 * Those of a governor run in water that has one, and some only if the program
 * `govern` of the step before has asked for them; edges if they are open;
 * advect in a current, before and after each step.
 */
#ifndef RIPPLE_GPU_PASSES_H
#define RIPPLE_GPU_PASSES_H

#include "lib/gpu/programs.h"
#include "lib/gpu/solver.h"
#include "lib/gpu/stones.h"

/* Makes the programs that a step of this water needs. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_passes_prepare(Programs *programs, const Gl *gl, const Cpu *cpu);

/* Sets the numbers of a program that follow from planes and shape. */
void ripple_passes_numbers(const Solver *solver, const Cpu *cpu, int *numbers);

/* Steps the heights of the GPU with the stencils and edges of the CPU's water;
   its programs must have been made. */
void ripple_passes_step(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu);

/* Has the stones of a list fall, and empties it. */
void ripple_passes_drop(Solver *solver, const Gl *gl, const Programs *programs,
                        const Cpu *cpu, Stones *stones);

#endif
