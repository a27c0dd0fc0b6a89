/* SPDX-License-Identifier: MIT */
#include "lib/look/refraction.h"

#include "lib/look/pixel_formats.h"
#include "lib/util/fixed.h"
#include "lib/util/shapes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/*
 * If picture, frame and heights take more than CACHE_BYTES, the caches do not
 * keep them from one rendering to the next. The frame is then written past the
 * caches, and the picture is prefetched AHEAD_BYTES ahead, which fits the cache
 * of one core.
 */
#define CACHE_BYTES ((size_t)16 << 20)
#define AHEAD_BYTES ((size_t)1 << 20)

/*
 * Rendering where a cell covers more than one pixel. A tile then covers much of
 * the frame, and a thin wave activates all of it. Tiles are therefore split
 * into blocks of RIPPLE_GROUP x RIPPLE_BLOCK_ROWS pixels, and only two kinds
 * are drawn: those that show waves now, and dirty ones, which did when they
 * were last drawn.
 */

/* Inputs of drawing blocks. */
typedef struct BlockArgs {
    const Kernels *kernels;
    const GridMap *grid_map;
    const RenderArgs *args;
} BlockArgs;

/* One interpolated trait: 8 rows of pixels need at most 6 + 2 rows of cells
   (GridAxis), and those over a tile one more above it and below. */
#define TALL_ROWS (RIPPLE_TILE_ROWS + 2)
typedef int16_t TraitRows[TALL_ROWS * RIPPLE_INTERPOLATE_MAX];

/* Columns of cells that pixels over a tile can read: two more on each side. */
#define READ_COLUMNS (RIPPLE_TILE_COLUMNS + 4)

/* Draws a rectangle in a view that is not split. */
typedef void DrawView(const void *context, const RenderArgs *args,
                      RippleRect rect);

/*
 * Reserves room for the most rectangles of tile_columns x tile_rows tiles:
 * every second tile of each row. Returns 0 or RIPPLE_ERROR_MEMORY; clear the
 * list on error too.
 */
static int init_rects(DirtyRects *list, int tile_columns, int tile_rows)
{
    memset(list, 0, sizeof *list);
    list->columns = tile_columns;
    list->capacity = (tile_columns + 1) / 2 * tile_rows;
    list->rects = calloc((size_t)list->capacity, sizeof *list->rects);
    list->newest = calloc((size_t)tile_columns, sizeof *list->newest);
    if (list->rects == NULL || list->newest == NULL)
        return RIPPLE_ERROR_MEMORY;
    return RIPPLE_OK;
}

/* Frees the memory and zeroes the struct. */
static void clear_rects(DirtyRects *list)
{
    free(list->rects);
    free(list->newest);
    memset(list, 0, sizeof *list);
}

/* Empties the list. */
static void start_rects(DirtyRects *list)
{
    list->count = 0;
    for (int i = 0; i < list->columns; i++)
        list->newest[i] = -1;
}

/* Adds a rectangle that starts in a tile column, top to bottom. */
static void add_rect(DirtyRects *list, int tile_column, RippleRect rect)
{
    int *newest = &list->newest[tile_column];

    if (*newest >= 0) {
        RippleRect *above = &list->rects[*newest];

        if (above->width == rect.width && above->y + above->height == rect.y) {
            above->height += rect.height;
            return;
        }
    }
    assert(list->count < list->capacity);
    *newest = list->count;
    list->rects[list->count++] = rect;
}

static void draw_split(const RenderArgs *args, RippleRect rect, DrawView *draw,
                       const void *context)
{
    static const RippleView views[] = {RIPPLE_VIEW_HEIGHTS, RIPPLE_VIEW_WATER,
                                       RIPPLE_VIEW_WATER};
    int width = args->frame.width, end = rect.x + rect.width;

    for (int i = 0; i < 3; i++) {
        int from = (int)((int64_t)width * i / 3);
        int to = (int)((int64_t)width * (i + 1) / 3);
        RippleRect part = rect;
        RenderArgs shown = *args;

        part.x = max_int(rect.x, from);
        part.width = min_int(end, to) - part.x;
        shown.view = views[i];
        shown.is_lit = i == 2;
        if (part.width > 0)
            draw(context, &shown, part);
    }
}

/* Calls draw(context, ...) for each view in a rectangle. RIPPLE_VIEW_SPLIT
   shows a third each of heights, refracted picture, and that with light. */
static void draw_views(const RenderArgs *args, RippleRect rect, DrawView *draw,
                       const void *context)
{
    if (args->view == RIPPLE_VIEW_SPLIT)
        draw_split(args, rect, draw, context);
    else
        draw(context, args, rect);
}

/* Frees the memory and zeroes the struct. */
static void clear_blocks(DirtyBlocks *dirty_blocks)
{
    free(dirty_blocks->dirty);
    memset(dirty_blocks, 0, sizeof *dirty_blocks);
}

/* Allocates blocks for a frame over `field`. Returns 0 or RIPPLE_ERROR_MEMORY;
   on error *dirty_blocks is as after clear_blocks. Tile borders cut blocks in
   two, so each tile may add a column and a row. */
static int init_blocks(DirtyBlocks *dirty_blocks, const GridMap *grid_map,
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
        clear_blocks(dirty_blocks);
        return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

/* Marks all blocks as dirty. */
static void invalidate_blocks(DirtyBlocks *dirty_blocks)
{
    if (dirty_blocks->dirty != NULL)
        memset(dirty_blocks->dirty, 1,
               dirty_blocks->columns * dirty_blocks->rows);
}

/* The flag of the block that holds pixel (x, y) of a tile. */
static uint8_t *block_at(const DirtyBlocks *dirty_blocks, int tile_x,
                         int tile_y, int x, int y)
{
    size_t row = (size_t)y / RIPPLE_BLOCK_ROWS + (size_t)tile_y;
    size_t column = (size_t)x / RIPPLE_GROUP + (size_t)tile_x;

    return dirty_blocks->dirty + row * dirty_blocks->columns + column;
}

/* Marks the blocks of tile (tile_x, tile_y), with the pixels `tile`, that hold
   some of the pixels `part`. Blocks must exist. */
static void invalidate_blocks_in(DirtyBlocks *dirty_blocks, int tile_x,
                                 int tile_y, RippleRect tile, RippleRect part)
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
static void draw_blocks(const void *context, const RenderArgs *args,
                        RippleRect rect)
{
    const BlockArgs *block_args = context;
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

/* The or-ed heights and light of each column of cells under a row of blocks. */
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
            surface->light != NULL ? surface->light + start : cells;
        const int16_t *shine =
            surface->shine != NULL ? surface->shine + start : cells;

        for (int i = 0; i < count; i++)
            columns->any[i] =
                (int16_t)(columns->any[i] | cells[i] | light[i] | shine[i]);
    }
}

/* 1 if the pixels x..end - 1 show waves. */
static int has_waves(const ColumnBits *columns, const GridMap *grid_map, int x,
                     int end)
{
    const int16_t *first_columns = grid_map->axis_x.first;
    int any = 0;

    for (int i = first_columns[x] - 1; i <= first_columns[end - 1] + 2; i++)
        any |= columns->any[i - columns->first];
    return any != 0;
}

/* Draws a row of blocks of a tile; neighbours are drawn in one call. */
static void draw_block_row(uint8_t *dirty, const BlockArgs *block_args,
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
        *dirty = (uint8_t)has_waves(&columns, block_args->grid_map, x, next);
        if (*dirty || was_dirty)
            part.width = next - part.x;
        if (part.width < next - part.x || is_full || next == end) {
            if (part.width > 0)
                draw_views(block_args->args, part, draw_blocks, block_args);
            part.x = next;
            part.width = 0;
        }
    }
}

/* Worth less than its size on a page. */
#ifdef __wasm__

static int draw_tall(const DirtyBlocks *dirty_blocks,
                     const BlockArgs *block_args, uint8_t *dirty,
                     RippleRect rect)
{
    (void)dirty_blocks, (void)block_args, (void)dirty, (void)rect;
    return 0;
}

#else

static int is_all_waves(const BlockArgs *block_args, RippleRect row)
{
    int end = row.x + row.width, all = 1;
    ColumnBits columns;

    gather_columns(&columns, block_args, row);
    for (int x = row.x, next; x < end && all; x = next) {
        next = min_int(x - x % RIPPLE_GROUP + RIPPLE_GROUP, end);
        all = has_waves(&columns, block_args->grid_map, x, next);
    }
    return all;
}

/* If all blocks over a tile show waves, draws them at once and returns 1: rows
   of cells that two rows of blocks share are then interpolated once. */
static int draw_tall(const DirtyBlocks *dirty_blocks,
                     const BlockArgs *block_args, uint8_t *dirty,
                     RippleRect rect)
{
    const int16_t *first_rows = block_args->grid_map->axis_y.first;
    int end_x = rect.x + rect.width, end_y = rect.y + rect.height;
    int groups = (end_x - 1) / RIPPLE_GROUP - rect.x / RIPPLE_GROUP + 1;
    RippleRect row = rect, part = rect;

    if (first_rows[end_y - 1] + 2 - first_rows[rect.y] > TALL_ROWS)
        return 0;
    for (; row.y < end_y; row.y += RIPPLE_BLOCK_ROWS) {
        row.height = min_int(RIPPLE_BLOCK_ROWS, end_y - row.y);
        if (!is_all_waves(block_args, row))
            return 0;
    }
    for (int y = rect.y; y < end_y;
         y += RIPPLE_BLOCK_ROWS, dirty += dirty_blocks->columns)
        memset(dirty, 1, (size_t)groups);
    for (; part.x < end_x; part.x += part.width) {
        int next = part.x - part.x % RIPPLE_GROUP + RIPPLE_INTERPOLATE_MAX;

        part.width = min_int(next, end_x) - part.x;
        draw_views(block_args->args, part, draw_blocks, block_args);
    }
    return 1;
}

#endif

/* Draws the blocks over tile (tile_x, tile_y), with the cells `tile`, that show
   waves or did last time. Tiles may be drawn in parallel. */
static void render_blocks(DirtyBlocks *dirty_blocks,
                          const BlockArgs *block_args, int tile_x, int tile_y,
                          RippleRect tile)
{
    RippleRect rect = ripple_grid_pixels(&block_args->grid_map->size, tile);
    RippleRect row = rect;
    int end = rect.y + rect.height;

    if (draw_tall(dirty_blocks, block_args,
                  block_at(dirty_blocks, tile_x, tile_y, rect.x, rect.y), rect))
        return;
    for (; row.y < end; row.y += RIPPLE_BLOCK_ROWS) {
        row.height = min_int(RIPPLE_BLOCK_ROWS, end - row.y);
        draw_block_row(block_at(dirty_blocks, tile_x, tile_y, row.x, row.y),
                       block_args, row);
    }
}

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
    refraction->dirty_counts = calloc(rows, sizeof *refraction->dirty_counts);
    refraction->redrawn_counts =
        calloc(rows, sizeof *refraction->redrawn_counts);
    if (refraction->dirty == NULL || refraction->redrawn == NULL ||
        refraction->dirty_counts == NULL ||
        refraction->redrawn_counts == NULL ||
        init_blocks(&refraction->dirty_blocks, grid_map, field) != RIPPLE_OK ||
        init_rects(&refraction->changed, field->tile_columns,
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
    free(refraction->dirty_counts);
    free(refraction->redrawn_counts);
    clear_blocks(&refraction->dirty_blocks);
    ripple_blending_clear(&refraction->blending);
    ripple_caustics_clear(&refraction->caustics);
    ripple_swell_clear(&refraction->swell);
    clear_rects(&refraction->changed);
    memset(refraction, 0, sizeof *refraction);
}

void ripple_refraction_invalidate(Refraction *refraction)
{
    size_t tiles =
        (size_t)refraction->tile_columns * (size_t)refraction->tile_rows;

    memset(refraction->dirty, 1, tiles);
    invalidate_blocks(&refraction->dirty_blocks);
    for (int y = 0; y < refraction->tile_rows; y++)
        refraction->dirty_counts[y] = (uint16_t)refraction->tile_columns;
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
        refraction->dirty_counts[y] =
            (uint16_t)(refraction->dirty_counts[y] + !refraction->dirty[i]);
        refraction->dirty[i] = 1;
        if (ripple_grid_is_coarse(size))
            invalidate_blocks_in(&refraction->dirty_blocks, x, y, tile, part);
    }
}

int ripple_refraction_count_dirty(const Refraction *refraction)
{
    int count = 0;

    for (int y = 0; y < refraction->tile_rows; y++)
        count += refraction->dirty_counts[y];
    return count;
}

static int is_same_image(const RipplePixels *a, const RipplePixels *b)
{
    return ripple_pixels_start(a) == ripple_pixels_start(b) &&
           a->stride == b->stride && a->format == b->format;
}

/*
 * Strong refraction, of a pixel per unit of height or more, reads the picture
 * farther down. For coarse grids the rows that mix_row prefetches are enough.
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
    if (!is_same_image(&refraction->args.picture, &args->picture) ||
        !is_same_image(&refraction->args.frame, &args->frame) ||
        refraction->everywhere)
        ripple_refraction_invalidate(refraction);
    refraction->args = *args;
    if (args->view == RIPPLE_VIEW_WATER || args->view == RIPPLE_VIEW_SPLIT) {
        refraction->args.surface.light = refraction->caustics.light.cells;
        refraction->args.surface.shine = refraction->caustics.shine.cells;
    }
    refraction->args.rows_ahead = choose_rows_ahead(args, grid_map);
    refraction->kernels = kernels;
    refraction->mask = mask;
    refraction->grid_map = grid_map;
}

/* Sets shown[x] to 1 for each tile of a row that shows nonzero cells of a
   plane. */
static void find_shown(uint8_t *shown, const Refraction *refraction,
                       const Field *field, const Plane *plane, int tile_y)
{
    if (ripple_grid_is_coarse(&refraction->grid_map->size))
        ripple_field_find_near_active(shown, field, plane, tile_y);
    else
        ripple_field_find_reached(shown, field, plane, tile_y);
}

/* Selects the tiles to draw: those that show waves now and those that did when
   last drawn. The former become dirty. */
static void update_dirty(Refraction *refraction, const Field *field,
                         const Plane *plane, int tile_y)
{
    size_t first = (size_t)tile_y * (size_t)refraction->tile_columns;
    uint8_t *dirty = refraction->dirty + first,
            *redrawn = refraction->redrawn + first;
    uint8_t active[RIPPLE_MAX_TILE_COLUMNS], lit[RIPPLE_MAX_TILE_COLUMNS] = {0};
    int dirty_tiles = 0, redrawn_tiles = 0;

    find_shown(active, refraction, field, plane, tile_y);
    if (refraction->args.surface.light != NULL)
        find_shown(lit, refraction, field, &refraction->caustics.light, tile_y);
    for (int x = 0; x < refraction->tile_columns; x++) {
        active[x] |= lit[x];
        redrawn[x] = active[x] | dirty[x];
        dirty[x] = active[x];
        dirty_tiles += dirty[x];
        redrawn_tiles += redrawn[x];
    }
    refraction->dirty_counts[tile_y] = (uint16_t)dirty_tiles;
    refraction->redrawn_counts[tile_y] = (uint16_t)redrawn_tiles;
}

static void draw_cells(const void *context, const RenderArgs *args,
                       RippleRect rect)
{
    const Kernels *kernels = context;

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
            render_blocks(&refraction->dirty_blocks, &block_args, x, tile_y,
                          tile);
        else
            draw_views(&args, tile, draw_cells, refraction->kernels);
    }
}

void ripple_refraction_render_row(Refraction *refraction, const Field *field,
                                  const Plane *plane, int tile_y)
{
    refraction->redrawn_counts[tile_y] = 0;
    if (refraction->dirty_counts[tile_y] == 0 &&
        !ripple_field_row_is_active(plane, tile_y) &&
        (refraction->args.surface.light == NULL ||
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
            add_rect(&refraction->changed, first,
                     ripple_grid_pixels(&refraction->grid_map->size, rect));
        }
        x++;
    }
}

void ripple_refraction_finish(Refraction *refraction, const Field *field)
{
    start_rects(&refraction->changed);
    for (int y = 0; y < refraction->tile_rows; y++) {
        if (refraction->redrawn_counts[y] != 0)
            add_row_rects(refraction, field, y);
    }
}
