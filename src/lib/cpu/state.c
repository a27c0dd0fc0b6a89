/* SPDX-License-Identifier: MIT */
#include "lib/cpu/state.h"

#include <stdlib.h>
#include <string.h>

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
        ptrdiff_t row = y * (ptrdiff_t)field->stride;

        for (int x = -1; x <= field->columns; x++)
            *to++ = ripple_field_value(plane, row + x);
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
        ptrdiff_t row = y * (ptrdiff_t)field->stride;

        for (int x = -1; x <= field->columns; x++)
            ripple_field_set_value(plane, row + x, *from++);
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
