/* SPDX-License-Identifier: MIT */
/*
 * A small buffer with what the GPU knows of the water beside its planes, so
 * that no step waits for the CPU: the governor, whether anything moves, and how
 * many groups the programs have that run only if they are needed.
 *
 * The CPU learns late that water is calm: a copy is asked for now and then, and
 * looked at when it has arrived.
 */
#ifndef RIPPLE_GPU_GPU_STATE_H
#define RIPPLE_GPU_GPU_STATE_H

#include "lib/gpu/gl.h"
#include "lib/gpu/gpu_layout.h"
#include "lib/water/advection.h"
#include "lib/water/governor.h"

typedef struct GpuState {
    GLuint buffer, copy, staging; /* 0: none */
    GLsync arrival;               /* of the copy; NULL: none is on its way */
} GpuState;

/* Groups of the programs that go over all pairs of cells, and over all tiles.
 */
typedef struct StateGroups {
    int pairs, rows, tile_columns, tile_rows;
} StateGroups;

/* Sets everything; any[i] for plane i. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_gpu_state_write(GpuState *state, const Gl *gl,
                           const Governor *governor,
                           const AdvectionSchedule *schedule, const int any[3],
                           const StateGroups *groups);

/* Reads the governor, with what stones have added, and phase and leads of the
   schedule. Waits. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_gpu_state_read(GpuState *state, const Gl *gl, Governor *governor,
                          AdvectionSchedule *schedule);

/* Asks for a copy unless one is on its way. Returns 1 if it did. */
int ripple_gpu_state_ask(GpuState *state, const Gl *gl);

/* Takes the copy that was asked for. Returns 1 and STATE_SIZE uints if it has
   arrived, else 0. */
int ripple_gpu_state_take(GpuState *state, const Gl *gl, uint32_t *copy);

/* Forgets the copy that was asked for. */
void ripple_gpu_state_forget(GpuState *state, const Gl *gl);

/* Deletes all. */
void ripple_gpu_state_clear(GpuState *state, const Gl *gl);

#endif
