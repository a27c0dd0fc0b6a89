/* SPDX-License-Identifier: MIT */
/*
 * The field of heights: planes of int16 cells, each with a halo of one cell
 * around it that shows what lies beyond the edges, and with flags for each tile
 * of 64 x 8 cells.
 *
 *     halo   . . . . . . . . . . . .     ALL  = any cell of the tile is not 0
 *          . +----------+----------+ .   TOP, BOTTOM, LEFT, RIGHT = a cell
 *          . |  ALL     |          | .     along that side is not 0
 *          . |        # |          | .
 *          . |   RIGHT #|#  LEFT   | .   Both tiles are active. Tiles around
 *          . +----------+----------+ .   them that share an active side, or
 *          . |          |          | .   two at a corner, are stepped too;
 *          . |   calm   |   calm   | .   the calm rest is skipped.
 *            . . . . . . . . . . . .
 *
 * Invariant: flags may be set for calm cells but are never clear for cells that
 * are not 0. Waves travel at most one cell a step, so a tile that is 0 in `now`
 * and `before`, and whose neighbours are 0 in `now` along the shared sides,
 * stays 0: skipping it is exact.
 */
#ifndef RIPPLE_WATER_FIELD_H
#define RIPPLE_WATER_FIELD_H

#include "lib/kernels/step_kernels.h"

#include "ripple.h"

/*
 * Taller tiles read more rows at once than hardware prefetchers follow; in
 * narrower ones finding the active tiles takes more time than stepping them.
 */
#define RIPPLE_TILE_COLUMNS     64
#define RIPPLE_TILE_ROWS        8
#define RIPPLE_MAX_TILE_COLUMNS (RIPPLE_MAX_SIZE / RIPPLE_TILE_COLUMNS)

/* The parts of a plane: heights (or speeds), and fractions of heights. */
#define RIPPLE_PARTS 2

typedef struct Plane {
    int16_t *cells;     /* cell (0, 0); every row starts 64-byte aligned */
    int16_t *fractions; /* laid out likewise, with their own halo; NULL if the
                           heights have none */
    uint8_t *active;    /* RIPPLE_ACTIVE flags of tile (0, 0), with a border of
                           one tile that stays clear unless the edges wrap */
    uint16_t *active_tiles; /* active tiles in each row of tiles; -1 and
                               tile_rows are the border */
    void *cell_memory, *fraction_memory, *flag_memory, *count_memory; /* to be
                                                                  freed */
} Plane;

/*
 * `now` are the newest heights, `before` those of the previous step, which the
 * next step overwrites. Springs add `speeds`, which belong to `now`. A current
 * adds a spare plane for each plane that it moves.
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
 * Makes calm water of columns x rows cells. Returns 0 or RIPPLE_ERROR_MEMORY;
 * on error *field is as after ripple_field_clear.
 */
int ripple_field_init(Field *field, int columns, int rows);

/* Frees the memory and zeroes the struct. */
void ripple_field_clear(Field *field);

/* Adds a calm plane unless it is present. Returns 0 or RIPPLE_ERROR_MEMORY. */
int ripple_field_add_plane(const Field *field, Plane *plane);

/* Frees a plane, which is absent from then on. */
void ripple_field_remove_plane(Plane *plane);

/* Adds fractions of 0 to `now`, `before` and, if present, `spare`, unless they
   have some. Returns 0 or RIPPLE_ERROR_MEMORY; then some may be added. */
int ripple_field_add_fractions(Field *field);

/* Frees the fractions of all planes. */
void ripple_field_remove_fractions(Field *field);

/* Changes max_height and clamps the heights. */
void ripple_field_limit(Field *field, int max_height);

/* Sets each speed to now - before, in 1/16 of a height a step, saturated. */
void ripple_field_init_speeds(Field *field);

/* Copies the part of `from` that fits, counted from the top left corner. */
void ripple_field_copy(Field *field, const Field *from);

/* Zeroes all heights and speeds. */
void ripple_field_reset(Field *field);

/* The number of active tiles in `now`, `before` and the speeds; 0 if calm. */
int ripple_field_count_active(const Field *field);

/* 1 if no height and no speed differs from 0; looks into active tiles only. */
int ripple_field_is_zero(const Field *field);

/* The same of one plane, which may be absent. */
int ripple_field_plane_is_zero(const Field *field, const Plane *plane);

/* Plane i, absent ones too, or NULL past the last. */
Plane *ripple_field_plane(Field *field, int i);

void ripple_field_swap_planes(Plane *a, Plane *b);

/* Sets all flags of the tiles that hold the cells first..last of row y of
   `now`. */
void ripple_field_activate(Field *field, int first, int last, int y);

/* Sets the flags of all tiles of `now`, `before` and the speeds, whose cells
   were written from outside. */
void ripple_field_set_flags(Field *field, int flags);

/* Zeroes the cells and flags of a tile unless its flags are clear. */
void ripple_field_reset_tile(const Field *field, Plane *plane, int tile_x,
                             int tile_y);

/* The flags of a row of tiles, -1..tile_rows, from its first tile. */
uint8_t *ripple_field_flags(const Field *field, const Plane *plane, int tile_y);

/* 1 if a tile is active in a row of tiles or in the rows next to it. */
int ripple_field_row_is_active(const Plane *plane, int tile_y);

/*
 * Sets active[x] to 1 for each tile of a row that is active in a plane or
 * touches an active side or corner of a neighbour, and to 0 otherwise.
 */
void ripple_field_find_active(uint8_t *restrict active, const Field *field,
                              const Plane *plane, int tile_y);

/* Sets active[x] to 1 for each tile of a row that is active in a plane or has
   an active tile among its eight neighbours, border included, else to 0. */
void ripple_field_find_near(uint8_t *restrict active, const Field *field,
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

/* Sets it; see there. Flags and halo stay as they are. */
static inline void ripple_field_set_value(Plane *plane, ptrdiff_t cell,
                                          int32_t value)
{
    int one = 1 << RIPPLE_FRACTION_BITS;

    if (plane->fractions != NULL) {
        int32_t height = (value + one / 2) >> RIPPLE_FRACTION_BITS;

        plane->fractions[cell] = (int16_t)(value - height * one);
        value = height;
    }
    plane->cells[cell] = (int16_t)value;
}

/* Cell -1 of row y, -1..rows, of a part that is present: the left halo cell;
   cell columns + 1 from there is the right one. */
int16_t *ripple_field_halo_row(const Field *field, int16_t *part, int y);

/* The cells of a tile; the last ones may be smaller. */
RippleRect ripple_field_tile(const Field *field, int tile_x, int tile_y);

#endif
