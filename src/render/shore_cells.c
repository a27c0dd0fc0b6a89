/* SPDX-License-Identifier: MIT */
#include "render/shore_cells.h"

#include "base/fixed.h"
#include "base/rect.h"
#include "render/shore_colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIXEL RIPPLE_SHORE_PIXEL
#define FAR   RIPPLE_SHORE_FAR

#define MAX_CELLS 60 /* farther cells count as so far away */
#define BANDS     16 /* at most */

size_t ripple_shore_cells_row(const ShoreCells *cells, int row)
{
    int y = clamp_int(row - cells->rect.y, 0, cells->rect.height - 1);

    return (size_t)y * (size_t)cells->rect.width;
}

/* The cells of a row of the area up or down to water or to land. */
static uint8_t *near_row(const ShoreCells *cells, int is_land, int y)
{
    return cells->near[is_land] +
           (size_t)(y - cells->area.y) * (size_t)cells->area.width;
}

/* Some columns of the area, counted from its left. */
typedef struct Columns {
    int first, end;
} Columns;

/* Carries what row `from_y` knows on to row y. */
static void follow_row(const ShoreCells *cells, Columns columns, int is_land,
                       int y, int from_y)
{
    const RippleRect *area = &cells->area;
    const uint8_t *depths = cells->mask->depths +
                            (size_t)y * (size_t)cells->mask->columns + area->x;
    const uint8_t *from = near_row(cells, is_land, from_y);
    uint8_t *to = near_row(cells, is_land, y);

    for (int x = columns.first; x < columns.end; x++) {
        int is_kind = (depths[x] == RIPPLE_DEPTH_LAND) == is_land;

        to[x] = (uint8_t)min_int(to[x], is_kind ? 0 : from[x] + 1);
    }
}

/* A column that has no cell of a kind has MAX_CELLS. */
static void measure_columns(const ShoreCells *cells, Columns columns,
                            int is_land)
{
    const RippleRect *area = &cells->area;
    int last = area->y + area->height - 1;

    for (int y = area->y; y <= last; y++) {
        memset(near_row(cells, is_land, y) + columns.first, MAX_CELLS,
               (size_t)(columns.end - columns.first));
        follow_row(cells, columns, is_land, y, max_int(y - 1, area->y));
    }
    for (int y = last; y >= area->y; y--)
        follow_row(cells, columns, is_land, y, min_int(y + 1, last));
}

static void measure_column_bands(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;
    int width = cells->area.width;
    Columns columns = {ripple_shore_band(cells, width, first),
                       ripple_shore_band(cells, width, end)};

    measure_columns(cells, columns, 0);
    measure_columns(cells, columns, 1);
}

/* The columns of a row of the area that are near cells of a kind; none: end is
   0. `squares` gets the squares of how far up or down they are. */
static Columns square_row(const ShoreCells *cells, const uint8_t *near,
                          int16_t *squares)
{
    int width = cells->area.width, limit = cells->limit;
    Columns columns = {0, width};

    for (int x = 0; x < width; x++)
        squares[x] = (int16_t)(near[x] * near[x]);
    while (columns.end > 0 && near[columns.end - 1] >= limit)
        columns.end--;
    while (columns.first < columns.end && near[columns.first] >= limit)
        columns.first++;
    return columns;
}

/* The squares of the distances in cells from the cells of a row to the nearest
   of a kind, at most that of the limit. `squares` is scratch for a row. */
static void find_squares(const ShoreCells *cells, int is_land, int y,
                         int16_t *squares, int16_t *restrict nearest)
{
    int offset = cells->rect.x - cells->area.x, limit = cells->limit;
    Columns columns = square_row(cells, near_row(cells, is_land, y), squares);

    for (int x = 0; x < cells->rect.width; x++)
        nearest[x] = (int16_t)(limit * limit);
    for (int i = -limit; i <= limit && columns.end > 0; i++) {
        const int16_t *from = squares + offset + i;
        int first = max_int(columns.first - offset - i, 0);
        int end = min_int(cells->rect.width, columns.end - offset - i);

        for (int x = first; x < end; x++) {
            int16_t square = (int16_t)(from[x] + i * i);

            nearest[x] = square < nearest[x] ? square : nearest[x];
        }
    }
}

/* Land looks for the nearest water, water for the nearest land. */
static void measure_row(const ShoreCells *cells, int y, int16_t *scratch)
{
    int width = cells->rect.width, offset = cells->rect.x - cells->area.x;
    const uint8_t *to_land = near_row(cells, 1, y) + offset;
    int16_t *nearest[2] = {scratch, scratch + width};
    int16_t *sharp = cells->sharp + ripple_shore_cells_row(cells, y);
    int has_land = memchr(to_land, 0, (size_t)width) != NULL;

    for (int is_land = !has_land; is_land < 2; is_land++)
        find_squares(cells, is_land, y, scratch + 2 * width, nearest[is_land]);
    for (int i = 0; i < width; i++) {
        int is_land = to_land[i] == 0;
        int square = nearest[!is_land][i], distance = FAR;

        if (square < cells->limit * cells->limit)
            distance = min_int(
                (int)(sqrt(square) * cells->size) - cells->size / 2, FAR);
        sharp[i] = (int16_t)(is_land ? -distance : distance);
    }
}

static void measure_bands(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;
    const RippleRect *rect = &cells->rect;
    int16_t *scratch = cells->scratch + 3 * first * cells->area.width;
    int last = rect->y + ripple_shore_band(cells, rect->height, end);

    for (int y = rect->y + ripple_shore_band(cells, rect->height, first);
         y < last; y++)
        measure_row(cells, y, scratch);
}

/* Rounds the corners of cells near the shore: means of 3x3, weighted 1 2 1. */
static void smooth_row(const ShoreCells *cells, int y)
{
    const int16_t *rows[3];
    int16_t *to = cells->distances + ripple_shore_cells_row(cells, y);

    for (int i = 0; i < 3; i++)
        rows[i] = cells->sharp + ripple_shore_cells_row(cells, y + i - 1);
    for (int x = 0; x < cells->rect.width; x++) {
        int left = max_int(x - 1, 0);
        int right = min_int(x + 1, cells->rect.width - 1), sum = 0;

        if (abs(rows[1][x]) >= FAR) {
            to[x] = rows[1][x];
            continue;
        }
        for (int i = 0; i < 3; i++)
            sum += (i == 1 ? 2 : 1) *
                   (rows[i][left] + 2 * rows[i][x] + rows[i][right]);
        to[x] = (int16_t)(sum / 16);
    }
}

static void find_shallows(const ShoreCells *cells, int y)
{
    const Mask *mask = cells->mask;
    const uint8_t *depths =
        mask->depths + (size_t)y * (size_t)mask->columns + cells->rect.x;
    int16_t *to = cells->shallows + ripple_shore_cells_row(cells, y);

    for (int x = 0; x < cells->rect.width; x++)
        to[x] = (int16_t)(depths[x] == RIPPLE_DEPTH_LAND
                              ? 0
                              : RIPPLE_DEPTH_OPEN - depths[x]);
}

static void smooth_bands(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;
    const RippleRect *rect = &cells->rect;
    int last = rect->y + ripple_shore_band(cells, rect->height, end);

    for (int y = rect->y + ripple_shore_band(cells, rect->height, first);
         y < last; y++) {
        smooth_row(cells, y);
        find_shallows(cells, y);
    }
}

static int allocate(ShoreCells *cells)
{
    size_t width = (size_t)cells->area.width;
    size_t count = (size_t)cells->rect.width * (size_t)cells->rect.height;
    size_t area = width * (size_t)cells->area.height;
    size_t scratch = 3 * width * (size_t)cells->bands;

    cells->memory = malloc((3 * count + scratch) * sizeof(int16_t) + 2 * area);
    if (cells->memory == NULL)
        return RIPPLE_ERROR_MEMORY;
    cells->sharp = cells->memory;
    cells->distances = cells->sharp + count;
    cells->shallows = cells->distances + count;
    cells->scratch = cells->shallows + count;
    cells->near[0] = (uint8_t *)(cells->scratch + scratch);
    cells->near[1] = cells->near[0] + area;
    return RIPPLE_OK;
}

/* The cells that the pixels need, and those around them that may hold the
   nearest land. */
static void choose_cells(ShoreCells *cells, const GridSize *size,
                         RippleRect pixels)
{
    int x = ripple_grid_column(size, pixels.x);
    int y = ripple_grid_row(size, pixels.y);
    int right = ripple_grid_column(size, pixels.x + pixels.width - 1);
    int bottom = ripple_grid_row(size, pixels.y + pixels.height - 1);
    RippleRect rect = {x, y, right + 1 - x, bottom + 1 - y};

    cells->size = size->width * PIXEL / size->columns;
    cells->rect = ripple_rect_grow(rect, 2, size->columns, size->rows);
    cells->limit = (RIPPLE_SHORE_REACH + 1) * size->columns / size->width + 2;
    cells->area =
        ripple_rect_grow(cells->rect, cells->limit, size->columns, size->rows);
}

int ripple_shore_cells_init(ShoreCells *cells, const Mask *mask,
                            const GridSize *size, RippleRect pixels,
                            ThreadPool *thread_pool)
{
    int threads = ripple_thread_pool_size(thread_pool);

    *cells = (ShoreCells){
        .mask = mask,
        .bands = threads > 1 ? min_int(2 * threads, BANDS) : 1,
    };
    choose_cells(cells, size, pixels);
    if (allocate(cells) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    ripple_thread_pool_run(thread_pool, measure_column_bands, cells,
                           cells->bands);
    ripple_thread_pool_run(thread_pool, measure_bands, cells, cells->bands);
    ripple_thread_pool_run(thread_pool, smooth_bands, cells, cells->bands);
    return RIPPLE_OK;
}

void ripple_shore_cells_clear(ShoreCells *cells)
{
    free(cells->memory);
    *cells = (ShoreCells){.memory = NULL};
}
