/* SPDX-License-Identifier: MIT */
#include "moment.h"

#include "parts.h"

#include <stdlib.h>
#include <string.h>

#define PLANES 3 /* of BackendState */

struct RippleMoment {
    Governor governor;
    AdvectionSchedule schedule;
    uint32_t swell_step;
    Sinking sinking;
    size_t size;          /* of all of it, in bytes */
    size_t cells;         /* values of a plane */
    size_t bytes[PLANES]; /* of a value: 0 if all are 0, 2 or 4 */
    unsigned char values[];
};

static int32_t *plane_of(const BackendState *state, int i)
{
    return i == 0 ? state->now : i == 1 ? state->before : state->velocities;
}

static size_t count_cells(const BackendState *state)
{
    return ((size_t)state->columns + 2) * ((size_t)state->rows + 2);
}

static size_t find_bytes(const int32_t *plane, size_t cells)
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

static RippleMoment *make_moment(const BackendState *state)
{
    size_t cells = count_cells(state), size = sizeof(RippleMoment);
    size_t bytes[PLANES], place = 0;
    RippleMoment *moment;

    for (int i = 0; i < PLANES; i++) {
        bytes[i] = find_bytes(plane_of(state, i), cells);
        size += cells * bytes[i];
    }
    moment = malloc(size);
    if (moment == NULL)
        return NULL;
    *moment = (RippleMoment){.governor = state->governor,
                             .schedule = state->advection.schedule,
                             .swell_step = state->swell_step,
                             .size = size,
                             .cells = cells};
    for (int i = 0; i < PLANES; i++) {
        pack(moment->values + place, plane_of(state, i), cells, bytes[i]);
        moment->bytes[i] = bytes[i];
        place += cells * bytes[i];
    }
    return moment;
}

int ripple_moment_keep(RippleMoment **moment, const Ripple *pool)
{
    BackendState state;
    int error = pool->backend->export_state(pool->water, &state);

    *moment = NULL;
    if (error != RIPPLE_OK)
        return error;
    *moment = make_moment(&state);
    ripple_state_clear(&state);
    if (*moment == NULL)
        return RIPPLE_ERROR_MEMORY;
    (*moment)->sinking = pool->sinking;
    return RIPPLE_OK;
}

int ripple_moment_return(const RippleMoment *moment, Ripple *pool)
{
    const unsigned char *values = moment->values;
    BackendState state;
    int error = pool->backend->export_state(pool->water, &state);

    if (error == RIPPLE_OK && count_cells(&state) != moment->cells) {
        ripple_state_clear(&state);
        error = RIPPLE_ERROR_SETTING;
    }
    if (error != RIPPLE_OK)
        return error;
    for (int i = 0; i < PLANES; i++) {
        unpack(plane_of(&state, i), values, moment->cells, moment->bytes[i]);
        values += moment->cells * moment->bytes[i];
    }
    state.governor = moment->governor;
    state.advection.schedule = moment->schedule;
    state.swell_step = moment->swell_step;
    error = pool->backend->import_state(pool->water, &state);
    ripple_state_clear(&state);
    if (error == RIPPLE_OK)
        pool->sinking = moment->sinking;
    return error;
}

size_t ripple_moment_size(const RippleMoment *moment)
{
    return moment->size;
}

void ripple_moment_destroy(RippleMoment *moment)
{
    free(moment);
}
