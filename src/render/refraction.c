/* SPDX-License-Identifier: MIT */
#include "render/refraction.h"

#include "render/views.h"

#include <stdlib.h>
#include <string.h>

/*
 * With more memory in use than this, picture and frame do not stay in the
 * caches from one drawing to the next: frames are then written past them, and
 * the picture is fetched AHEAD_BYTES ahead, which a core's own cache can hold.
 */
#define CACHE_BYTES ((size_t)16 << 20)
#define AHEAD_BYTES ((size_t)1 << 20)

int ripple_refraction_init(Refraction *refraction, const Field *heights,
                           const GridMap *grid_map)
{
    size_t columns = (size_t)heights->tile_columns;
    size_t rows = (size_t)heights->tile_rows;

    memset(refraction, 0, sizeof *refraction);
    refraction->tile_columns = heights->tile_columns;
    refraction->tile_rows = heights->tile_rows;
    refraction->dirty = calloc(columns, rows);
    refraction->drawn = calloc(columns, rows);
    refraction->dirty_tiles = calloc(rows, sizeof *refraction->dirty_tiles);
    refraction->drawn_tiles = calloc(rows, sizeof *refraction->drawn_tiles);
    if (refraction->dirty == NULL || refraction->drawn == NULL ||
        refraction->dirty_tiles == NULL || refraction->drawn_tiles == NULL ||
        ripple_dirty_blocks_init(&refraction->dirty_blocks, grid_map,
                                 heights) != RIPPLE_OK ||
        ripple_dirty_rects_init(&refraction->changed, heights->tile_columns,
                                heights->tile_rows) != RIPPLE_OK) {
        ripple_refraction_clear(refraction);
        return RIPPLE_ERROR_MEMORY;
    }
    ripple_refraction_invalidate(refraction);
    return RIPPLE_OK;
}

void ripple_refraction_clear(Refraction *refraction)
{
    free(refraction->dirty);
    free(refraction->drawn);
    free(refraction->dirty_tiles);
    free(refraction->drawn_tiles);
    ripple_dirty_blocks_clear(&refraction->dirty_blocks);
    ripple_dirty_rects_clear(&refraction->changed);
    memset(refraction, 0, sizeof *refraction);
}

void ripple_refraction_invalidate(Refraction *refraction)
{
    size_t tiles =
        (size_t)refraction->tile_columns * (size_t)refraction->tile_rows;

    memset(refraction->dirty, 1, tiles);
    ripple_dirty_blocks_invalidate(&refraction->dirty_blocks);
    for (int y = 0; y < refraction->tile_rows; y++)
        refraction->dirty_tiles[y] = (uint16_t)refraction->tile_columns;
}

int ripple_refraction_count_dirty(const Refraction *refraction)
{
    int count = 0;

    for (int y = 0; y < refraction->tile_rows; y++)
        count += refraction->dirty_tiles[y];
    return count;
}

static int same_pixels(const RipplePixels *a, const RipplePixels *b)
{
    return ripple_pixels_start(a) == ripple_pixels_start(b) &&
           a->stride == b->stride && a->format == b->format;
}

/*
 * Whole pixels make for rough water, which is looked up farther down. In
 * patches it takes more time to look up pixels than memory does to bring them,
 * and what lies ahead is not what will be drawn.
 */
static int choose_rows_ahead(const RenderArgs *args, const GridMap *grid_map)
{
    const RipplePixels *picture = &args->picture;
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    size_t size = ripple_pixels_size(picture->format);
    size_t row_bytes = picture->stride * size, ahead = AHEAD_BYTES;

    /* picture and frame, and both buffers of heights */
    if (ripple_grid_map_is_coarse(grid_map) ||
        pixels * (2 * size + 2 * sizeof(int16_t)) <= CACHE_BYTES)
        return 0;
    if (args->gain_q12 >= 1 << RIPPLE_GAIN_BITS)
        ahead += AHEAD_BYTES / 2;
    return (int)(ahead / row_bytes);
}

void ripple_refraction_start(Refraction *refraction, const Kernels *kernels,
                             const Mask *shore, const GridMap *grid_map,
                             const RenderArgs *args)
{
    if (!same_pixels(&refraction->args.picture, &args->picture) ||
        !same_pixels(&refraction->args.frame, &args->frame) ||
        refraction->everywhere)
        ripple_refraction_invalidate(refraction);
    refraction->args = *args;
    refraction->args.rows_ahead = choose_rows_ahead(args, grid_map);
    refraction->kernels = kernels;
    refraction->shore = shore;
    refraction->grid_map = grid_map;
}

/*
 * Finds out which tiles of a row must be drawn: those that show waves now,
 * and those that did when they were last drawn.
 */
static void find_drawn(Refraction *refraction, const Field *heights,
                       const Plane *buffer, int tile_y)
{
    size_t first = (size_t)tile_y * (size_t)refraction->tile_columns;
    uint8_t *dirty = refraction->dirty + first,
            *drawn = refraction->drawn + first;
    uint8_t reached[RIPPLE_MAX_TILE_COLUMNS];
    int dirty_tiles = 0, drawn_tiles = 0;

    if (ripple_grid_map_is_coarse(refraction->grid_map))
        ripple_field_find_near(reached, heights, buffer, tile_y);
    else
        ripple_field_find_active(reached, heights, buffer, tile_y);
    for (int x = 0; x < refraction->tile_columns; x++) {
        drawn[x] = reached[x] | dirty[x];
        dirty[x] = reached[x];
        dirty_tiles += dirty[x];
        drawn_tiles += drawn[x];
    }
    refraction->dirty_tiles[tile_y] = (uint16_t)dirty_tiles;
    refraction->drawn_tiles[tile_y] = (uint16_t)drawn_tiles;
}

void ripple_refraction_render_row(Refraction *refraction, const Field *heights,
                                  const Plane *buffer, int tile_y)
{
    size_t first = (size_t)tile_y * (size_t)refraction->tile_columns;
    const uint8_t *drawn = refraction->drawn + first;
    const uint8_t *soft =
        refraction->shore != NULL ? refraction->shore->soft + first : NULL;
    RenderArgs args = refraction->args;

    refraction->drawn_tiles[tile_y] = 0;
    if (refraction->dirty_tiles[tile_y] == 0 &&
        !ripple_field_row_is_active(buffer, tile_y))
        return;
    find_drawn(refraction, heights, buffer, tile_y);
    args.cells = buffer->cells;
    args.stride = heights->stride;
    for (int x = 0; x < refraction->tile_columns; x++) {
        RippleRect tile = ripple_field_tile(heights, x, tile_y);

        if (!drawn[x])
            continue;
        args.strength =
            soft != NULL && soft[x] ? refraction->shore->clear : NULL;
        if (ripple_grid_map_is_coarse(refraction->grid_map))
            ripple_dirty_blocks_render(
                &refraction->dirty_blocks, refraction->kernels,
                refraction->grid_map, &args, x, tile_y, tile);
        else
            ripple_views_draw(refraction->kernels, &args, tile);
    }
}

static void list_row(Refraction *refraction, const Field *heights, int tile_y)
{
    const uint8_t *drawn =
        refraction->drawn + (size_t)tile_y * (size_t)refraction->tile_columns;
    int x = 0;

    while (x < refraction->tile_columns) {
        int first = x;

        while (x < refraction->tile_columns && drawn[x])
            x++;
        if (x > first) {
            RippleRect rect = ripple_field_tile(heights, first, tile_y);
            RippleRect last = ripple_field_tile(heights, x - 1, tile_y);

            rect.width = last.x + last.width - rect.x;
            ripple_dirty_rects_add(
                &refraction->changed, first,
                ripple_grid_map_pixels(refraction->grid_map, rect));
        }
        x++;
    }
}

void ripple_refraction_finish(Refraction *refraction, const Field *heights)
{
    ripple_dirty_rects_start(&refraction->changed);
    for (int y = 0; y < refraction->tile_rows; y++) {
        if (refraction->drawn_tiles[y] != 0)
            list_row(refraction, heights, y);
    }
}
