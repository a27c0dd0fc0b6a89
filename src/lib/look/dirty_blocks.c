/* SPDX-License-Identifier: MIT */
#include "lib/look/dirty_blocks.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "lib/look/views.h"

#include <stdlib.h>
#include <string.h>

/* One interpolated trait: 8 rows of pixels lie between at most 6 + 2 rows of
   cells (GridAxis). */
typedef int16_t TraitRows[RIPPLE_BLOCK_ROWS * RIPPLE_INTERPOLATE_MAX];

/* Columns of cells that the pixels over a tile can read: two more each side. */
#define READ_COLUMNS (RIPPLE_TILE_COLUMNS + 4)

/* Tile borders cut blocks in two, so each tile may add a column and a row. */
int ripple_dirty_blocks_init(DirtyBlocks *dirty_blocks, const GridMap *grid_map,
                             const Field *field)
{
    size_t columns = ((size_t)grid_map->size.width - 1) / RIPPLE_GROUP + 1;
    size_t rows = ((size_t)grid_map->size.height - 1) / RIPPLE_BLOCK_ROWS + 1;

    memset(dirty_blocks, 0, sizeof *dirty_blocks);
    if (!ripple_grid_is_coarse(&grid_map->size))
        return RIPPLE_OK;
    dirty_blocks->columns = columns + (size_t)field->tile_columns;
    dirty_blocks->rows = rows + (size_t)field->tile_rows;
    dirty_blocks->dirty = calloc(dirty_blocks->columns, dirty_blocks->rows);
    if (dirty_blocks->dirty == NULL) {
        ripple_dirty_blocks_clear(dirty_blocks);
        return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

void ripple_dirty_blocks_clear(DirtyBlocks *dirty_blocks)
{
    free(dirty_blocks->dirty);
    memset(dirty_blocks, 0, sizeof *dirty_blocks);
}

void ripple_dirty_blocks_invalidate(DirtyBlocks *dirty_blocks)
{
    if (dirty_blocks->dirty != NULL)
        memset(dirty_blocks->dirty, 1,
               dirty_blocks->columns * dirty_blocks->rows);
}

/* The flag of the block that pixel (x, y) of a tile starts. */
static uint8_t *block_at(const DirtyBlocks *dirty_blocks, int tile_x,
                         int tile_y, int x, int y)
{
    size_t row = (size_t)y / RIPPLE_BLOCK_ROWS + (size_t)tile_y;
    size_t column = (size_t)x / RIPPLE_GROUP + (size_t)tile_x;

    return dirty_blocks->dirty + row * dirty_blocks->columns + column;
}

void ripple_dirty_blocks_invalidate_part(DirtyBlocks *dirty_blocks, int tile_x,
                                         int tile_y, RippleRect tile,
                                         RippleRect part)
{
    for (int y = tile.y; y < tile.y + tile.height; y += RIPPLE_BLOCK_ROWS) {
        RippleRect row = {tile.x, y, tile.width, RIPPLE_BLOCK_ROWS};
        int last;

        row = ripple_rect_intersect(row, part);
        last = (row.x + row.width - 1) / RIPPLE_GROUP;
        if (row.width > 0 && row.height > 0)
            memset(block_at(dirty_blocks, tile_x, tile_y, row.x, y), 1,
                   (size_t)(last - row.x / RIPPLE_GROUP) + 1);
    }
}

/* Draws blocks side by side in a view that is not split, at most
   RIPPLE_INTERPOLATE_MAX pixels from the start of the first group. */
static void draw_rect(const void *with, const RenderArgs *args, RippleRect rect)
{
    const BlockArgs *block_args = with;
    const GridMap *grid_map = block_args->grid_map;
    const int16_t *first_rows = grid_map->axis_y.first;
    int begin = rect.x - rect.x % RIPPLE_GROUP, end = rect.x + rect.width;
    int groups = (end - begin + RIPPLE_GROUP - 1) / RIPPLE_GROUP;
    int last_row = first_rows[rect.y + rect.height - 1] + 1;
    TraitRows planes[RIPPLE_SHOWN_TRAITS];
    InterpolateArgs interpolation = {
        .to_stride = RIPPLE_INTERPOLATE_MAX,
        .surface = args->surface,
        .optics = &args->optics,
        .columns = grid_map->size.columns,
        .axis_x = grid_map->axis_x,
        .x = begin,
        .width = groups * RIPPLE_GROUP,
        .y = first_rows[rect.y],
        .rows = last_row + 1 - first_rows[rect.y],
    };
    RenderArgs block = *args;

    for (int i = 0; i < ripple_count_traits(args->view, args->is_lit); i++) {
        interpolation.to = planes[i];
        block.traits[i] = planes[i];
        block_args->kernels->interpolate(&interpolation,
                                         ripple_view_trait(args->view, i));
    }
    block.surface.heights = NULL;
    block.trait_stride = RIPPLE_INTERPOLATE_MAX;
    block.axis_y = grid_map->axis_y;
    block.first_x = begin;
    block.first_row = interpolation.y;
    block_args->kernels->render(&block, rect);
}

/* For each column of cells that a row of blocks reads: its heights, or-ed. */
typedef struct ColumnBits {
    int first;
    int16_t any[READ_COLUMNS];
} ColumnBits;

static void gather_columns(ColumnBits *columns, const BlockArgs *block_args,
                           RippleRect rect)
{
    const RenderArgs *args = block_args->args;
    const int16_t *first_columns = block_args->grid_map->axis_x.first;
    const int16_t *first_rows = block_args->grid_map->axis_y.first;
    int last_row = first_rows[rect.y + rect.height - 1] + 2;
    int count;

    columns->first = first_columns[rect.x] - 1;
    count = first_columns[rect.x + rect.width - 1] + 3 - columns->first;
    memset(columns->any, 0, sizeof columns->any);
    for (int y = first_rows[rect.y] - 1; y <= last_row; y++) {
        const Surface *surface = &args->surface;
        ptrdiff_t start = y * surface->stride + columns->first;
        const int16_t *cells = surface->heights + start;
        const int16_t *light =
            surface->caustics != NULL ? surface->caustics + start : cells;

        for (int i = 0; i < count; i++)
            columns->any[i] = (int16_t)(columns->any[i] | cells[i] | light[i]);
    }
}

/* 1 if the pixels x..end - 1 show waves. */
static int show_waves(const ColumnBits *columns, const GridMap *grid_map, int x,
                      int end)
{
    const int16_t *first_columns = grid_map->axis_x.first;
    int any = 0;

    for (int i = first_columns[x] - 1; i <= first_columns[end - 1] + 2; i++)
        any |= columns->any[i - columns->first];
    return any != 0;
}

/* Draws a row of blocks of a tile; neighbours are drawn in one call. */
static void draw_row(uint8_t *dirty, const BlockArgs *block_args,
                     RippleRect row)
{
    RippleRect part = {row.x, row.y, 0, row.height};
    int end = row.x + row.width;
    ColumnBits columns;

    gather_columns(&columns, block_args, row);
    for (int x = row.x, next; x < end; x = next, dirty++) {
        int was_dirty = *dirty, is_full;

        next = min_int(x - x % RIPPLE_GROUP + RIPPLE_GROUP, end);
        is_full = next - part.x > RIPPLE_INTERPOLATE_MAX - RIPPLE_GROUP;
        *dirty = (uint8_t)show_waves(&columns, block_args->grid_map, x, next);
        if (*dirty || was_dirty)
            part.width = next - part.x;
        if (part.width < next - part.x || is_full || next == end) {
            if (part.width > 0)
                ripple_views_draw(block_args->args, part, draw_rect,
                                  block_args);
            part.x = next;
            part.width = 0;
        }
    }
}

void ripple_dirty_blocks_render(DirtyBlocks *dirty_blocks,
                                const BlockArgs *block_args, int tile_x,
                                int tile_y, RippleRect tile)
{
    RippleRect rect = ripple_grid_pixels(&block_args->grid_map->size, tile);
    RippleRect row = rect;
    int end = rect.y + rect.height;

    for (; row.y < end; row.y += RIPPLE_BLOCK_ROWS) {
        row.height = min_int(RIPPLE_BLOCK_ROWS, end - row.y);
        draw_row(block_at(dirty_blocks, tile_x, tile_y, row.x, row.y),
                 block_args, row);
    }
}
