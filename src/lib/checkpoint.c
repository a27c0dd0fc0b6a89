/* SPDX-License-Identifier: MIT */
#include "lib/checkpoint.h"

#include "lib/pool.h"

#include <stdlib.h>
#include <string.h>

#define PLANES 3 /* of WaterState */

struct RippleCheckpoint {
    Governor governor;
    AdvectionSchedule schedule;
    uint32_t swell_step;
    Sinking sinking;
    int columns, rows;
    size_t size;          /* bytes of the whole struct */
    size_t cells;         /* values per plane */
    size_t bytes[PLANES]; /* bytes per value: 2 or 4; 0 if all are 0 */
    unsigned char values[];
};

static int32_t *plane_of(const WaterState *state, int i)
{
    return i == 0 ? state->now : i == 1 ? state->before : state->velocities;
}

static size_t count_cells(const WaterState *state)
{
    return ((size_t)state->columns + 2) * ((size_t)state->rows + 2);
}

static size_t count_value_bytes(const int32_t *plane, size_t cells)
{
    size_t bytes = 0;

    for (size_t i = 0; i < cells && bytes < sizeof *plane; i++) {
        if (plane[i] != (int16_t)plane[i])
            bytes = sizeof *plane;
        else if (plane[i] != 0)
            bytes = sizeof(int16_t);
    }
    return bytes;
}

static void pack(unsigned char *to, const int32_t *plane, size_t cells,
                 size_t bytes)
{
    for (size_t i = 0; i < cells; i++) {
        int16_t narrow = (int16_t)plane[i];
        const void *value = bytes == sizeof narrow ? (const void *)&narrow
                                                   : (const void *)&plane[i];

        memcpy(to + i * bytes, value, bytes);
    }
}

static void unpack(int32_t *plane, const unsigned char *from, size_t cells,
                   size_t bytes)
{
    for (size_t i = 0; i < cells; i++) {
        int16_t narrow;

        plane[i] = 0;
        if (bytes == sizeof narrow) {
            memcpy(&narrow, from + i * bytes, bytes);
            plane[i] = narrow;
        } else {
            memcpy(&plane[i], from + i * bytes, bytes);
        }
    }
}

static RippleCheckpoint *make_checkpoint(const WaterState *state)
{
    size_t cells = count_cells(state), size = sizeof(RippleCheckpoint);
    size_t bytes[PLANES], place = 0;
    RippleCheckpoint *checkpoint;

    for (int i = 0; i < PLANES; i++) {
        bytes[i] = count_value_bytes(plane_of(state, i), cells);
        size += cells * bytes[i];
    }
    checkpoint = malloc(size);
    if (checkpoint == NULL)
        return NULL;
    *checkpoint = (RippleCheckpoint){.governor = state->governor,
                                     .schedule = state->advection.schedule,
                                     .swell_step = state->swell_step,
                                     .columns = state->columns,
                                     .rows = state->rows,
                                     .size = size,
                                     .cells = cells};
    for (int i = 0; i < PLANES; i++) {
        pack(checkpoint->values + place, plane_of(state, i), cells, bytes[i]);
        checkpoint->bytes[i] = bytes[i];
        place += cells * bytes[i];
    }
    return checkpoint;
}

int ripple_checkpoint_save(RippleCheckpoint **checkpoint, const Ripple *pool)
{
    WaterState state;
    int error = ripple_cpu_export(pool->water, &state);

    *checkpoint = NULL;
    if (error != RIPPLE_OK)
        return error;
    *checkpoint = make_checkpoint(&state);
    ripple_state_clear(&state);
    if (*checkpoint == NULL)
        return RIPPLE_ERROR_MEMORY;
    (*checkpoint)->sinking = pool->sinking;
    return RIPPLE_OK;
}

int ripple_checkpoint_restore(const RippleCheckpoint *checkpoint, Ripple *pool)
{
    const unsigned char *values = checkpoint->values;
    WaterState state;
    int error = ripple_cpu_export(pool->water, &state);

    if (error == RIPPLE_OK && (state.columns != checkpoint->columns ||
                               state.rows != checkpoint->rows)) {
        ripple_state_clear(&state);
        error = RIPPLE_ERROR_SETTING;
    }
    if (error != RIPPLE_OK)
        return error;
    for (int i = 0; i < PLANES; i++) {
        unpack(plane_of(&state, i), values, checkpoint->cells,
               checkpoint->bytes[i]);
        values += checkpoint->cells * checkpoint->bytes[i];
    }
    state.governor = checkpoint->governor;
    state.advection.schedule = checkpoint->schedule;
    state.swell_step = checkpoint->swell_step;
    error = ripple_cpu_import(pool->water, &state);
    ripple_state_clear(&state);
    if (error == RIPPLE_OK)
        pool->sinking = checkpoint->sinking;
    return error;
}

size_t ripple_checkpoint_size(const RippleCheckpoint *checkpoint)
{
    return checkpoint->size;
}

void ripple_checkpoint_destroy(RippleCheckpoint *checkpoint)
{
    free(checkpoint);
}
