/* SPDX-License-Identifier: MIT */
#include "backend/state.h"

#include <stdlib.h>
#include <string.h>

#define ONE (1 << RIPPLE_FRACTION_BITS)

static size_t count_cells(const BackendState *state)
{
    return ((size_t)state->columns + 2) * ((size_t)state->rows + 2);
}

int ripple_state_init(BackendState *state, int columns, int rows,
                      const Advection *advection)
{
    size_t cells;

    *state = (BackendState){.columns = columns, .rows = rows};
    cells = count_cells(state);
    if (ripple_advection_copy(&state->advection, advection) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    state->memory = calloc(3 * cells, sizeof(int32_t));
    if (state->memory == NULL) {
        ripple_state_clear(state);
        return RIPPLE_ERROR_MEMORY;
    }
    state->now = state->memory;
    state->before = state->now + cells;
    state->velocities = state->before + cells;
    return RIPPLE_OK;
}

void ripple_state_clear(BackendState *state)
{
    free(state->memory);
    ripple_advection_clear(&state->advection);
    memset(state, 0, sizeof *state);
}

static void save_plane(int32_t *to, const Field *field, const Plane *plane)
{
    for (int y = -1; y <= field->rows && plane->cells != NULL; y++) {
        const int16_t *row = ripple_field_halo_row(field, plane->cells, y);
        const int16_t *fractions = NULL;

        if (plane->fractions != NULL)
            fractions = ripple_field_halo_row(field, plane->fractions, y);
        for (int x = 0; x < field->columns + 2; x++)
            *to++ = fractions != NULL ? row[x] * ONE + fractions[x] : row[x];
    }
}

void ripple_state_save(BackendState *state, const Field *field)
{
    save_plane(state->now, field, &field->now);
    save_plane(state->before, field, &field->before);
    save_plane(state->velocities, field, &field->speeds);
}

static void load_plane(const int32_t *from, Field *field, Plane *plane)
{
    for (int y = -1; y <= field->rows && plane->cells != NULL; y++) {
        int16_t *row = ripple_field_halo_row(field, plane->cells, y);
        int16_t *fractions = NULL;

        if (plane->fractions != NULL)
            fractions = ripple_field_halo_row(field, plane->fractions, y);
        for (int x = 0; x < field->columns + 2; x++, from++) {
            row[x] = (int16_t)*from;
            if (fractions == NULL)
                continue;
            row[x] = (int16_t)((*from + ONE / 2) >> RIPPLE_FRACTION_BITS);
            fractions[x] = (int16_t)(*from - row[x] * ONE);
        }
    }
}

static int is_calm(const BackendState *state)
{
    const int32_t *values = state->memory;
    size_t count = 3 * count_cells(state);

    for (size_t i = 0; i < count; i++) {
        if (values[i] != 0)
            return 0;
    }
    return 1;
}

void ripple_state_load(const BackendState *state, Field *field)
{
    load_plane(state->now, field, &field->now);
    load_plane(state->before, field, &field->before);
    load_plane(state->velocities, field, &field->speeds);
    ripple_field_set_flags(field, is_calm(state) ? 0 : RIPPLE_ACTIVE_ALL);
}
