/* SPDX-License-Identifier: MIT */
/*
 * The water itself: two buffers of int16 heights, the newest (`now`) and the
 * one before it, with a ring of cells around each that shows what lies beyond
 * the edges, and for every tile of cells RIPPLE_ACTIVE flags: whether it may
 * hold anything but zeros, and whether along which of its sides.
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

typedef struct Plane {
    int16_t *cells;  /* cell (0, 0), 64-byte aligned like every row start */
    uint8_t *active; /* flags of tile (0, 0), with a border of clear flags */
    uint16_t *active_tiles; /* wet tiles in a row of tiles, border as above */
    void *cell_memory, *flag_memory, *count_memory; /* what to free */
} Plane;

/*
 * Most models need two buffers. Springs also have speeds, which belong to
 * `now`: a tile of it is wet while one of its speeds is not zero. A current
 * carries each buffer into a spare one.
 */
typedef struct Field {
    int columns, rows;
    size_t stride; /* cells from one row to the next */
    int tile_columns, tile_rows;
    size_t tile_stride; /* flags from one row of tiles to the next */
    Plane now, before;
    Plane speeds, spare, spare_speeds; /* cells NULL: not there */
    int touched; /* something fell into `now` after its ring was filled */
} Field;

/*
 * Makes calm water of columns x rows cells. Returns 0 or RIPPLE_ERROR_MEMORY,
 * and then *heights is as after ripple_field_clear.
 */
int ripple_field_init(Field *heights, int columns, int rows);

/* Frees the memory and zeroes the struct. */
void ripple_field_clear(Field *heights);

/* Adds a calm buffer where there is none. Returns 0 or RIPPLE_ERROR_MEMORY. */
int ripple_field_add_plane(const Field *heights, Plane *buffer);

/* Frees a buffer, which is then not there. */
void ripple_field_remove_plane(Plane *buffer);

/* Sets the speeds, 1/16 of a height a step, to what the last step moved. */
void ripple_field_init_speeds(Field *heights);

/* Copies the water of `from` that fits, counted from the top left corner. */
void ripple_field_copy(Field *heights, const Field *from);

/* Every height and speed zero. */
void ripple_field_reset(Field *heights);

/* How many tiles are wet, counted once for each buffer; 0 in calm water. */
int ripple_field_count_active(const Field *heights);

/* Buffer i of them all from 0, there or not, or NULL past the last. */
Plane *ripple_field_plane(Field *heights, int i);

/* Each of two buffers becomes the other. */
void ripple_field_swap_planes(Plane *a, Plane *b);

/* Flags the tiles of row y that hold the cells first..last of `now`. */
void ripple_field_activate(Field *heights, int first, int last, int y);

/* Makes a buffer's tile zero where its flags say that it may not be. */
void ripple_field_reset_tile(const Field *heights, Plane *buffer, int tile_x,
                             int tile_y);

/* The flags of a row of tiles, from its first tile. */
uint8_t *ripple_field_flags(const Field *heights, const Plane *buffer,
                            int tile_y);

/* Whether anything in a buffer can reach a row of tiles. */
int ripple_field_row_is_active(const Plane *buffer, int tile_y);

/*
 * Sets reached[x] to 1 for each tile of a row that is wet in a buffer or
 * meets a wet side or corner of a neighbour there, and to 0 otherwise.
 */
void ripple_field_find_active(uint8_t *restrict reached, const Field *heights,
                              const Plane *buffer, int tile_y);

/*
 * The same for what may come from anywhere in the tiles around, of which
 * flags outside the pool count too.
 */
void ripple_field_find_near(uint8_t *restrict reached, const Field *heights,
                            const Plane *buffer, int tile_y);

/* Counts the wet tiles of a row anew. */
void ripple_field_count_row(const Field *heights, Plane *buffer, int tile_y);

/* The cells of a tile. */
RippleRect ripple_field_tile(const Field *heights, int tile_x, int tile_y);

#endif
