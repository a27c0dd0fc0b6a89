/* SPDX-License-Identifier: MIT */
#include "lib/water/mask.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "lib/kernels/kernels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SHORE_CELLS 4    /* land weakens refraction and light this far */
#define DEPTH_UNIT  128  /* depth map units per unit of depth */
#define MAX_STRIP   1024 /* columns whose land is counted together */

int ripple_mask_init(Mask *mask, const Field *field, int wraps)
{
    size_t cells = (size_t)field->columns * (size_t)field->rows;
    size_t tiles = (size_t)field->tile_columns * (size_t)field->tile_rows;
    size_t padded = field->stride * (size_t)field->rows;

    memset(mask, 0, sizeof *mask);
    mask->columns = field->columns;
    mask->rows = field->rows;
    mask->stride = field->stride;
    mask->wraps = wraps;
    mask->depths = malloc(cells);
    mask->depth_map_memory =
        calloc(padded + 2 * field->stride + 1, sizeof(int16_t));
    mask->strength = malloc(padded * sizeof(int16_t));
    mask->kinds = calloc(tiles, 1);
    mask->is_soft = calloc(tiles, 1);
    mask->has_strength = calloc((size_t)field->tile_rows, 1);
    if (mask->depths == NULL || mask->depth_map_memory == NULL ||
        mask->strength == NULL || mask->kinds == NULL ||
        mask->is_soft == NULL || mask->has_strength == NULL) {
        ripple_mask_clear(mask);
        return RIPPLE_ERROR_MEMORY;
    }
    memset(mask->depths, RIPPLE_DEPTH_OPEN, cells);
    mask->depth_map = mask->depth_map_memory + field->stride + 1;
    return RIPPLE_OK;
}

void ripple_mask_clear(Mask *mask)
{
    free(mask->depths);
    free(mask->depth_map_memory);
    free(mask->strength);
    free(mask->kinds);
    free(mask->is_soft);
    free(mask->has_strength);
    memset(mask, 0, sizeof *mask);
}

const uint8_t *ripple_mask_tile_kinds(const Mask *mask, const Field *field,
                                      int tile_y)
{
    return mask->kinds + (size_t)tile_y * (size_t)field->tile_columns;
}

static uint8_t *depth_row(const Mask *mask, int y)
{
    return mask->depths + (size_t)y * (size_t)mask->columns;
}

int ripple_mask_is_land(const Mask *mask, int x, int y)
{
    return depth_row(mask, y)[x] == RIPPLE_DEPTH_LAND;
}

static int16_t missing_depth(int depth)
{
    return (int16_t)(depth == RIPPLE_DEPTH_LAND
                         ? RIPPLE_LAND
                         : (RIPPLE_DEPTH_OPEN - depth) * DEPTH_UNIT);
}

static int16_t *depth_map_row(const Mask *mask, int y)
{
    return mask->depth_map + (ptrdiff_t)y * (ptrdiff_t)mask->stride;
}

/* Fills the halo of the rows first..last with the outermost cells or, on a
   torus, with the cells of the opposite side. */
static void fill_halo(const Mask *mask, int first, int last)
{
    int columns = mask->columns, bottom = mask->rows - 1, wraps = mask->wraps;
    size_t bytes = ((size_t)columns + 2) * sizeof(int16_t);

    for (int y = first; y <= last; y++) {
        int16_t *row = depth_map_row(mask, y);

        row[-1] = row[wraps ? columns - 1 : 0];
        row[columns] = row[wraps ? 0 : columns - 1];
    }
    if (first == 0)
        memcpy(depth_map_row(mask, wraps ? bottom + 1 : -1) - 1,
               depth_map_row(mask, 0) - 1, bytes);
    if (last == bottom)
        memcpy(depth_map_row(mask, wraps ? -1 : bottom + 1) - 1,
               depth_map_row(mask, bottom) - 1, bytes);
}

static TileKind classify_tile(const Mask *mask, RippleRect tile)
{
    int is_open = 1, is_land = 1;

    for (int y = tile.y - 1; y <= tile.y + tile.height; y++) {
        const int16_t *row = depth_map_row(mask, y);
        int is_inside = y >= tile.y && y < tile.y + tile.height;

        for (int x = tile.x - 1; x <= tile.x + tile.width; x++) {
            is_open &= row[x] == 0;
            if (is_inside && x >= tile.x && x < tile.x + tile.width)
                is_land &= row[x] < 0;
        }
    }
    return is_land ? TILE_LAND : is_open ? TILE_OPEN : TILE_MIXED;
}

/* Sets full strength in the rows of tiles in and beside `rect` whose strength
   is not set yet. */
static void ensure_strength(const Mask *mask, const Field *field,
                            RippleRect rect)
{
    int first = max_int(rect.y / RIPPLE_TILE_ROWS - 1, 0);
    int last = min_int((rect.y + rect.height - 1) / RIPPLE_TILE_ROWS + 1,
                       field->tile_rows - 1);

    for (int y = first; y <= last; y++) {
        RippleRect tile = ripple_field_tile(field, 0, y);
        int16_t *strength = mask->strength + (size_t)tile.y * mask->stride;
        size_t count = (size_t)tile.height * mask->stride;

        for (size_t i = 0; i < count && !mask->has_strength[y]; i++)
            strength[i] = RIPPLE_FULL_STRENGTH;
        mask->has_strength[y] = 1;
    }
}

/* Counts the land cells at most SHORE_CELLS above or below row y, for each of
   the columns first..last. */
static void count_land(const Mask *mask, int *counts, int y, int first,
                       int last)
{
    memset(counts, 0, sizeof *counts * (size_t)(last - first + 1));
    for (int row = max_int(y - SHORE_CELLS, 0);
         row <= min_int(y + SHORE_CELLS, mask->rows - 1); row++) {
        const uint8_t *depths = depth_row(mask, row);

        for (int x = first; x <= last; x++)
            counts[x - first] += depths[x] == RIPPLE_DEPTH_LAND;
    }
}

/* 3 t^2 - 2 t^3 in 1/2^15, for t = part / whole */
static int16_t smoothstep(int part, int whole)
{
    int64_t t = ((int64_t)part << 15) / whole;
    int64_t eased = (t * t * (3 * 32768 - 2 * t)) >> 30;

    return (int16_t)min_int64(eased, RIPPLE_FULL_STRENGTH);
}

/*
 * strength = smoothstep(1 - land / half), 0 on land. `land` counts the land
 * cells in the square of 2 * SHORE_CELLS + 1 cells a side around the cell,
 * `half` is half the area of that square. A sliding window keeps the cost
 * independent of the size of the square.
 */
static void update_strip(const Mask *mask, RippleRect rect)
{
    int counts[MAX_STRIP + 2 * SHORE_CELLS];
    int side = 2 * SHORE_CELLS + 1, half = side * side / 2;
    int first = max_int(rect.x - SHORE_CELLS, 0);
    int last =
        min_int(rect.x + rect.width - 1 + SHORE_CELLS, mask->columns - 1);

    for (int y = rect.y; y < rect.y + rect.height; y++) {
        int16_t *strength = mask->strength + (size_t)y * mask->stride;
        int land = 0;

        count_land(mask, counts, y, first, last);
        for (int x = first; x < rect.x + SHORE_CELLS && x <= last; x++)
            land += counts[x - first];
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            if (x + SHORE_CELLS <= last)
                land += counts[x + SHORE_CELLS - first];
            strength[x] = ripple_mask_is_land(mask, x, y) || land >= half
                              ? 0
                              : smoothstep(half - land, half);
            if (x - SHORE_CELLS >= first)
                land -= counts[x - SHORE_CELLS - first];
        }
    }
}

static void update_strength(const Mask *mask, RippleRect rect)
{
    RippleRect strip = rect;
    int end = rect.x + rect.width;

    for (; strip.x < end; strip.x += MAX_STRIP) {
        strip.width = min_int(end - strip.x, MAX_STRIP);
        update_strip(mask, strip);
    }
}

static int is_soft(const Mask *mask, RippleRect tile)
{
    int is_set = mask->has_strength[tile.y / RIPPLE_TILE_ROWS];

    for (int y = tile.y; y < tile.y + tile.height && is_set; y++) {
        const int16_t *strength = mask->strength + (size_t)y * mask->stride;

        for (int x = tile.x; x < tile.x + tile.width; x++) {
            if (strength[x] != RIPPLE_FULL_STRENGTH)
                return 1;
        }
    }
    return 0;
}

static RippleRect all_cells(const Mask *mask)
{
    return (RippleRect){0, 0, mask->columns, mask->rows};
}

static RippleRect grow_by_shore(const Mask *mask, RippleRect rect)
{
    return ripple_rect_grow(rect, SHORE_CELLS, mask->columns, mask->rows);
}

/* Updates all derived planes after the depths in `rect` changed. */
static void update_planes(Mask *mask, const Field *field, RippleRect rect)
{
    RippleRect near = grow_by_shore(mask, rect);

    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++)
            depth_map_row(mask, y)[x] = missing_depth(depth_row(mask, y)[x]);
    }
    fill_halo(mask, rect.y, rect.y + rect.height - 1);
    ensure_strength(mask, field, near);
    update_strength(mask, near);
    if (mask->wraps)
        near = all_cells(mask);
    for (int y = near.y / RIPPLE_TILE_ROWS;
         y <= (near.y + near.height - 1) / RIPPLE_TILE_ROWS; y++) {
        size_t first = (size_t)y * (size_t)field->tile_columns;

        for (int x = near.x / RIPPLE_TILE_COLUMNS;
             x <= (near.x + near.width - 1) / RIPPLE_TILE_COLUMNS; x++) {
            RippleRect tile = ripple_field_tile(field, x, y);

            mask->kinds[first + (size_t)x] = (uint8_t)classify_tile(mask, tile);
            mask->is_soft[first + (size_t)x] = (uint8_t)is_soft(mask, tile);
        }
    }
}

void ripple_mask_set_wrap(Mask *mask, const Field *field, int wraps)
{
    mask->wraps = wraps;
    update_planes(mask, field, all_cells(mask));
}

/* 1 if the first depth is open and each byte equals the next. */
static int is_open(const uint8_t *depths, int count)
{
    return count == 0 || (depths[0] == RIPPLE_DEPTH_OPEN &&
                          memcmp(depths, depths + 1, (size_t)count - 1) == 0);
}

RippleRect ripple_mask_bounds(const Mask *mask)
{
    int columns = mask->columns, left = columns, right = 0;
    int top = mask->rows, bottom = 0;

    for (int y = 0; y < mask->rows; y++) {
        const uint8_t *row = depth_row(mask, y);

        if (is_open(row, columns))
            continue;
        top = min_int(top, y);
        bottom = y + 1;
        if (!is_open(row, left))
            for (left = 0; row[left] == RIPPLE_DEPTH_OPEN; left++)
                ;
        if (!is_open(row + right, columns - right))
            for (right = columns; row[right - 1] == RIPPLE_DEPTH_OPEN; right--)
                ;
    }
    return (RippleRect){left, top, max_int(right - left, 0),
                        max_int(bottom - top, 0)};
}

/*
 * The source cells under one cell of a scaled axis. Enlarged (weight >= 0):
 * `first` weighs 256 - weight, `last` = first + 1 weighs `weight`. Reduced
 * (weight < 0): first..last weigh the same.
 */
typedef struct Span {
    int first, last, weight;
} Span;

static Span find_span(int cell, int to, int from)
{
    Span span = {0, 0, -1};

    if (from > to) {
        span.first = (int)((int64_t)cell * from / to);
        span.last = (int)(((int64_t)cell + 1) * from / to) - 1;
    } else {
        int64_t middle = (2 * (int64_t)cell + 1) * from * 128 / to - 128;

        middle = max_int64(middle, 0);
        span.first = (int)(middle >> 8);
        span.last = min_int(span.first + 1, from - 1);
        span.weight = (int)(middle & 255);
    }
    return span;
}

static int span_weight(const Span *span, int cell)
{
    if (span->weight < 0 || span->first == span->last)
        return 256;
    return cell == span->first ? 256 - span->weight : span->weight;
}

static uint8_t sample_depth(const uint8_t *depths, size_t stride,
                            const Span *columns, const Span *rows)
{
    int64_t land = 0, water = 0, depth = 0;

    for (int y = rows->first; y <= rows->last; y++) {
        for (int x = columns->first; x <= columns->last; x++) {
            int value = depths[(size_t)y * stride + (size_t)x];
            int weight = span_weight(columns, x) * span_weight(rows, y);

            land += value == RIPPLE_DEPTH_LAND ? weight : 0;
            water += value == RIPPLE_DEPTH_LAND ? 0 : weight;
            depth += (int64_t)value * weight;
        }
    }
    assert(land >= 0);
    return (uint8_t)(land >= water ? 0 : (depth + water / 2) / water);
}

void ripple_mask_set(Mask *mask, const Field *field, const uint8_t *depths,
                     int width, int height, size_t stride)
{
    for (int y = 0; y < mask->rows; y++) {
        Span rows = find_span(y, mask->rows, height);

        for (int x = 0; x < mask->columns; x++) {
            Span columns = find_span(x, mask->columns, width);

            depth_row(mask, y)[x] =
                sample_depth(depths, stride, &columns, &rows);
        }
    }
    update_planes(mask, field, all_cells(mask));
}

RippleRect ripple_mask_paint(Mask *mask, const Field *field,
                             const Capsule *brush, int depth)
{
    int top, bottom, left = mask->columns, right = 0;
    RippleRect rect;

    ripple_capsule_rows(brush, mask->rows, &top, &bottom);
    for (int y = top; y <= bottom; y++) {
        int first, last;

        ripple_capsule_columns(brush, y, mask->columns, &first, &last);
        for (int x = first; x <= last; x++) {
            if (ripple_capsule_contains(brush, x, y))
                depth_row(mask, y)[x] = (uint8_t)depth;
        }
        left = min_int(left, first);
        right = max_int(right, last);
    }
    if (top > bottom || left > right)
        return (RippleRect){0, 0, 0, 0};
    rect = (RippleRect){left, top, right - left + 1, bottom - top + 1};
    update_planes(mask, field, rect);
    return grow_by_shore(mask, rect);
}

/* Zeroes the land cells of one part of a plane, which may be NULL. */
static void clear_cells(const Mask *mask, int16_t *part, RippleRect rect)
{
    for (int y = rect.y; y < rect.y + rect.height && part != NULL; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            if (depth_map_row(mask, y)[x] < 0)
                part[(size_t)y * mask->stride + (size_t)x] = 0;
        }
    }
}

void ripple_mask_clear_land(const Mask *mask, Field *field, RippleRect rect)
{
    Plane *plane;

    for (int i = 0; (plane = ripple_field_plane(field, i)) != NULL; i++) {
        for (int k = 0; k < RIPPLE_PARTS; k++)
            clear_cells(mask, ripple_field_part(plane, k), rect);
    }
    field->is_halo_stale = 1;
}
