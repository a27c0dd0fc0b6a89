/* SPDX-License-Identifier: MIT */
#include "lib/look/refraction.h"

#include "lib/util/shapes.h"
#include "lib/look/pixel_formats.h"
#include "lib/look/views.h"

#include <stdlib.h>
#include <string.h>

/*
 * If pictures, frame and heights take more than CACHE_BYTES, they do not stay
 * in the caches from one rendering to the next: the frame is then written past
 * the caches, and the picture is prefetched AHEAD_BYTES ahead, which fits into
 * the cache of one core.
 */
#define CACHE_BYTES ((size_t)16 << 20)
#define AHEAD_BYTES ((size_t)1 << 20)

int ripple_refraction_init(Refraction *refraction, const Field *field,
                           const GridMap *grid_map)
{
    size_t columns = (size_t)field->tile_columns;
    size_t rows = (size_t)field->tile_rows;

    memset(refraction, 0, sizeof *refraction);
    refraction->tile_columns = field->tile_columns;
    refraction->tile_rows = field->tile_rows;
    refraction->dirty = calloc(columns, rows);
    refraction->redrawn = calloc(columns, rows);
    refraction->dirty_tiles = calloc(rows, sizeof *refraction->dirty_tiles);
    refraction->redrawn_tiles = calloc(rows, sizeof *refraction->redrawn_tiles);
    if (refraction->dirty == NULL || refraction->redrawn == NULL ||
        refraction->dirty_tiles == NULL || refraction->redrawn_tiles == NULL ||
        ripple_dirty_blocks_init(&refraction->dirty_blocks, grid_map, field) !=
            RIPPLE_OK ||
        ripple_dirty_rects_init(&refraction->changed, field->tile_columns,
                                field->tile_rows) != RIPPLE_OK) {
        ripple_refraction_clear(refraction);
        return RIPPLE_ERROR_MEMORY;
    }
    ripple_refraction_invalidate(refraction);
    return RIPPLE_OK;
}

void ripple_refraction_clear(Refraction *refraction)
{
    free(refraction->dirty);
    free(refraction->redrawn);
    free(refraction->dirty_tiles);
    free(refraction->redrawn_tiles);
    ripple_dirty_blocks_clear(&refraction->dirty_blocks);
    ripple_blending_clear(&refraction->blending);
    ripple_caustics_clear(&refraction->caustics);
    ripple_swell_clear(&refraction->swell);
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

void ripple_refraction_invalidate_part(Refraction *refraction,
                                       const Field *field,
                                       const GridMap *grid_map, RippleRect part)
{
    const GridSize *size = &grid_map->size;

    for (int i = 0; i < refraction->tile_columns * refraction->tile_rows; i++) {
        int x = i % refraction->tile_columns, y = i / refraction->tile_columns;
        RippleRect tile =
            ripple_grid_pixels(size, ripple_field_tile(field, x, y));
        RippleRect shared = ripple_rect_intersect(tile, part);

        if (shared.width == 0 || shared.height == 0)
            continue;
        refraction->dirty_tiles[y] =
            (uint16_t)(refraction->dirty_tiles[y] + !refraction->dirty[i]);
        refraction->dirty[i] = 1;
        if (ripple_grid_is_coarse(size))
            ripple_dirty_blocks_invalidate_part(&refraction->dirty_blocks, x, y,
                                                tile, part);
    }
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
 * Strong refraction, of a pixel per unit of height or more, reads the picture
 * farther down. Coarse grids prefetch nothing: there computing the offsets
 * takes longer than memory, and the next rows may not be drawn at all.
 */
static int choose_rows_ahead(const RenderArgs *args, const GridMap *grid_map)
{
    const RipplePixels *picture = &args->picture;
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    size_t size = ripple_pixels_size(picture->format);
    size_t row_bytes = picture->stride * size, ahead = AHEAD_BYTES;

    /* picture and frame, `now` and `before` */
    if (ripple_grid_is_coarse(&grid_map->size) ||
        pixels * (2 * size + 2 * sizeof(int16_t)) <= CACHE_BYTES)
        return 0;
    if (args->optics.gain_q12 >= 1 << RIPPLE_GAIN_BITS)
        ahead += AHEAD_BYTES / 2;
    return (int)(ahead / row_bytes);
}

void ripple_refraction_start(Refraction *refraction, const Kernels *kernels,
                             const Mask *mask, const GridMap *grid_map,
                             const RenderArgs *args)
{
    if (!same_pixels(&refraction->args.picture, &args->picture) ||
        !same_pixels(&refraction->args.frame, &args->frame) ||
        refraction->everywhere)
        ripple_refraction_invalidate(refraction);
    refraction->args = *args;
    if (args->view == RIPPLE_VIEW_WATER || args->view == RIPPLE_VIEW_SPLIT)
        refraction->args.surface.caustics = refraction->caustics.light.cells;
    refraction->args.rows_ahead = choose_rows_ahead(args, grid_map);
    refraction->kernels = kernels;
    refraction->mask = mask;
    refraction->grid_map = grid_map;
}

/* Sets shown[x] to 1 for each tile of a row that shows what is in a plane. */
static void find_shown(uint8_t *shown, const Refraction *refraction,
                       const Field *field, const Plane *plane, int tile_y)
{
    if (ripple_grid_is_coarse(&refraction->grid_map->size))
        ripple_field_find_near(shown, field, plane, tile_y);
    else
        ripple_field_find_active(shown, field, plane, tile_y);
}

/* Draws the tiles that show waves now and those that did when they were last
   drawn; the former are dirty from here on. */
static void update_dirty(Refraction *refraction, const Field *field,
                         const Plane *plane, int tile_y)
{
    size_t first = (size_t)tile_y * (size_t)refraction->tile_columns;
    uint8_t *dirty = refraction->dirty + first,
            *redrawn = refraction->redrawn + first;
    uint8_t active[RIPPLE_MAX_TILE_COLUMNS], lit[RIPPLE_MAX_TILE_COLUMNS] = {0};
    int dirty_tiles = 0, redrawn_tiles = 0;

    find_shown(active, refraction, field, plane, tile_y);
    if (refraction->args.surface.caustics != NULL)
        find_shown(lit, refraction, field, &refraction->caustics.light, tile_y);
    for (int x = 0; x < refraction->tile_columns; x++) {
        active[x] |= lit[x];
        redrawn[x] = active[x] | dirty[x];
        dirty[x] = active[x];
        dirty_tiles += dirty[x];
        redrawn_tiles += redrawn[x];
    }
    refraction->dirty_tiles[tile_y] = (uint16_t)dirty_tiles;
    refraction->redrawn_tiles[tile_y] = (uint16_t)redrawn_tiles;
}

static void draw_cells(const void *with, const RenderArgs *args,
                       RippleRect rect)
{
    const Kernels *kernels = with;

    kernels->render(args, rect);
}

static void draw_row(Refraction *refraction, const Field *field,
                     const Plane *plane, int tile_y)
{
    size_t first = (size_t)tile_y * (size_t)refraction->tile_columns;
    const uint8_t *redrawn = refraction->redrawn + first;
    const uint8_t *is_soft =
        refraction->mask != NULL ? refraction->mask->is_soft + first : NULL;
    RenderArgs args = refraction->args;
    BlockArgs block_args = {refraction->kernels, refraction->grid_map, &args};

    args.surface.heights = plane->cells;
    args.surface.stride = (ptrdiff_t)field->stride;
    for (int x = 0; x < refraction->tile_columns; x++) {
        RippleRect tile = ripple_field_tile(field, x, tile_y);

        if (!redrawn[x])
            continue;
        args.surface.strength =
            is_soft != NULL && is_soft[x] ? refraction->mask->strength : NULL;
        if (ripple_grid_is_coarse(&refraction->grid_map->size))
            ripple_dirty_blocks_render(&refraction->dirty_blocks, &block_args,
                                       x, tile_y, tile);
        else
            ripple_views_draw(&args, tile, draw_cells, refraction->kernels);
    }
}

void ripple_refraction_render_row(Refraction *refraction, const Field *field,
                                  const Plane *plane, int tile_y)
{
    refraction->redrawn_tiles[tile_y] = 0;
    if (refraction->dirty_tiles[tile_y] == 0 &&
        !ripple_field_row_is_active(plane, tile_y) &&
        (refraction->args.surface.caustics == NULL ||
         !ripple_field_row_is_active(&refraction->caustics.light, tile_y)))
        return;
    update_dirty(refraction, field, plane, tile_y);
    draw_row(refraction, field, plane, tile_y);
}

static void add_row_rects(Refraction *refraction, const Field *field,
                          int tile_y)
{
    const uint8_t *redrawn =
        refraction->redrawn + (size_t)tile_y * (size_t)refraction->tile_columns;
    int x = 0;

    while (x < refraction->tile_columns) {
        int first = x;

        while (x < refraction->tile_columns && redrawn[x])
            x++;
        if (x > first) {
            RippleRect rect = ripple_field_tile(field, first, tile_y);
            RippleRect last = ripple_field_tile(field, x - 1, tile_y);

            rect.width = last.x + last.width - rect.x;
            ripple_dirty_rects_add(
                &refraction->changed, first,
                ripple_grid_pixels(&refraction->grid_map->size, rect));
        }
        x++;
    }
}

void ripple_refraction_finish(Refraction *refraction, const Field *field)
{
    ripple_dirty_rects_start(&refraction->changed);
    for (int y = 0; y < refraction->tile_rows; y++) {
        if (refraction->redrawn_tiles[y] != 0)
            add_row_rects(refraction, field, y);
    }
}
