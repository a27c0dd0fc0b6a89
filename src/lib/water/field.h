/* SPDX-License-Identifier: MIT */
/*
 * The field of heights: planes of int16 cells. Each plane has a halo of one
 * cell, which holds the heights beyond the edges, and flags for each tile of
 * 64 x 8 cells.
 *
 *     halo   . . . . . . . . . . . .     ALL  = any cell of the tile is not 0
 *          . +----------+----------+ .   TOP, BOTTOM, LEFT, RIGHT = a cell
 *          . |  ALL     |          | .     along that side is not 0
 *          . |        # |          | .
 *          . |   RIGHT #|#  LEFT   | .   Both tiles are active. A tile beside
 *          . +----------+----------+ .   an active side, or at a corner of two,
 *          . |          |          | .   is stepped too; all other tiles are
 *          . |    0s    |    0s    | .   skipped.
 *            . . . . . . . . . . . .
 *
 * Invariant: flags may be set for zero cells but are never clear for nonzero
 * ones. Waves travel at most one cell a step. So a tile that is 0 in `now` and
 * `before`, and whose neighbours are 0 in `now` along the shared sides, stays
 * 0: skipping it is exact.
 */
#ifndef RIPPLE_WATER_FIELD_H
#define RIPPLE_WATER_FIELD_H

#include "lib/kernels/kernels.h"

#include "ripple.h"

#define RIPPLE_MAX_TILE_COLUMNS (RIPPLE_MAX_SIZE / RIPPLE_TILE_COLUMNS)

/* The parts of a plane: heights (or speeds), and fractions of heights. */
#define RIPPLE_PARTS 2

typedef struct Plane {
    int16_t *cells;     /* cell (0, 0); every row starts 64-byte aligned */
    int16_t *fractions; /* the same layout, with their own halo; NULL if the
                           heights have none */
    uint8_t *active;    /* RIPPLE_ACTIVE flags of tile (0, 0), with a border of
                           one tile that stays clear unless the edges wrap */
    uint16_t *active_tiles; /* number in each row of tiles; rows -1 and
                               tile_rows are the border */
    void *cell_memory, *fraction_memory, *flag_memory,
        *count_memory; /* to free */
} Plane;

/*
 * `now` holds the newest heights, `before` those of the previous step, which
 * the next step overwrites. Springs add `speeds`, which belong to `now`. A
 * current adds a spare plane for each plane that it moves.
 */
typedef struct Field {
    int columns, rows;
    size_t stride; /* cells from one row to the next */
    int tile_columns, tile_rows;
    size_t tile_stride; /* flags from one row of tiles to the next */
    Plane now, before;
    Plane speeds, spare, spare_speeds; /* cells are NULL if absent */
    int max_height;                    /* heights are in +-max_height */
    int is_halo_stale; /* `now` was changed after its halo was filled */
} Field;

/*
 * Makes a field at rest of columns x rows cells. Returns 0 or
 * RIPPLE_ERROR_MEMORY; on error *field is as after ripple_field_clear.
 */
int ripple_field_init(Field *field, int columns, int rows);

/* Frees the memory and zeroes the struct. */
void ripple_field_clear(Field *field);

/* Adds a zeroed plane unless present. Returns 0 or RIPPLE_ERROR_MEMORY. */
int ripple_field_add_plane(const Field *field, Plane *plane);

/* Frees a plane and makes it absent. */
void ripple_field_remove_plane(Plane *plane);

/* Adds zeroed fractions to those of `now`, `before` and `spare` that are
   present and have none. Returns 0 or RIPPLE_ERROR_MEMORY; on error some may be
   added. */
int ripple_field_add_fractions(Field *field);

/* Frees the fractions of all planes. */
void ripple_field_remove_fractions(Field *field);

/* Changes max_height and clamps the heights. */
void ripple_field_limit(Field *field, int max_height);

/* Sets each speed to now - before, in 1/16 of a height a step, saturated. */
void ripple_field_init_speeds(Field *field);

/* Copies the part of `from` that fits, aligned at the top left corner. */
void ripple_field_copy(Field *field, const Field *from);

/* Zeroes all heights and speeds. */
void ripple_field_reset(Field *field);

/* The number of active tiles in `now`, `before` and the speeds; 0 at rest. */
int ripple_field_count_active(const Field *field);

/* 1 if all heights and speeds are 0; reads active tiles only. */
int ripple_field_is_zero(const Field *field);

/* 1 if a plane is absent or all 0; reads active tiles only. */
int ripple_field_plane_is_zero(const Field *field, const Plane *plane);

/* Plane i, present or absent; NULL past the last. */
Plane *ripple_field_plane(Field *field, int i);

void ripple_field_swap_planes(Plane *a, Plane *b);

/* Sets all flags of the tiles of `now` that have cells first..last of row y. */
void ripple_field_activate(Field *field, int first, int last, int y);

/* Sets the flags of all tiles of `now`, `before` and the speeds after outside
   code wrote their cells. */
void ripple_field_set_flags(Field *field, int flags);

/* Zeroes the cells and flags of a tile unless its flags are clear. */
void ripple_field_reset_tile(const Field *field, Plane *plane, int tile_x,
                             int tile_y);

/* The flags of the first tile in row `tile_y` of tiles, -1..tile_rows. */
uint8_t *ripple_field_flags(const Field *field, const Plane *plane, int tile_y);

/* 1 if a row of tiles or a row next to it has an active tile. */
int ripple_field_row_is_active(const Plane *plane, int tile_y);

/*
 * Sets active[x] to 1 for each tile of a row that is active in a plane or
 * touches an active side or corner of a neighbour, and to 0 otherwise.
 */
void ripple_field_find_reached(uint8_t *restrict active, const Field *field,
                               const Plane *plane, int tile_y);

/* Sets active[x] to 1 for each tile of a row that is active in a plane or has
   an active tile among its eight neighbours, border included, else to 0. */
void ripple_field_find_near_active(uint8_t *restrict active, const Field *field,
                                   const Plane *plane, int tile_y);

/* Updates active_tiles of a row from its flags. */
void ripple_field_count_row(const Field *field, Plane *plane, int tile_y);

/* The cells of a plane if `part` is 0, its fractions if 1; may be NULL. */
static inline int16_t *ripple_field_part(const Plane *plane, int part)
{
    return part == 0 ? plane->cells : plane->fractions;
}

/* The height of the cell at an offset from cell (0, 0), in 1/2^12 if the plane
   has fractions. */
static inline int32_t ripple_field_value(const Plane *plane, ptrdiff_t cell)
{
    return plane->fractions == NULL
               ? plane->cells[cell]
               : plane->cells[cell] * (1 << RIPPLE_FRACTION_BITS) +
                     plane->fractions[cell];
}

/* Sets the height, in the unit of ripple_field_value, but no flags or halo. */
static inline void ripple_field_set_value(Plane *plane, ptrdiff_t cell,
                                          int32_t value)
{
    if (plane->fractions != NULL) {
        plane->fractions[cell] = (int16_t)height_fraction(value);
        value = whole_height(value);
    }
    plane->cells[cell] = (int16_t)value;
}

/* The left halo cell of row y, -1..rows, of a part that is not NULL. The right
   halo cell is columns + 1 cells further. */
int16_t *ripple_field_halo_row(const Field *field, int16_t *part, int y);

/* The cells of a tile; the last of a row or column may be smaller. */
RippleRect ripple_field_tile(const Field *field, int tile_x, int tile_y);

#endif
