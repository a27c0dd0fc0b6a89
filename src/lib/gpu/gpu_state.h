/* SPDX-License-Identifier: MIT */
/*
 * A small buffer with the GPU's state of the water beside its planes, so that
 * no step waits for the CPU: the governor, whether anything moves, and the
 * group counts of programs that run only if needed.
 *
 * The CPU learns with a delay that water is calm: it requests a copy now and
 * then, and reads the copy once it has arrived.
 */
#ifndef RIPPLE_GPU_GPU_STATE_H
#define RIPPLE_GPU_GPU_STATE_H

#include "lib/gpu/gl.h"
#include "lib/gpu/gpu_layout.h"
#include "lib/water/advection.h"
#include "lib/water/governor.h"

typedef struct GpuState {
    GLuint buffer, copy, staging; /* 0: none */
    GLsync arrival;               /* signals the copy; NULL: none is pending */
} GpuState;

/* Group counts of programs over all pairs of cells, and over all tiles. */
typedef struct StateGroups {
    int pairs, rows, tile_columns, tile_rows;
} StateGroups;

/* Sets the whole state; any[i]: plane i is not all 0. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_gpu_state_write(GpuState *state, const Gl *gl,
                           const Governor *governor,
                           const AdvectionSchedule *schedule, const int any[4],
                           const StateGroups *groups);

/* Reads the governor, including energy added by stones, and phase and leads of
   the schedule. Waits. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_gpu_state_read(GpuState *state, const Gl *gl, Governor *governor,
                          AdvectionSchedule *schedule);

/* Requests a copy unless one is pending. Returns 1 if it did. */
int ripple_gpu_state_ask(GpuState *state, const Gl *gl);

/* Reads the requested copy, STATE_SIZE uints. Returns 1 if it has arrived, else
   0. */
int ripple_gpu_state_take(GpuState *state, const Gl *gl, uint32_t *copy);

/* Deletes all buffers and the request. */
void ripple_gpu_state_clear(GpuState *state, const Gl *gl);

#endif
