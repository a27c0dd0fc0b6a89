/* SPDX-License-Identifier: MIT */
/*
 * All that moves in a pool, in a form that belongs to no backend: with it water
 * goes on in another backend, or from an earlier moment, with the same bits.
 * Size, settings and mask are not part of it.
 */
#ifndef RIPPLE_CPU_STATE_H
#define RIPPLE_CPU_STATE_H

#include "lib/water/advection.h"
#include "lib/water/field.h"
#include "lib/water/governor.h"

typedef struct BackendState {
    int columns, rows;
    /* (columns + 2) x (rows + 2) values with a halo of one cell, row by row */
    /* heights: the newest, those of the step before; in 1/2^12 if the model has
       fractions */
    int32_t *now, *before;
    int32_t *velocities; /* in 1/16 of a height a step; zeros if the model
                            has none */
    Governor governor;
    uint32_t swell_step; /* see Swell */
    Advection advection; /* the current as it was solved, and its phase */
    void *memory;
} BackendState;

/* Makes calm water with a copy of a current. Returns 0 or RIPPLE_ERROR_MEMORY;
   on error *state is as after ripple_state_clear. */
int ripple_state_init(BackendState *state, int columns, int rows,
                      const Advection *advection);

/* Frees the memory and zeroes the struct. */
void ripple_state_clear(BackendState *state);

/* Copies between a state and the planes of the CPU backend. After a load the
   halo is stale. */
void ripple_state_save(BackendState *state, const Field *field);
void ripple_state_load(const BackendState *state, Field *field);

#endif
