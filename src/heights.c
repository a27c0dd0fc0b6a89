/* SPDX-License-Identifier: MIT */
#include "heights.h"

#include "ripple.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT       64 /* bytes: a cache line and the widest vector */
#define ALIGNMENT_CELLS (ALIGNMENT / (int)sizeof(int16_t))

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/*
 * One row of border above and below. To the left of a row lies the padding at
 * the end of the row above it, at least one cell, so that each row needs only
 * one border; the first row gets a lead of its own.
 */
static int buffer_init(HeightsBuffer *buffer, const Heights *heights)
{
    size_t rows = (size_t)heights->rows + 2;
    size_t extra = ALIGNMENT_CELLS + ALIGNMENT;
    size_t flags = heights->tile_stride * ((size_t)heights->tile_rows + 2);

    if (rows > (SIZE_MAX / sizeof(int16_t) - extra) / heights->stride)
        return RIPPLE_ERROR_MEMORY;
    buffer->cell_memory =
        calloc(rows * heights->stride + extra, sizeof(int16_t));
    buffer->flag_memory = calloc(flags, 1);
    if (buffer->cell_memory == NULL || buffer->flag_memory == NULL)
        return RIPPLE_ERROR_MEMORY;

    int16_t *start = buffer->cell_memory;
    size_t misaligned = (uintptr_t)start % ALIGNMENT / sizeof(int16_t);

    buffer->cells = start + ALIGNMENT_CELLS - misaligned + heights->stride;
    buffer->wet = (uint8_t *)buffer->flag_memory + heights->tile_stride + 1;
    return RIPPLE_OK;
}

static void buffer_clear(HeightsBuffer *buffer)
{
    free(buffer->cell_memory);
    free(buffer->flag_memory);
}

int heights_init(Heights *heights, int columns, int rows)
{
    memset(heights, 0, sizeof *heights);
    heights->columns = columns;
    heights->rows = rows;
    heights->stride = round_up((size_t)columns + 1, ALIGNMENT_CELLS);
    heights->tile_columns =
        (columns + RIPPLE_TILE_COLUMNS - 1) / RIPPLE_TILE_COLUMNS;
    heights->tile_rows = (rows + RIPPLE_TILE_ROWS - 1) / RIPPLE_TILE_ROWS;
    heights->tile_stride = (size_t)heights->tile_columns + 2;
    if (buffer_init(&heights->now, heights) != RIPPLE_OK ||
        buffer_init(&heights->before, heights) != RIPPLE_OK) {
        heights_clear(heights);
        return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

void heights_clear(Heights *heights)
{
    buffer_clear(&heights->now);
    buffer_clear(&heights->before);
    memset(heights, 0, sizeof *heights);
}

static void buffer_copy(HeightsBuffer *to, const Heights *heights,
                        const HeightsBuffer *from, const Heights *other)
{
    int columns =
        heights->columns < other->columns ? heights->columns : other->columns;
    int rows = heights->rows < other->rows ? heights->rows : other->rows;
    size_t tiles = heights->tile_columns < other->tile_columns
                       ? (size_t)heights->tile_columns
                       : (size_t)other->tile_columns;

    for (int y = 0; y < rows; y++) {
        size_t tile_y = (size_t)(y / RIPPLE_TILE_ROWS);

        memcpy(to->cells + (size_t)y * heights->stride,
               from->cells + (size_t)y * other->stride,
               (size_t)columns * sizeof(int16_t));
        memcpy(to->wet + tile_y * heights->tile_stride,
               from->wet + tile_y * other->tile_stride, tiles);
    }
}

void heights_copy(Heights *heights, const Heights *from)
{
    buffer_copy(&heights->now, heights, &from->now, from);
    buffer_copy(&heights->before, heights, &from->before, from);
}

static uint8_t *flag_row(const Heights *heights, const HeightsBuffer *buffer,
                         int tile_y)
{
    return buffer->wet + (size_t)tile_y * heights->tile_stride;
}

static void buffer_calm(HeightsBuffer *buffer, const Heights *heights)
{
    size_t tiles = (size_t)heights->tile_columns;
    size_t bytes = (size_t)heights->columns * sizeof(int16_t);

    for (int y = 0; y < heights->rows; y++) {
        if (memchr(flag_row(heights, buffer, y / RIPPLE_TILE_ROWS), 1, tiles))
            memset(buffer->cells + (size_t)y * heights->stride, 0, bytes);
    }
    for (int tile_y = 0; tile_y < heights->tile_rows; tile_y++)
        memset(flag_row(heights, buffer, tile_y), 0, tiles);
}

void heights_calm(Heights *heights)
{
    buffer_calm(&heights->now, heights);
    buffer_calm(&heights->before, heights);
}

int heights_are_calm(const Heights *heights)
{
    size_t tiles = (size_t)heights->tile_columns;

    for (int tile_y = 0; tile_y < heights->tile_rows; tile_y++) {
        if (memchr(flag_row(heights, &heights->now, tile_y), 1, tiles) ||
            memchr(flag_row(heights, &heights->before, tile_y), 1, tiles))
            return 0;
    }
    return 1;
}

void heights_swap(Heights *heights)
{
    HeightsBuffer now = heights->before;

    heights->before = heights->now;
    heights->now = now;
}

void heights_wake(Heights *heights, int first, int last, int y)
{
    uint8_t *flags = flag_row(heights, &heights->now, y / RIPPLE_TILE_ROWS);
    int first_tile = first / RIPPLE_TILE_COLUMNS;
    int last_tile = last / RIPPLE_TILE_COLUMNS;

    memset(flags + first_tile, 1, (size_t)(last_tile - first_tile + 1));
}

int heights_touched(const Heights *heights, int tile_x, int tile_y)
{
    const uint8_t *tile = flag_row(heights, &heights->now, tile_y) + tile_x;
    const uint8_t *above = tile - heights->tile_stride;
    const uint8_t *below = tile + heights->tile_stride;

    return above[-1] | above[0] | above[1] | tile[-1] | tile[0] | tile[1] |
           below[-1] | below[0] | below[1];
}
