/* SPDX-License-Identifier: MIT */
#include "lib/water/field.h"

#include "lib/util/fixed.h"
#include "lib/kernels/kernels.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT       64 /* bytes: a cache line and the widest vector */
#define ALIGNMENT_CELLS (ALIGNMENT / (int)sizeof(int16_t))

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/*
 * The halo takes one more row above and below, but no extra columns:
 *
 *     row y       | cells ............ | R  padding  L |
 *     row y + 1   | cells ............ | R  padding  L |
 *
 * R is the right halo cell of its row, L the left one of the row below.
 */
/* Returns the address of cell (0, 0) in zeroed memory; NULL on failure. */
static int16_t *make_cells(const Field *field, void **memory)
{
    size_t rows = (size_t)field->rows + 2;
    size_t extra = ALIGNMENT_CELLS + ALIGNMENT, misaligned;

    if (rows > (SIZE_MAX / sizeof(int16_t) - extra) / field->stride)
        return NULL;
    *memory = calloc(rows * field->stride + extra, sizeof(int16_t));
    if (*memory == NULL)
        return NULL;
    misaligned = (uintptr_t)*memory % ALIGNMENT / sizeof(int16_t);
    return (int16_t *)*memory + ALIGNMENT_CELLS - misaligned + field->stride;
}

int ripple_field_add_plane(const Field *field, Plane *plane)
{
    size_t tile_rows = (size_t)field->tile_rows + 2;

    if (plane->cells != NULL)
        return RIPPLE_OK;
    plane->cells = make_cells(field, &plane->cell_memory);
    plane->flag_memory = calloc(field->tile_stride, tile_rows);
    plane->count_memory = calloc(tile_rows, sizeof(uint16_t));
    if (plane->cells == NULL || plane->flag_memory == NULL ||
        plane->count_memory == NULL) {
        ripple_field_remove_plane(plane);
        return RIPPLE_ERROR_MEMORY;
    }
    plane->active = (uint8_t *)plane->flag_memory + field->tile_stride + 1;
    plane->active_tiles = (uint16_t *)plane->count_memory + 1;
    return RIPPLE_OK;
}

void ripple_field_remove_plane(Plane *plane)
{
    free(plane->cell_memory);
    free(plane->fraction_memory);
    free(plane->flag_memory);
    free(plane->count_memory);
    *plane = (Plane){0};
}

int ripple_field_add_fractions(Field *field)
{
    Plane *const planes[] = {&field->now, &field->before, &field->spare};

    for (int i = 0; i < COUNT(planes); i++) {
        Plane *plane = planes[i];

        if (plane->cells == NULL || plane->fractions != NULL)
            continue;
        plane->fractions = make_cells(field, &plane->fraction_memory);
        if (plane->fractions == NULL)
            return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

void ripple_field_remove_fractions(Field *field)
{
    Plane *plane;

    for (int i = 0; (plane = ripple_field_plane(field, i)) != NULL; i++) {
        free(plane->fraction_memory);
        plane->fraction_memory = plane->fractions = NULL;
    }
}

int ripple_field_init(Field *field, int columns, int rows)
{
    memset(field, 0, sizeof *field);
    field->columns = columns;
    field->rows = rows;
    field->max_height = INT16_MAX;
    field->stride = round_up((size_t)columns + 2, ALIGNMENT_CELLS);
    field->tile_columns =
        (columns + RIPPLE_TILE_COLUMNS - 1) / RIPPLE_TILE_COLUMNS;
    field->tile_rows = (rows + RIPPLE_TILE_ROWS - 1) / RIPPLE_TILE_ROWS;
    field->tile_stride = (size_t)field->tile_columns + 2;
    if (ripple_field_add_plane(field, &field->now) != RIPPLE_OK ||
        ripple_field_add_plane(field, &field->before) != RIPPLE_OK) {
        ripple_field_clear(field);
        return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

Plane *ripple_field_plane(Field *field, int i)
{
    Plane *const all[] = {&field->now, &field->before, &field->speeds,
                          &field->spare, &field->spare_speeds};

    return i < COUNT(all) ? all[i] : NULL;
}

void ripple_field_clear(Field *field)
{
    Plane *plane;

    for (int i = 0; (plane = ripple_field_plane(field, i)) != NULL; i++)
        ripple_field_remove_plane(plane);
    memset(field, 0, sizeof *field);
}

uint8_t *ripple_field_flags(const Field *field, const Plane *plane, int tile_y)
{
    return plane->active + (ptrdiff_t)tile_y * (ptrdiff_t)field->tile_stride;
}

static void activate_tile(const Field *field, Plane *plane, int tile_x,
                          int tile_y)
{
    uint8_t *flags = &ripple_field_flags(field, plane, tile_y)[tile_x];

    if (*flags == 0)
        plane->active_tiles[tile_y]++;
    *flags = RIPPLE_ACTIVE_ALL;
}

static void copy_plane(Plane *to, const Field *field, const Plane *from,
                       const Field *other)
{
    int columns = min_int(field->columns, other->columns);
    int rows = min_int(field->rows, other->rows);

    if (to->cells == NULL || from->cells == NULL)
        return;
    for (int i = 0; i < RIPPLE_PARTS; i++) {
        int16_t *part = ripple_field_part(to, i);
        const int16_t *source = ripple_field_part(from, i);

        for (int y = 0; y < rows && part != NULL && source != NULL; y++)
            memcpy(part + (size_t)y * field->stride,
                   source + (size_t)y * other->stride,
                   (size_t)columns * sizeof(int16_t));
    }
    for (int y = 0; y < min_int(field->tile_rows, other->tile_rows); y++) {
        const uint8_t *flags = ripple_field_flags(other, from, y);

        for (int x = 0; x < min_int(field->tile_columns, other->tile_columns);
             x++) {
            if (flags[x] != 0)
                activate_tile(field, to, x, y);
        }
    }
}

void ripple_field_copy(Field *field, const Field *from)
{
    copy_plane(&field->now, field, &from->now, from);
    copy_plane(&field->before, field, &from->before, from);
    copy_plane(&field->speeds, field, &from->speeds, from);
    field->is_halo_stale = 1;
}

static void clamp_plane(const Field *field, Plane *plane)
{
    for (int y = 0; y < field->rows; y++) {
        int16_t *row = plane->cells + (size_t)y * field->stride;

        for (int x = 0; x < field->columns; x++)
            row[x] = (int16_t)clamp_int(row[x], -field->max_height,
                                        field->max_height);
    }
}

void ripple_field_limit(Field *field, int max_height)
{
    int is_lower = max_height < field->max_height;

    field->max_height = max_height;
    if (!is_lower)
        return;
    clamp_plane(field, &field->now);
    clamp_plane(field, &field->before);
    field->is_halo_stale = 1;
}

void ripple_field_init_speeds(Field *field)
{
    for (int y = 0; y < field->rows; y++) {
        size_t row = (size_t)y * field->stride;

        for (int x = 0; x < field->columns; x++) {
            size_t i = row + (size_t)x;

            field->speeds.cells[i] =
                sat16((field->now.cells[i] - field->before.cells[i]) *
                      (1 << RIPPLE_SPEED_BITS));
            if (field->speeds.cells[i] != 0) {
                ripple_field_activate(field, x, x, y);
                activate_tile(field, &field->speeds, x / RIPPLE_TILE_COLUMNS,
                              y / RIPPLE_TILE_ROWS);
            }
        }
    }
}

static void reset_row(const Field *field, const Plane *plane, int y)
{
    size_t bytes = ((size_t)field->columns + 2) * sizeof(int16_t);

    for (int i = 0; i < RIPPLE_PARTS; i++) {
        int16_t *part = ripple_field_part(plane, i);

        if (part != NULL)
            memset(ripple_field_halo_row(field, part, y), 0, bytes);
    }
}

/* Clears the halo and the border of the flags, too. */
static void reset_plane(Plane *plane, const Field *field)
{
    if (plane->cells == NULL)
        return;
    for (int y = -1; y <= field->rows; y++) {
        int tile_y = y < 0 ? 0 : min_int(y, field->rows - 1) / RIPPLE_TILE_ROWS;

        if (ripple_field_row_is_active(plane, tile_y))
            reset_row(field, plane, y);
    }
    memset(plane->flag_memory, 0,
           field->tile_stride * ((size_t)field->tile_rows + 2));
    memset(plane->count_memory, 0,
           ((size_t)field->tile_rows + 2) * sizeof(uint16_t));
}

void ripple_field_reset(Field *field)
{
    reset_plane(&field->now, field);
    reset_plane(&field->before, field);
    reset_plane(&field->speeds, field);
}

void ripple_field_set_flags(Field *field, int flags)
{
    Plane *const planes[] = {&field->now, &field->before, &field->speeds};

    for (int i = 0; i < COUNT(planes); i++) {
        for (int y = 0; y < field->tile_rows && planes[i]->cells != NULL; y++) {
            memset(ripple_field_flags(field, planes[i], y), flags,
                   (size_t)field->tile_columns);
            ripple_field_count_row(field, planes[i], y);
        }
    }
    field->is_halo_stale = 1;
}

void ripple_field_reset_tile(const Field *field, Plane *plane, int tile_x,
                             int tile_y)
{
    uint8_t *flags = &ripple_field_flags(field, plane, tile_y)[tile_x];
    RippleRect tile = ripple_field_tile(field, tile_x, tile_y);

    if (*flags == 0)
        return;
    for (int i = 0; i < RIPPLE_PARTS; i++) {
        int16_t *part = ripple_field_part(plane, i);

        for (int y = tile.y; y < tile.y + tile.height && part != NULL; y++)
            memset(part + (size_t)y * field->stride + tile.x, 0,
                   (size_t)tile.width * sizeof(int16_t));
    }
    *flags = 0;
}

int ripple_field_count_active(const Field *field)
{
    const Plane *planes[] = {&field->now, &field->before, &field->speeds};
    int count = 0;

    for (int i = 0; i < COUNT(planes); i++) {
        for (int y = 0; y < field->tile_rows && planes[i]->cells != NULL; y++)
            count += planes[i]->active_tiles[y];
    }
    return count;
}

static int is_tile_zero(const Field *field, const int16_t *part, int tile_x,
                        int tile_y)
{
    RippleRect tile = ripple_field_tile(field, tile_x, tile_y);
    int any = 0;

    for (int y = tile.y; y < tile.y + tile.height && part != NULL; y++) {
        const int16_t *row = part + (size_t)y * field->stride;

        for (int x = tile.x; x < tile.x + tile.width; x++)
            any |= row[x];
    }
    return any == 0;
}

int ripple_field_plane_is_zero(const Field *field, const Plane *plane)
{
    if (plane->cells == NULL)
        return 1;
    for (int y = 0; y < field->tile_rows; y++) {
        const uint8_t *flags;

        if (plane->active_tiles[y] == 0)
            continue;
        flags = ripple_field_flags(field, plane, y);
        for (int x = 0; x < field->tile_columns; x++) {
            if (flags[x] != 0 && !(is_tile_zero(field, plane->cells, x, y) &&
                                   is_tile_zero(field, plane->fractions, x, y)))
                return 0;
        }
    }
    return 1;
}

int ripple_field_is_zero(const Field *field)
{
    return ripple_field_plane_is_zero(field, &field->now) &&
           ripple_field_plane_is_zero(field, &field->before) &&
           ripple_field_plane_is_zero(field, &field->speeds);
}

void ripple_field_swap_planes(Plane *a, Plane *b)
{
    Plane old = *a;

    *a = *b;
    *b = old;
}

void ripple_field_activate(Field *field, int first, int last, int y)
{
    for (int x = first / RIPPLE_TILE_COLUMNS; x <= last / RIPPLE_TILE_COLUMNS;
         x++)
        activate_tile(field, &field->now, x, y / RIPPLE_TILE_ROWS);
    field->is_halo_stale = 1;
}

int ripple_field_row_is_active(const Plane *plane, int tile_y)
{
    const uint16_t *row = &plane->active_tiles[tile_y];

    return (row[-1] | row[0] | row[1]) != 0;
}

static int has_both(int flags, int side, int other_side)
{
    return (flags & (side | other_side)) == (side | other_side);
}

void ripple_field_find_reached(uint8_t *restrict active, const Field *field,
                               const Plane *plane, int tile_y)
{
    const uint8_t *row = ripple_field_flags(field, plane, tile_y);
    const uint8_t *above = ripple_field_flags(field, plane, tile_y - 1);
    const uint8_t *below = ripple_field_flags(field, plane, tile_y + 1);

    for (int x = 0; x < field->tile_columns; x++) {
        int sides = (above[x] & RIPPLE_ACTIVE_BOTTOM) |
                    (below[x] & RIPPLE_ACTIVE_TOP) |
                    (row[x - 1] & RIPPLE_ACTIVE_RIGHT) |
                    (row[x + 1] & RIPPLE_ACTIVE_LEFT);
        int corners =
            has_both(above[x - 1], RIPPLE_ACTIVE_BOTTOM, RIPPLE_ACTIVE_RIGHT) |
            has_both(above[x + 1], RIPPLE_ACTIVE_BOTTOM, RIPPLE_ACTIVE_LEFT) |
            has_both(below[x - 1], RIPPLE_ACTIVE_TOP, RIPPLE_ACTIVE_RIGHT) |
            has_both(below[x + 1], RIPPLE_ACTIVE_TOP, RIPPLE_ACTIVE_LEFT);

        active[x] = (row[x] | sides | corners) != 0;
    }
}

void ripple_field_find_near_active(uint8_t *restrict active, const Field *field,
                                   const Plane *plane, int tile_y)
{
    const uint8_t *row = ripple_field_flags(field, plane, tile_y);
    const uint8_t *above = ripple_field_flags(field, plane, tile_y - 1);
    const uint8_t *below = ripple_field_flags(field, plane, tile_y + 1);

    for (int x = 0; x < field->tile_columns; x++)
        active[x] =
            (row[x - 1] | row[x] | row[x + 1] | above[x - 1] | above[x] |
             above[x + 1] | below[x - 1] | below[x] | below[x + 1]) != 0;
}

void ripple_field_count_row(const Field *field, Plane *plane, int tile_y)
{
    const uint8_t *flags = ripple_field_flags(field, plane, tile_y);
    int count = 0;

    for (int x = 0; x < field->tile_columns; x++)
        count += flags[x] != 0;
    plane->active_tiles[tile_y] = (uint16_t)count;
}

int16_t *ripple_field_halo_row(const Field *field, int16_t *part, int y)
{
    return part + (ptrdiff_t)y * (ptrdiff_t)field->stride - 1;
}

RippleRect ripple_field_tile(const Field *field, int tile_x, int tile_y)
{
    int x = tile_x * RIPPLE_TILE_COLUMNS, y = tile_y * RIPPLE_TILE_ROWS;

    return (RippleRect){x, y, min_int(RIPPLE_TILE_COLUMNS, field->columns - x),
                        min_int(RIPPLE_TILE_ROWS, field->rows - y)};
}
