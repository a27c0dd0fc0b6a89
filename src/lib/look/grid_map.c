/* SPDX-License-Identifier: MIT */
#include "lib/look/grid_map.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"

#include <stdlib.h>
#include <string.h>

/* --cell auto: use AUTO_ROWS rows, unless a cell would be smaller than MIN_CELL
   pixels; then a cell is a pixel. */
#define AUTO_ROWS 240
#define MIN_CELL  (7.0 / 6)

static int divide_ceil(int a, int b)
{
    return (int)(((int64_t)a + b - 1) / b);
}

GridSize ripple_grid_choose(int width, int height, int cell)
{
    GridSize fine = {width, height, width, height}, size = fine;

    if (cell > 1) {
        size.columns = divide_ceil(width, cell);
        size.rows = divide_ceil(height, cell);
    } else if (cell == RIPPLE_CELL_AUTO && height > AUTO_ROWS * MIN_CELL) {
        size.columns =
            (int)(((int64_t)width * AUTO_ROWS + height / 2) / height);
        size.rows = AUTO_ROWS;
    }
    return size.columns < 2 || size.rows < 2 || size.columns * MIN_CELL > width
               ? fine
               : size;
}

/* Rounds up to whole groups of pixels, which kernels read. */
static size_t table_size(int pixels)
{
    return ((size_t)pixels / RIPPLE_GROUP + 1) * RIPPLE_GROUP;
}

static void fill_axis(GridAxis *axis, int pixels, int cells)
{
    int64_t unit = 2 * (int64_t)pixels;

    for (size_t i = 0; i < table_size(pixels); i++) {
        int64_t x = (int64_t)i < pixels ? (int64_t)i : pixels - 1;
        int64_t place = (2 * x + 1) * cells - pixels;
        int64_t first = divide_floor(place, unit);
        int64_t share = ((place - first * unit) << 15) / unit;

        if (first < 0) {
            first = 0;
            share = 0;
        } else if (first > cells - 2) {
            first = cells - 2;
            share = INT16_MAX;
        }
        axis->first[i] = (int16_t)first;
        axis->share[i] = (int16_t)share;
    }
}

int ripple_grid_map_init(GridMap *grid_map, GridSize size)
{
    size_t wide = table_size(size.width), high = table_size(size.height);
    int16_t *free_values;

    *grid_map = (GridMap){.size = size};
    if (!ripple_grid_is_coarse(&size))
        return RIPPLE_OK;
    grid_map->memory = calloc(2 * (wide + high), sizeof(int16_t));
    if (grid_map->memory == NULL) {
        ripple_grid_map_clear(grid_map);
        return RIPPLE_ERROR_MEMORY;
    }
    free_values = grid_map->memory;
    grid_map->axis_x = (GridAxis){free_values, free_values + wide};
    free_values += 2 * wide;
    grid_map->axis_y = (GridAxis){free_values, free_values + high};
    fill_axis(&grid_map->axis_x, size.width, size.columns);
    fill_axis(&grid_map->axis_y, size.height, size.rows);
    return RIPPLE_OK;
}

void ripple_grid_map_clear(GridMap *grid_map)
{
    free(grid_map->memory);
    memset(grid_map, 0, sizeof *grid_map);
}

int ripple_grid_is_coarse(const GridSize *size)
{
    return size->columns != size->width || size->rows != size->height;
}

int ripple_grid_column(const GridSize *size, int x)
{
    return cell_of_pixel(x, size->width, size->columns);
}

int ripple_grid_row(const GridSize *size, int y)
{
    return cell_of_pixel(y, size->height, size->rows);
}

int ripple_grid_to_cells(const GridSize *size, int pixels)
{
    int64_t cells = (2 * (int64_t)pixels * size->rows + size->height) /
                    (2 * (int64_t)size->height);

    return pixels < 1 ? pixels : cells < 1 ? 1 : (int)cells;
}

RippleRect ripple_grid_pixels(const GridSize *size, RippleRect cells)
{
    int width = size->width, height = size->height;
    int columns = size->columns, rows = size->rows;
    int x = pixel_of_cell(cells.x, width, columns);
    int y = pixel_of_cell(cells.y, height, rows);

    return (RippleRect){
        x, y, pixel_of_cell(cells.x + cells.width, width, columns) - x,
        pixel_of_cell(cells.y + cells.height, height, rows) - y};
}

RippleRect ripple_grid_reach(const GridSize *size, RippleRect cells)
{
    if (!ripple_grid_is_coarse(size) || cells.width == 0 || cells.height == 0)
        return cells;
    return ripple_grid_pixels(
        size, ripple_rect_grow(cells, 1, size->columns, size->rows));
}
