/* SPDX-License-Identifier: MIT */
#include "lib/gpu/gpu_state.h"

#include "lib/gpu/gl.h"

#include <string.h>

static void set_groups(uint32_t *to, int is_needed, int x, int y)
{
    to[0] = is_needed ? (uint32_t)x : 0;
    to[1] = is_needed ? (uint32_t)y : 0;
    to[2] = 1;
}

/* Cancels the request. */
static void forget(GpuState *state, const Gl *gl)
{
    if (state->arrival != NULL)
        gl->DeleteSync(state->arrival);
    state->arrival = NULL;
}

int ripple_gpu_state_write(GpuState *state, const Gl *gl,
                           const Governor *governor,
                           const AdvectionSchedule *schedule, const int any[4],
                           const StateGroups *groups)
{
    uint32_t values[STATE_SIZE] = {0};
    int measures = ripple_governor_is_due(governor, schedule->passes > 0);

    forget(state, gl);
    memcpy(values + STATE_BUDGET, &governor->budget, sizeof governor->budget);
    memcpy(values + STATE_MARK, &governor->mark, sizeof governor->mark);
    values[STATE_NEW] = (uint32_t)governor->is_new;
    values[STATE_URGENT] = (uint32_t)governor->is_urgent;
    values[STATE_CLOCK] = (uint32_t)governor->clock;
    values[STATE_IN_CURRENT] = (uint32_t)governor->in_current;
    values[STATE_LOSS] = (uint32_t)governor->loss;
    values[STATE_LOOKS] = (uint32_t)governor->looks;
    values[STATE_MEASURES] = (uint32_t)measures;
    values[STATE_PHASE] = (uint32_t)schedule->phase;
    values[STATE_LEADS] = (uint32_t)schedule->leads;
    for (int i = 0; i < 4; i++)
        values[STATE_ANY + i] = (uint32_t)any[i];
    set_groups(values + STATE_MEASURE_GROUPS, measures, groups->tile_columns,
               groups->tile_rows);
    set_groups(values + STATE_REDUCE_GROUPS, governor->loss > 0, groups->pairs,
               groups->rows);
    set_groups(values + STATE_RESET_GROUPS, 0, 0, 0);
    ripple_buffer_replace(&state->buffer, gl, values, STATE_SIZE);
    return ripple_gl_take_errors(gl) ? RIPPLE_ERROR_GPU : RIPPLE_OK;
}

int ripple_gpu_state_read(GpuState *state, const Gl *gl, Governor *governor,
                          AdvectionSchedule *schedule)
{
    uint32_t values[STATE_SIZE];
    const uint32_t *from =
        ripple_buffer_read(gl, state->buffer, 0, STATE_SIZE, &state->staging);
    uint64_t change;

    if (from == NULL)
        return RIPPLE_ERROR_GPU;
    memcpy(values, from, sizeof values);
    if (ripple_buffer_unmap(gl) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    *governor = (Governor){
        .is_new = (int)values[STATE_NEW],
        .in_current = (int)values[STATE_IN_CURRENT],
        .is_urgent = (int)values[STATE_URGENT],
        .clock = (int)values[STATE_CLOCK],
        .loss = (int)values[STATE_LOSS],
        .looks = (int)values[STATE_LOOKS],
    };
    memcpy(&governor->budget, values + STATE_BUDGET, sizeof governor->budget);
    memcpy(&governor->mark, values + STATE_MARK, sizeof governor->mark);
    memcpy(&change, values + STATE_CHANGE, sizeof change);
    schedule->phase = (int)values[STATE_PHASE];
    schedule->leads = (int)values[STATE_LEADS];
    ripple_governor_add(governor,
                        change > INT64_MAX ? INT64_MAX : (int64_t)change);
    return RIPPLE_OK;
}

int ripple_gpu_state_ask(GpuState *state, const Gl *gl)
{
    size_t bytes = STATE_SIZE * sizeof(uint32_t);

    if (state->arrival != NULL)
        return 0;
    gl->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl->BindBuffer(GL_COPY_READ_BUFFER, state->buffer);
    if (state->copy == 0) {
        gl->GenBuffers(1, &state->copy);
        gl->BindBuffer(GL_COPY_WRITE_BUFFER, state->copy);
        gl->BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)bytes, NULL,
                       GL_STREAM_READ);
    }
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, state->copy);
    gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                          (GLsizeiptr)bytes);
    state->arrival = gl->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    return state->arrival != NULL;
}

int ripple_gpu_state_take(GpuState *state, const Gl *gl, uint32_t *copy)
{
    size_t bytes = STATE_SIZE * sizeof *copy;
    const uint32_t *from;
    GLenum found;

    if (state->arrival == NULL)
        return 0;
    found = gl->ClientWaitSync(state->arrival, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    if (found != GL_ALREADY_SIGNALED && found != GL_CONDITION_SATISFIED)
        return 0;
    forget(state, gl);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, state->copy);
    from = gl->MapBufferRange(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)bytes,
                              GL_MAP_READ_BIT);
    if (from == NULL)
        return 0;
    memcpy(copy, from, bytes);
    return ripple_buffer_unmap(gl) == RIPPLE_OK;
}

void ripple_gpu_state_clear(GpuState *state, const Gl *gl)
{
    forget(state, gl);
    ripple_buffer_delete(&state->buffer, gl);
    ripple_buffer_delete(&state->copy, gl);
    ripple_buffer_delete(&state->staging, gl);
}
