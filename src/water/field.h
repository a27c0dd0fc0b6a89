/* SPDX-License-Identifier: MIT */
/*
 * The water itself: two buffers of int16 heights, the newest (`now`) and the
 * one before it, with a ring of cells around each that shows what lies beyond
 * the edges, and for every tile of cells RIPPLE_WET flags: whether it may hold
 * anything but zeros, and whether along which of its sides.
 *
 * Waves travel at most one cell a step. A tile that is zero in both buffers,
 * and whose neighbours are zero in `now` along the sides they share, therefore
 * stays zero: leaving it out is exact. Flags may be set for calm cells, never
 * clear for wet ones.
 */
#ifndef RIPPLE_WATER_FIELD_H
#define RIPPLE_WATER_FIELD_H

#include "ripple.h"

/*
 * More rows would be more streams at once than memory prefetchers follow;
 * narrower tiles would spend their time on being found.
 */
#define RIPPLE_TILE_COLUMNS     64
#define RIPPLE_TILE_ROWS        8
#define RIPPLE_MAX_TILE_COLUMNS (RIPPLE_MAX_SIZE / RIPPLE_TILE_COLUMNS)

typedef struct HeightsBuffer {
    int16_t *cells; /* cell (0, 0), 64-byte aligned like every row start */
    uint8_t *wet;   /* flags of tile (0, 0), with a border of clear flags */
    uint16_t *wet_tiles; /* wet tiles in a row of tiles, border as above */
    void *cell_memory, *flag_memory, *count_memory; /* what to free */
} HeightsBuffer;

/*
 * Most models need two buffers. Springs also have speeds, which belong to
 * `now`: a tile of it is wet while one of its speeds is not zero. A current
 * carries each buffer into a spare one.
 */
typedef struct Heights {
    int columns, rows;
    size_t stride; /* cells from one row to the next */
    int tile_columns, tile_rows;
    size_t tile_stride; /* flags from one row of tiles to the next */
    HeightsBuffer now, before;
    HeightsBuffer speeds, spare, spare_speeds; /* cells NULL: not there */
    int touched; /* something fell into `now` after its ring was filled */
} Heights;

/*
 * Makes calm water of columns x rows cells. Returns 0 or RIPPLE_ERROR_MEMORY,
 * and then *heights is as after heights_clear.
 */
int heights_init(Heights *heights, int columns, int rows);

/* Frees the memory and zeroes the struct. */
void heights_clear(Heights *heights);

/* Adds a calm buffer where there is none. Returns 0 or RIPPLE_ERROR_MEMORY. */
int heights_add(const Heights *heights, HeightsBuffer *buffer);

/* Frees a buffer, which is then not there. */
void heights_remove(HeightsBuffer *buffer);

/* Sets the speeds, 1/16 of a height a step, to what the last step moved. */
void heights_start_speeds(Heights *heights);

/* Copies the water of `from` that fits, counted from the top left corner. */
void heights_copy(Heights *heights, const Heights *from);

/* Every height and speed zero. */
void heights_calm(Heights *heights);

/* How many tiles are wet, counted once for each buffer; 0 in calm water. */
int heights_wet_tiles(const Heights *heights);

/* Buffer i of them all from 0, there or not, or NULL past the last. */
HeightsBuffer *heights_buffer(Heights *heights, int i);

/* Each of two buffers becomes the other. */
void heights_exchange(HeightsBuffer *a, HeightsBuffer *b);

/* Flags the tiles of row y that hold the cells first..last of `now`. */
void heights_wake(Heights *heights, int first, int last, int y);

/* Makes a buffer's tile zero where its flags say that it may not be. */
void heights_calm_tile(const Heights *heights, HeightsBuffer *buffer,
                       int tile_x, int tile_y);

/* The flags of a row of tiles, from its first tile. */
uint8_t *heights_flags(const Heights *heights, const HeightsBuffer *buffer,
                       int tile_y);

/* Whether anything in a buffer can reach a row of tiles. */
int heights_reach_row(const HeightsBuffer *buffer, int tile_y);

/*
 * Sets reached[x] to 1 for each tile of a row that is wet in a buffer or
 * meets a wet side or corner of a neighbour there, and to 0 otherwise.
 */
void heights_find_reached(uint8_t *restrict reached, const Heights *heights,
                          const HeightsBuffer *buffer, int tile_y);

/*
 * The same for what may come from anywhere in the tiles around, of which
 * flags outside the pool count too.
 */
void heights_find_near(uint8_t *restrict reached, const Heights *heights,
                       const HeightsBuffer *buffer, int tile_y);

/* Counts the wet tiles of a row anew. */
void heights_count_row(const Heights *heights, HeightsBuffer *buffer,
                       int tile_y);

/* The cells of a tile. */
RippleRect heights_tile(const Heights *heights, int tile_x, int tile_y);

#endif
