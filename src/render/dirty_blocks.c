/* SPDX-License-Identifier: MIT */
#include "render/dirty_blocks.h"

#include "base/fixed.h"
#include "render/views.h"

#include <stdlib.h>
#include <string.h>

/* A plane of what is magnified at once: a patch lies in so many rows of cells
   at most, between two of which each of its pixels lies. */
typedef int16_t TraitRows[RIPPLE_BLOCK_ROWS * RIPPLE_INTERPOLATE_MAX];

/* The cells that a tile's pixels see along a row: two more to either side. */
#define SEEN_COLUMNS (RIPPLE_TILE_COLUMNS + 4)

/* Two tiles side by side may each have a patch of a group: a place between. */
int ripple_dirty_blocks_init(DirtyBlocks *dirty_blocks, const GridMap *grid_map,
                             const Field *heights)
{
    size_t columns = ((size_t)grid_map->width - 1) / RIPPLE_GROUP + 1;
    size_t rows = ((size_t)grid_map->height - 1) / RIPPLE_BLOCK_ROWS + 1;

    memset(dirty_blocks, 0, sizeof *dirty_blocks);
    if (!ripple_grid_map_is_coarse(grid_map))
        return RIPPLE_OK;
    dirty_blocks->columns = columns + (size_t)heights->tile_columns;
    dirty_blocks->rows = rows + (size_t)heights->tile_rows;
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

static void magnify_traits(const Kernels *kernels, const RenderArgs *args,
                           InterpolateArgs *interpolation, TraitRows *planes)
{
    int needs_light = render_needs_light(args);

    for (Trait trait = TRAIT_HEIGHT; trait < TRAIT_COUNT; trait++) {
        interpolation->to = planes[trait];
        if (needs_light || trait == TRAIT_SLOPE_X || trait == TRAIT_SLOPE_Y)
            kernels->interpolate(interpolation, trait);
    }
    if (args->strength == NULL)
        return;
    interpolation->to = planes[TRAIT_COUNT];
    interpolation->from = args->strength;
    interpolation->doublings = 0;
    kernels->interpolate(interpolation, TRAIT_HEIGHT);
}

/* Draws a rectangle, if it is one, in RIPPLE_INTERPOLATE_MAX pixels from a
   group on. */
static void draw_part(const Kernels *kernels, const GridMap *grid_map,
                      const RenderArgs *args, RippleRect rect)
{
    const int16_t *along = grid_map->along.first;
    int begin = rect.x - rect.x % RIPPLE_GROUP, end = rect.x + rect.width;
    int groups = (end - begin + RIPPLE_GROUP - 1) / RIPPLE_GROUP;
    int last_row = along[rect.y + rect.height - 1] + 1;
    TraitRows planes[TRAIT_COUNT + 1];
    InterpolateArgs interpolation = {
        .to_stride = RIPPLE_INTERPOLATE_MAX,
        .from = args->cells,
        .stride = (ptrdiff_t)args->stride,
        .columns = grid_map->columns,
        .axis_x = grid_map->across,
        .x = begin,
        .width = groups * RIPPLE_GROUP,
        .y = along[rect.y],
        .rows = last_row + 1 - along[rect.y],
        .doublings = args->doublings,
    };
    RenderArgs shown = *args;

    if (rect.width == 0)
        return;
    magnify_traits(kernels, args, &interpolation, planes);
    for (Trait trait = TRAIT_HEIGHT; trait < TRAIT_COUNT; trait++)
        shown.traits[trait] = planes[trait];
    shown.cells = NULL;
    shown.axis_y = grid_map->along;
    shown.first_x = begin;
    shown.first_row = interpolation.y;
    shown.stride = RIPPLE_INTERPOLATE_MAX;
    if (args->strength != NULL)
        shown.strength = planes[TRAIT_COUNT];
    ripple_views_draw(kernels, &shown, rect);
}

/* Of each column of cells that pixels see: all heights of it or-ed. */
typedef struct Columns {
    int first;
    int16_t any[SEEN_COLUMNS];
} Columns;

static void gather_columns(Columns *columns, const RenderArgs *args,
                           const GridMap *grid_map, RippleRect rect)
{
    const int16_t *across = grid_map->across.first;
    const int16_t *along = grid_map->along.first;
    int last_row = along[rect.y + rect.height - 1] + 2;
    int count;

    columns->first = across[rect.x] - 1;
    count = across[rect.x + rect.width - 1] + 3 - columns->first;
    memset(columns->any, 0, sizeof columns->any);
    for (int y = along[rect.y] - 1; y <= last_row; y++) {
        const int16_t *cells =
            args->cells + y * (ptrdiff_t)args->stride + columns->first;

        for (int i = 0; i < count; i++)
            columns->any[i] = (int16_t)(columns->any[i] | cells[i]);
    }
}

/* Whether the pixels of a row from x up to `end` show waves. */
static int show_waves(const Columns *columns, const GridMap *grid_map, int x,
                      int end)
{
    const int16_t *across = grid_map->across.first;
    int any = 0;

    for (int i = across[x] - 1; i <= across[end - 1] + 2; i++)
        any |= columns->any[i - columns->first];
    return any != 0;
}

/* Draws a row of patches of a tile, those beside each other at once. */
static void draw_row(uint8_t *dirty, const Kernels *kernels,
                     const GridMap *grid_map, const RenderArgs *args,
                     RippleRect row)
{
    RippleRect part = {row.x, row.y, 0, row.height};
    int end = row.x + row.width;
    Columns columns;

    gather_columns(&columns, args, grid_map, row);
    for (int x = row.x, next; x < end; x = next, dirty++) {
        int was_bent = *dirty, is_full;

        next = min_int(x - x % RIPPLE_GROUP + RIPPLE_GROUP, end);
        is_full = next - part.x > RIPPLE_INTERPOLATE_MAX - RIPPLE_GROUP;
        *dirty = (uint8_t)show_waves(&columns, grid_map, x, next);
        if (*dirty || was_bent)
            part.width = next - part.x;
        if (part.width < next - part.x || is_full || next == end) {
            draw_part(kernels, grid_map, args, part);
            part.x = next;
            part.width = 0;
        }
    }
}

void ripple_dirty_blocks_render(DirtyBlocks *dirty_blocks,
                                const Kernels *kernels, const GridMap *grid_map,
                                const RenderArgs *args, int tile_x, int tile_y,
                                RippleRect tile)
{
    RippleRect rect = ripple_grid_map_pixels(grid_map, tile), row = rect;
    int end = rect.y + rect.height;

    for (; row.y < end; row.y += RIPPLE_BLOCK_ROWS) {
        size_t y = (size_t)row.y / RIPPLE_BLOCK_ROWS + (size_t)tile_y;
        size_t x = (size_t)row.x / RIPPLE_GROUP + (size_t)tile_x;

        row.height = min_int(RIPPLE_BLOCK_ROWS, end - row.y);
        draw_row(dirty_blocks->dirty + y * dirty_blocks->columns + x, kernels,
                 grid_map, args, row);
    }
}
