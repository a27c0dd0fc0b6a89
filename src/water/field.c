/* SPDX-License-Identifier: MIT */
#include "water/field.h"

#include "base/fixed.h"
#include "kernels/kernels.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT       64 /* bytes: a cache line and the widest vector */
#define ALIGNMENT_CELLS (ALIGNMENT / (int)sizeof(int16_t))

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/*
 * One row of the ring above and below. To the left of a row lies the padding
 * at the end of the row above it, of which the first cell is the ring to the
 * right of that row and the last the ring to the left of this one.
 */
int ripple_field_add_plane(const Field *heights, Plane *buffer)
{
    size_t rows = (size_t)heights->rows + 2;
    size_t extra = ALIGNMENT_CELLS + ALIGNMENT;
    size_t tile_rows = (size_t)heights->tile_rows + 2;

    if (buffer->cells != NULL)
        return RIPPLE_OK;
    if (rows > (SIZE_MAX / sizeof(int16_t) - extra) / heights->stride)
        return RIPPLE_ERROR_MEMORY;
    buffer->cell_memory =
        calloc(rows * heights->stride + extra, sizeof(int16_t));
    buffer->flag_memory = calloc(heights->tile_stride, tile_rows);
    buffer->count_memory = calloc(tile_rows, sizeof(uint16_t));
    if (buffer->cell_memory == NULL || buffer->flag_memory == NULL ||
        buffer->count_memory == NULL) {
        ripple_field_remove_plane(buffer);
        return RIPPLE_ERROR_MEMORY;
    }

    int16_t *start = buffer->cell_memory;
    size_t misaligned = (uintptr_t)start % ALIGNMENT / sizeof(int16_t);

    buffer->cells = start + ALIGNMENT_CELLS - misaligned + heights->stride;
    buffer->active = (uint8_t *)buffer->flag_memory + heights->tile_stride + 1;
    buffer->active_tiles = (uint16_t *)buffer->count_memory + 1;
    return RIPPLE_OK;
}

void ripple_field_remove_plane(Plane *buffer)
{
    free(buffer->cell_memory);
    free(buffer->flag_memory);
    free(buffer->count_memory);
    *buffer = (Plane){0};
}

int ripple_field_init(Field *heights, int columns, int rows)
{
    memset(heights, 0, sizeof *heights);
    heights->columns = columns;
    heights->rows = rows;
    heights->stride = round_up((size_t)columns + 2, ALIGNMENT_CELLS);
    heights->tile_columns =
        (columns + RIPPLE_TILE_COLUMNS - 1) / RIPPLE_TILE_COLUMNS;
    heights->tile_rows = (rows + RIPPLE_TILE_ROWS - 1) / RIPPLE_TILE_ROWS;
    heights->tile_stride = (size_t)heights->tile_columns + 2;
    if (ripple_field_add_plane(heights, &heights->now) != RIPPLE_OK ||
        ripple_field_add_plane(heights, &heights->before) != RIPPLE_OK) {
        ripple_field_clear(heights);
        return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

Plane *ripple_field_plane(Field *heights, int i)
{
    Plane *const all[] = {&heights->now, &heights->before, &heights->speeds,
                          &heights->spare, &heights->spare_speeds};

    return i < COUNT(all) ? all[i] : NULL;
}

void ripple_field_clear(Field *heights)
{
    Plane *buffer;

    for (int i = 0; (buffer = ripple_field_plane(heights, i)) != NULL; i++)
        ripple_field_remove_plane(buffer);
    memset(heights, 0, sizeof *heights);
}

uint8_t *ripple_field_flags(const Field *heights, const Plane *buffer,
                            int tile_y)
{
    return buffer->active + (ptrdiff_t)tile_y * (ptrdiff_t)heights->tile_stride;
}

static void wake_tile(const Field *heights, Plane *buffer, int tile_x,
                      int tile_y)
{
    uint8_t *flags = &ripple_field_flags(heights, buffer, tile_y)[tile_x];

    if (*flags == 0)
        buffer->active_tiles[tile_y]++;
    *flags = RIPPLE_ACTIVE_ALL;
}

static void buffer_copy(Plane *to, const Field *heights, const Plane *from,
                        const Field *other)
{
    int columns = min_int(heights->columns, other->columns);
    int rows = min_int(heights->rows, other->rows);

    if (to->cells == NULL || from->cells == NULL)
        return;
    for (int y = 0; y < rows; y++)
        memcpy(to->cells + (size_t)y * heights->stride,
               from->cells + (size_t)y * other->stride,
               (size_t)columns * sizeof(int16_t));
    for (int y = 0; y < min_int(heights->tile_rows, other->tile_rows); y++) {
        const uint8_t *flags = ripple_field_flags(other, from, y);

        for (int x = 0; x < min_int(heights->tile_columns, other->tile_columns);
             x++) {
            if (flags[x] != 0)
                wake_tile(heights, to, x, y);
        }
    }
}

void ripple_field_copy(Field *heights, const Field *from)
{
    buffer_copy(&heights->now, heights, &from->now, from);
    buffer_copy(&heights->before, heights, &from->before, from);
    buffer_copy(&heights->speeds, heights, &from->speeds, from);
    heights->touched = 1;
}

static int16_t speed_of(int now, int before)
{
    return sat16((now - before) * (1 << RIPPLE_SPEED_BITS));
}

void ripple_field_init_speeds(Field *heights)
{
    for (int y = 0; y < heights->rows; y++) {
        size_t row = (size_t)y * heights->stride;

        for (int x = 0; x < heights->columns; x++) {
            size_t i = row + (size_t)x;

            heights->speeds.cells[i] =
                speed_of(heights->now.cells[i], heights->before.cells[i]);
            if (heights->speeds.cells[i] != 0) {
                ripple_field_activate(heights, x, x, y);
                wake_tile(heights, &heights->speeds, x / RIPPLE_TILE_COLUMNS,
                          y / RIPPLE_TILE_ROWS);
            }
        }
    }
}

/* The border of the flags may be set too, and so may the ring. */
static void buffer_calm(Plane *buffer, const Field *heights)
{
    size_t bytes = ((size_t)heights->columns + 2) * sizeof(int16_t);

    if (buffer->cells == NULL)
        return;
    for (int y = -1; y <= heights->rows; y++) {
        int tile_y =
            y < 0 ? 0 : min_int(y, heights->rows - 1) / RIPPLE_TILE_ROWS;

        if (ripple_field_row_is_active(buffer, tile_y))
            memset(buffer->cells + (ptrdiff_t)y * (ptrdiff_t)heights->stride -
                       1,
                   0, bytes);
    }
    memset(buffer->flag_memory, 0,
           heights->tile_stride * ((size_t)heights->tile_rows + 2));
    memset(buffer->count_memory, 0,
           ((size_t)heights->tile_rows + 2) * sizeof(uint16_t));
}

void ripple_field_reset(Field *heights)
{
    buffer_calm(&heights->now, heights);
    buffer_calm(&heights->before, heights);
    buffer_calm(&heights->speeds, heights);
}

void ripple_field_reset_tile(const Field *heights, Plane *buffer, int tile_x,
                             int tile_y)
{
    uint8_t *flags = &ripple_field_flags(heights, buffer, tile_y)[tile_x];
    RippleRect tile = ripple_field_tile(heights, tile_x, tile_y);

    if (*flags == 0)
        return;
    for (int y = tile.y; y < tile.y + tile.height; y++)
        memset(buffer->cells + (size_t)y * heights->stride + tile.x, 0,
               (size_t)tile.width * sizeof(int16_t));
    *flags = 0;
}

int ripple_field_count_active(const Field *heights)
{
    int count = 0;

    for (int y = 0; y < heights->tile_rows; y++)
        count += heights->now.active_tiles[y] + heights->before.active_tiles[y];
    return count;
}

void ripple_field_swap_planes(Plane *a, Plane *b)
{
    Plane was = *a;

    *a = *b;
    *b = was;
}

void ripple_field_activate(Field *heights, int first, int last, int y)
{
    for (int x = first / RIPPLE_TILE_COLUMNS; x <= last / RIPPLE_TILE_COLUMNS;
         x++)
        wake_tile(heights, &heights->now, x, y / RIPPLE_TILE_ROWS);
    heights->touched = 1;
}

int ripple_field_row_is_active(const Plane *buffer, int tile_y)
{
    const uint16_t *row = &buffer->active_tiles[tile_y];

    return (row[-1] | row[0] | row[1]) != 0;
}

static int has_both(int flags, int side, int other_side)
{
    return (flags & (side | other_side)) == (side | other_side);
}

void ripple_field_find_active(uint8_t *restrict reached, const Field *heights,
                              const Plane *buffer, int tile_y)
{
    const uint8_t *row = ripple_field_flags(heights, buffer, tile_y);
    const uint8_t *above = ripple_field_flags(heights, buffer, tile_y - 1);
    const uint8_t *below = ripple_field_flags(heights, buffer, tile_y + 1);

    for (int x = 0; x < heights->tile_columns; x++) {
        int sides = (above[x] & RIPPLE_ACTIVE_BOTTOM) |
                    (below[x] & RIPPLE_ACTIVE_TOP) |
                    (row[x - 1] & RIPPLE_ACTIVE_RIGHT) |
                    (row[x + 1] & RIPPLE_ACTIVE_LEFT);
        int corners =
            has_both(above[x - 1], RIPPLE_ACTIVE_BOTTOM, RIPPLE_ACTIVE_RIGHT) |
            has_both(above[x + 1], RIPPLE_ACTIVE_BOTTOM, RIPPLE_ACTIVE_LEFT) |
            has_both(below[x - 1], RIPPLE_ACTIVE_TOP, RIPPLE_ACTIVE_RIGHT) |
            has_both(below[x + 1], RIPPLE_ACTIVE_TOP, RIPPLE_ACTIVE_LEFT);

        reached[x] = (row[x] | sides | corners) != 0;
    }
}

void ripple_field_find_near(uint8_t *restrict reached, const Field *heights,
                            const Plane *buffer, int tile_y)
{
    const uint8_t *row = ripple_field_flags(heights, buffer, tile_y);
    const uint8_t *above = ripple_field_flags(heights, buffer, tile_y - 1);
    const uint8_t *below = ripple_field_flags(heights, buffer, tile_y + 1);

    for (int x = 0; x < heights->tile_columns; x++)
        reached[x] =
            (row[x - 1] | row[x] | row[x + 1] | above[x - 1] | above[x] |
             above[x + 1] | below[x - 1] | below[x] | below[x + 1]) != 0;
}

void ripple_field_count_row(const Field *heights, Plane *buffer, int tile_y)
{
    const uint8_t *flags = ripple_field_flags(heights, buffer, tile_y);
    int count = 0;

    for (int x = 0; x < heights->tile_columns; x++)
        count += flags[x] != 0;
    buffer->active_tiles[tile_y] = (uint16_t)count;
}

RippleRect ripple_field_tile(const Field *heights, int tile_x, int tile_y)
{
    int x = tile_x * RIPPLE_TILE_COLUMNS, y = tile_y * RIPPLE_TILE_ROWS;

    return (RippleRect){x, y,
                        min_int(RIPPLE_TILE_COLUMNS, heights->columns - x),
                        min_int(RIPPLE_TILE_ROWS, heights->rows - y)};
}
