/* SPDX-License-Identifier: MIT */
#include "render/shore.h"

#include "base/fixed.h"
#include "base/rect.h"
#include "render/pixel_formats.h"
#include "render/shore_cells.h"
#include "render/shore_colour.h"

#include <stdlib.h>
#include <string.h>

#define FAR   RIPPLE_SHORE_FAR
#define BLOCK 32 /* pixels of a row that are laid together */

/* Blocks whose pixels need no colours of a shore. */
enum {
    BLOCK_WATER = 1, /* the picture: open water out of land's reach */
    BLOCK_LAND = 2,  /* that of land: out of the water's reach */
};

/* A row of cells, at the columns of the pixels that are laid. */
typedef struct CellRow {
    int row; /* of the pool; -1: none */
    int16_t *distances, *shallows;
    uint8_t *kinds; /* by block: BLOCK_WATER, BLOCK_LAND or 0 */
} CellRow;

/* A floor that is laid. */
typedef struct Shore {
    const GridMap *grid_map;
    const ShorePictures *pictures;
    const RipplePixels *floor;
    RippleRect whole, part; /* pixels that are laid; those that land reaches */
    ShoreScale scale;
    ShoreCells cells;
    int left, columns; /* of pixels in a CellRow: those of the part and of all
                          that cast shadows on it; left of the pool as in it */
    CellRow *ring;     /* for each band the rows of cells that it needed last */
    int ring_size;
} Shore;

/* Stores the values of a row of cells at the columns of the pixels. */
static void spread_row(const Shore *shore, const int16_t *cells, int16_t *to)
{
    const GridAxis *axis = &shore->grid_map->axis_x;
    int origin = shore->cells.rect.x, outside = max_int(-shore->left, 0);
    int first = shore->left + outside, count = shore->columns - outside;

    if (ripple_grid_is_coarse(&shore->grid_map->size)) {
        for (int i = 0; i < count; i++) {
            const int16_t *cell = cells + (axis->first[first + i] - origin);

            to[outside + i] =
                (int16_t)lerp(cell[0], cell[1], axis->share[first + i]);
        }
    } else {
        memcpy(to + outside, cells + (first - origin),
               (size_t)count * sizeof *to);
    }
    for (int i = 0; i < outside; i++)
        to[i] = to[outside];
}

/* The kind of a block of `count` pixels. */
static int find_kind(const int16_t *distances, const int16_t *shallows,
                     int count)
{
    int min = FAR, max = -FAR, shallow = 0;

    for (int i = 0; i < count; i++) {
        min = min_int(min, distances[i]);
        max = max_int(max, distances[i]);
        shallow |= shallows[i];
    }
    return (min >= FAR && shallow == 0 ? BLOCK_WATER : 0) |
           (max <= -FAR ? BLOCK_LAND : 0);
}

static void fill_row(const Shore *shore, CellRow *cells, int row)
{
    size_t place = ripple_shore_cells_row(&shore->cells, row);
    int skipped = shore->part.x - shore->left;

    cells->row = row;
    spread_row(shore, shore->cells.distances + place, cells->distances);
    spread_row(shore, shore->cells.shallows + place, cells->shallows);
    for (int x = 0; x < shore->part.width; x += BLOCK)
        cells->kinds[x / BLOCK] = (uint8_t)find_kind(
            cells->distances + skipped + x, cells->shallows + skipped + x,
            min_int(BLOCK, shore->part.width - x));
}

/* The row of cells above the middle of a row of pixels, and the one below. */
typedef struct CellRows {
    const CellRow *upper, *lower;
    int share; /* of the lower one */
} CellRows;

static const CellRow *need_row(const Shore *shore, CellRow *ring, int row)
{
    CellRow *cell_row = &ring[row % shore->ring_size];

    if (cell_row->row != row)
        fill_row(shore, cell_row, row);
    return cell_row;
}

static CellRows find_rows(const Shore *shore, CellRow *ring, int y)
{
    const GridAxis *axis = &shore->grid_map->axis_y;
    const CellRow *upper;

    if (ripple_grid_is_coarse(&shore->grid_map->size))
        return (CellRows){need_row(shore, ring, axis->first[y]),
                          need_row(shore, ring, axis->first[y] + 1),
                          axis->share[y]};
    upper = need_row(shore, ring, y);
    return (CellRows){upper, upper, 0};
}

static void mix_rows(int *to, const int16_t *upper, const int16_t *lower,
                     int share, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = lerp(upper[i], lower[i], share);
}

/* Stores the pixels of land under a block: its picture repeats. */
static void get_land(const RipplePixels *land, RippleRect block, uint32_t *to)
{
    int x = block.x % land->width, y = block.y % land->height;

    for (int i = 0; i < block.width; x = 0) {
        int count = min_int(land->width - x, block.width - i);

        ripple_pixels_get_row(land, x, y, count, to + i);
        i += count;
    }
}

/* Makes the pixels of a block those of the floor. The first rows are those of
   the block, the others those of what casts shadows on it. */
static void find_floor(const Shore *shore, const CellRows rows[2],
                       RippleRect block, const uint32_t *land, uint32_t *pixels)
{
    int first = block.x - shore->part.x, own = first + shore->scale.shadow_x;
    int distances[BLOCK], shallows[BLOCK], shadows[BLOCK];
    ShoreRow row = {block.x,   block.y, block.width,
                    distances, shadows, shallows};

    mix_rows(distances, rows[0].upper->distances + own,
             rows[0].lower->distances + own, rows[0].share, block.width);
    mix_rows(shallows, rows[0].upper->shallows + own,
             rows[0].lower->shallows + own, rows[0].share, block.width);
    mix_rows(shadows, rows[1].upper->distances + first,
             rows[1].lower->distances + first, rows[1].share, block.width);
    ripple_shore_colour_row(&shore->scale, &row, pixels, land);
}

/* The block shows the picture already. */
static void lay_block(const Shore *shore, const CellRows rows[2],
                      RippleRect block, int kind)
{
    const ShorePictures *pictures = shore->pictures;
    uint32_t water[BLOCK], land[BLOCK];
    const uint32_t *shown = kind == BLOCK_LAND ? land : water;

    ripple_pixels_get_row(pictures->water, block.x, block.y, block.width,
                          water);
    if (pictures->land != NULL)
        get_land(pictures->land, block, land);
    if (kind == 0)
        find_floor(shore, rows, block, pictures->land != NULL ? land : water,
                   water);
    ripple_pixels_set_row(shore->floor, block.x, block.y, block.width, shown);
}

static void lay_row(const Shore *shore, CellRow *ring, int y)
{
    CellRows rows[2] = {
        find_rows(shore, ring, y),
        find_rows(shore, ring, max_int(y - shore->scale.shadow_y, 0))};
    RippleRect block = {shore->part.x, y, BLOCK, 1};
    int end = shore->part.x + shore->part.width;

    for (int i = 0; block.x < end; i++, block.x += BLOCK) {
        int kind = rows[0].upper->kinds[i] & rows[0].lower->kinds[i];

        block.width = min_int(BLOCK, end - block.x);
        if (kind == 0 || (kind == BLOCK_LAND && shore->pictures->land != NULL))
            lay_block(shore, rows, block, kind);
    }
}

static void lay_bands(void *argument, int first, int end)
{
    const Shore *shore = argument;
    const RippleRect *whole = &shore->whole, *part = &shore->part;
    CellRow *ring = shore->ring + first * shore->ring_size;
    int last = whole->y + ripple_shore_band(&shore->cells, whole->height, end);

    for (int y =
             whole->y + ripple_shore_band(&shore->cells, whole->height, first);
         y < last; y++) {
        ripple_pixels_copy(shore->pictures->water, shore->floor,
                           (RippleRect){whole->x, y, whole->width, 1});
        if (y >= part->y && y < part->y + part->height)
            lay_row(shore, ring, y);
    }
}

/* Also gives the rows their memory. */
static int allocate_rings(Shore *shore)
{
    size_t rows = (size_t)shore->ring_size * (size_t)shore->cells.bands;
    size_t columns = (size_t)shore->columns;
    size_t blocks = (size_t)shore->part.width / BLOCK + 1;
    int16_t *values;
    uint8_t *kinds;

    shore->ring =
        malloc(rows * (sizeof *shore->ring + 2 * columns * sizeof *values +
                       blocks * sizeof *kinds));
    if (shore->ring == NULL)
        return RIPPLE_ERROR_MEMORY;
    values = (int16_t *)(shore->ring + rows);
    kinds = (uint8_t *)(values + rows * 2 * columns);
    for (size_t i = 0; i < rows; i++) {
        int16_t *distances = values + i * 2 * columns;

        shore->ring[i] =
            (CellRow){-1, distances, distances + columns, kinds + i * blocks};
    }
    return RIPPLE_OK;
}

static int init(Shore *shore, const Mask *mask, ThreadPool *thread_pool)
{
    const GridSize *size = &shore->grid_map->size;
    int right = shore->scale.shadow_x, down = shore->scale.shadow_y;
    RippleRect pixels = {shore->part.x - right, shore->part.y - down,
                         shore->part.width + right, shore->part.height + down};

    shore->left = pixels.x;
    shore->columns = pixels.width;
    shore->ring_size = down * size->rows / size->height + 4;
    if (ripple_shore_cells_init(
            &shore->cells, mask, size,
            ripple_rect_clip(pixels, size->width, size->height),
            thread_pool) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    if (allocate_rings(shore) == RIPPLE_OK)
        return RIPPLE_OK;
    ripple_shore_cells_clear(&shore->cells);
    return RIPPLE_ERROR_MEMORY;
}

RippleRect ripple_shore_reach(const GridSize *size, RippleRect cells)
{
    RippleRect reach = ripple_grid_reach(size, cells);

    return reach.width == 0 || reach.height == 0
               ? reach
               : ripple_rect_grow(reach, RIPPLE_SHORE_REACH, size->width,
                                  size->height);
}

int ripple_shore_lay_floor(const Mask *mask, const GridMap *grid_map,
                           const ShorePictures *pictures,
                           const RipplePixels *floor, RippleRect part,
                           ThreadPool *thread_pool)
{
    const GridSize *size = &grid_map->size;
    RippleRect reach = ripple_shore_reach(size, ripple_mask_bounds(mask));
    Shore shore = {.grid_map = grid_map,
                   .pictures = pictures,
                   .floor = floor,
                   .whole = part,
                   .part = ripple_rect_intersect(part, reach),
                   .scale =
                       ripple_shore_scale(size->height, pictures->is_bare)};

    if (shore.part.width == 0 || shore.part.height == 0) {
        ripple_pixels_copy(pictures->water, floor, part);
        return RIPPLE_OK;
    }
    if (init(&shore, mask, thread_pool) != RIPPLE_OK) {
        ripple_pixels_copy(pictures->water, floor, part);
        return RIPPLE_ERROR_MEMORY;
    }
    ripple_thread_pool_run(thread_pool, lay_bands, &shore, shore.cells.bands);
    ripple_shore_cells_clear(&shore.cells);
    free(shore.ring);
    return RIPPLE_OK;
}
