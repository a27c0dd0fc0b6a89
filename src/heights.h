/* SPDX-License-Identifier: MIT */
/*
 * The water itself: two buffers of int16 heights, the newest (`now`) and the
 * one before it, with a border of zeros around each, and for every tile of
 * cells a flag whether it may hold anything but zeros.
 *
 * Waves travel at most one cell a step. A tile that is zero in both buffers
 * and whose eight neighbours are zero in `now` therefore stays zero: leaving
 * it out is exact. The flags may be set for a calm tile, never clear for a
 * wet one.
 */
#ifndef RIPPLE_HEIGHTS_H
#define RIPPLE_HEIGHTS_H

#include <stddef.h>
#include <stdint.h>

#define RIPPLE_TILE_COLUMNS 64
#define RIPPLE_TILE_ROWS    16

typedef struct HeightsBuffer {
    int16_t *cells; /* cell (0, 0), 64-byte aligned like every row start */
    uint8_t *wet;   /* flag of tile (0, 0), with a border of clear flags */
    void *cell_memory, *flag_memory; /* what to free */
} HeightsBuffer;

typedef struct Heights {
    int columns, rows;
    size_t stride; /* cells from one row to the next */
    int tile_columns, tile_rows;
    size_t tile_stride; /* flags from one row of tiles to the next */
    HeightsBuffer now, before;
} Heights;

/*
 * Makes calm water of columns x rows cells. Returns 0 or RIPPLE_ERROR_MEMORY,
 * and then *heights is as after heights_clear.
 */
int heights_init(Heights *heights, int columns, int rows);

/* Frees the memory and zeroes the struct. */
void heights_clear(Heights *heights);

/* Copies the water of `from` that fits, counted from the top left corner. */
void heights_copy(Heights *heights, const Heights *from);

/* Every height zero. */
void heights_calm(Heights *heights);

int heights_are_calm(const Heights *heights);

/* `before`, now overwritten with the next heights, becomes `now`. */
void heights_swap(Heights *heights);

/* Flags the tiles of row y that hold the cells first..last of `now`. */
void heights_wake(Heights *heights, int first, int last, int y);

/* Whether the tile or one of its eight neighbours is wet in `now`. */
int heights_touched(const Heights *heights, int tile_x, int tile_y);

static inline int heights_tile_end(int tile, int tile_size, int size)
{
    int end = (tile + 1) * tile_size;

    return end < size ? end : size;
}

#endif
