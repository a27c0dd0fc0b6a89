/* SPDX-License-Identifier: MIT */
#include "water/mask.h"

#include "base/fixed.h"
#include "kernels/kernels.h"
#include "render/pixel_formats.h"
#include "base/capsule.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SOFT_CELLS 4     /* from the shore to where the water bends fully */
#define CLEAR      32767 /* a share of 1 */
#define DEPTH_STEP 128   /* of a bed, by unit of depth */

/* What deep water takes of each colour, in 1/256. */
#define DARKER_RED   96
#define DARKER_GREEN 60
#define DARKER_BLUE  40

int ripple_mask_init(Mask *shore, const Field *heights, int wraps)
{
    size_t cells = (size_t)heights->columns * (size_t)heights->rows;
    size_t tiles = (size_t)heights->tile_columns * (size_t)heights->tile_rows;
    size_t plane = heights->stride * ((size_t)heights->rows + 2) + 1;

    memset(shore, 0, sizeof *shore);
    shore->columns = heights->columns;
    shore->rows = heights->rows;
    shore->stride = heights->stride;
    shore->wraps = wraps;
    shore->mask = malloc(cells);
    shore->depth_map_memory = calloc(plane, sizeof(int16_t));
    shore->clear =
        malloc(heights->stride * (size_t)heights->rows * sizeof(int16_t));
    shore->kinds = calloc(tiles, 1);
    shore->soft = calloc(tiles, 1);
    if (shore->mask == NULL || shore->depth_map_memory == NULL ||
        shore->clear == NULL || shore->kinds == NULL || shore->soft == NULL) {
        ripple_mask_clear(shore);
        return RIPPLE_ERROR_MEMORY;
    }
    memset(shore->mask, RIPPLE_DEPTH_OPEN, cells);
    for (size_t i = 0; i < heights->stride * (size_t)heights->rows; i++)
        shore->clear[i] = CLEAR;
    shore->depth_map = shore->depth_map_memory + heights->stride + 1;
    return RIPPLE_OK;
}

void ripple_mask_clear(Mask *shore)
{
    free(shore->mask);
    free(shore->depth_map_memory);
    free(shore->clear);
    free(shore->kinds);
    free(shore->soft);
    memset(shore, 0, sizeof *shore);
}

const uint8_t *ripple_mask_tile_kinds(const Mask *shore, const Field *heights,
                                      int tile_y)
{
    return shore->kinds + (size_t)tile_y * (size_t)heights->tile_columns;
}

static uint8_t *mask_row(const Mask *shore, int y)
{
    return shore->mask + (size_t)y * (size_t)shore->columns;
}

int ripple_mask_is_land(const Mask *shore, int x, int y)
{
    return mask_row(shore, y)[x] == RIPPLE_DEPTH_LAND;
}

/* Depths to what the kernels want. */
static int16_t to_bed(int depth)
{
    return (int16_t)(depth == RIPPLE_DEPTH_LAND
                         ? RIPPLE_LAND
                         : (RIPPLE_DEPTH_OPEN - depth) * DEPTH_STEP);
}

static int16_t *bed_row(const Mask *shore, int y)
{
    return shore->depth_map + (ptrdiff_t)y * (ptrdiff_t)shore->stride;
}

/* The ring goes on as the bed ends, or shows the other side of a torus. */
static void fill_bed_ring(const Mask *shore)
{
    int columns = shore->columns, rows = shore->rows, wraps = shore->wraps;
    size_t bytes = ((size_t)columns + 2) * sizeof(int16_t);

    for (int y = 0; y < rows; y++) {
        int16_t *row = bed_row(shore, y);

        row[-1] = row[wraps ? columns - 1 : 0];
        row[columns] = row[wraps ? 0 : columns - 1];
    }
    memcpy(bed_row(shore, -1) - 1, bed_row(shore, wraps ? rows - 1 : 0) - 1,
           bytes);
    memcpy(bed_row(shore, rows) - 1, bed_row(shore, wraps ? 0 : rows - 1) - 1,
           bytes);
}

static TileKind find_kind(const Mask *shore, RippleRect tile)
{
    int is_open = 1, is_land = 1;

    for (int y = tile.y - 1; y <= tile.y + tile.height; y++) {
        const int16_t *row = bed_row(shore, y);
        int is_inside = y >= tile.y && y < tile.y + tile.height;

        for (int x = tile.x - 1; x <= tile.x + tile.width; x++) {
            is_open &= row[x] == 0;
            if (is_inside && x >= tile.x && x < tile.x + tile.width)
                is_land &= row[x] < 0;
        }
    }
    return is_land ? TILE_LAND : is_open ? TILE_OPEN : TILE_MIXED;
}

/* How many of the cells above and below a place are land, by column. */
static void count_land(const Mask *shore, int *counts, int y, int first,
                       int last)
{
    memset(counts, 0, sizeof *counts * (size_t)(last - first + 1));
    for (int row = max_int(y - SOFT_CELLS, 0);
         row <= min_int(y + SOFT_CELLS, shore->rows - 1); row++) {
        const uint8_t *mask = mask_row(shore, row);

        for (int x = first; x <= last; x++)
            counts[x - first] += mask[x] == RIPPLE_DEPTH_LAND;
    }
}

/* 3 t^2 - 2 t^3 in 1/2^15, for t = part / whole */
static int16_t ease(int part, int whole)
{
    int64_t t = ((int64_t)part << 15) / whole;
    int64_t eased = (t * t * (3 * 32768 - 2 * t)) >> 30;

    return (int16_t)(eased > CLEAR ? CLEAR : eased);
}

/*
 * Bends grow from nothing at the shore to all of it: where at least half of
 * the square around a cell is land nothing bends, where none is, everything.
 */
static void find_clear(const Mask *shore, RippleRect rect)
{
    int counts[RIPPLE_MAX_SIZE];
    int side = 2 * SOFT_CELLS + 1, half = side * side / 2;
    int first = max_int(rect.x - SOFT_CELLS, 0);
    int last =
        min_int(rect.x + rect.width - 1 + SOFT_CELLS, shore->columns - 1);

    for (int y = rect.y; y < rect.y + rect.height; y++) {
        int16_t *clear = shore->clear + (size_t)y * shore->stride;
        int land = 0;

        count_land(shore, counts, y, first, last);
        for (int x = first; x < rect.x + SOFT_CELLS && x <= last; x++)
            land += counts[x - first];
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            if (x + SOFT_CELLS <= last)
                land += counts[x + SOFT_CELLS - first];
            clear[x] = ripple_mask_is_land(shore, x, y) || land >= half
                           ? 0
                           : ease(half - land, half);
            if (x - SOFT_CELLS >= first)
                land -= counts[x - SOFT_CELLS - first];
        }
    }
}

static RippleRect grow(const Mask *shore, RippleRect rect, int by)
{
    RippleRect grown = {rect.x - by, rect.y - by, rect.width + 2 * by,
                        rect.height + 2 * by};

    return ripple_rect_clip(grown, shore->columns, shore->rows);
}

static RippleRect find_all(const Mask *shore)
{
    return (RippleRect){0, 0, shore->columns, shore->rows};
}

static int find_soft(const Mask *shore, RippleRect tile)
{
    for (int y = tile.y; y < tile.y + tile.height; y++) {
        const int16_t *clear = shore->clear + (size_t)y * shore->stride;

        for (int x = tile.x; x < tile.x + tile.width; x++) {
            if (clear[x] != CLEAR)
                return 1;
        }
    }
    return 0;
}

/* Brings everything up to date with a changed part of the mask. */
static void follow_mask(Mask *shore, const Field *heights, RippleRect rect)
{
    RippleRect near = grow(shore, rect, SOFT_CELLS);

    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++)
            bed_row(shore, y)[x] = to_bed(mask_row(shore, y)[x]);
    }
    fill_bed_ring(shore);
    find_clear(shore, near);
    if (shore->wraps)
        near = find_all(shore);
    for (int y = near.y / RIPPLE_TILE_ROWS;
         y <= (near.y + near.height - 1) / RIPPLE_TILE_ROWS; y++) {
        size_t first = (size_t)y * (size_t)heights->tile_columns;

        for (int x = near.x / RIPPLE_TILE_COLUMNS;
             x <= (near.x + near.width - 1) / RIPPLE_TILE_COLUMNS; x++) {
            RippleRect tile = ripple_field_tile(heights, x, y);

            shore->kinds[first + (size_t)x] = (uint8_t)find_kind(shore, tile);
            shore->soft[first + (size_t)x] = (uint8_t)find_soft(shore, tile);
        }
    }
}

void ripple_mask_set_wrap(Mask *shore, const Field *heights, int wraps)
{
    shore->wraps = wraps;
    follow_mask(shore, heights, find_all(shore));
}

int ripple_mask_is_open(const Mask *shore)
{
    size_t cells = (size_t)shore->columns * (size_t)shore->rows;

    for (size_t i = 0; i < cells; i++) {
        if (shore->mask[i] != RIPPLE_DEPTH_OPEN)
            return 0;
    }
    return 1;
}

/* Places `first` and `first` + 1 of a scaled axis count for 256 - `share` and
   `share`; all from `first` to `last` count alike when it is made smaller. */
typedef struct Scaled {
    int first, last, share;
} Scaled;

static Scaled scale_place(int place, int to, int from)
{
    Scaled scaled = {0, 0, -1};

    if (from > to) {
        scaled.first = (int)((int64_t)place * from / to);
        scaled.last = (int)(((int64_t)place + 1) * from / to) - 1;
    } else {
        int64_t middle = (2 * (int64_t)place + 1) * from * 128 / to - 128;

        middle = max_int64(middle, 0);
        scaled.first = (int)(middle >> 8);
        scaled.last = min_int(scaled.first + 1, from - 1);
        scaled.share = (int)(middle & 255);
    }
    return scaled;
}

static int weight_of(const Scaled *scaled, int place)
{
    if (scaled->share < 0 || scaled->first == scaled->last)
        return 256;
    return place == scaled->first ? 256 - scaled->share : scaled->share;
}

static uint8_t sample(const uint8_t *mask, size_t stride, const Scaled *across,
                      const Scaled *along)
{
    int64_t land = 0, water = 0, depth = 0;

    for (int y = along->first; y <= along->last; y++) {
        for (int x = across->first; x <= across->last; x++) {
            int value = mask[(size_t)y * stride + (size_t)x];
            int weight = weight_of(across, x) * weight_of(along, y);

            land += value == RIPPLE_DEPTH_LAND ? weight : 0;
            water += value == RIPPLE_DEPTH_LAND ? 0 : weight;
            depth += (int64_t)value * weight;
        }
    }
    assert(land >= 0);
    return (uint8_t)(land >= water ? 0 : (depth + water / 2) / water);
}

void ripple_mask_set(Mask *shore, const Field *heights, const uint8_t *mask,
                     int width, int height, size_t stride)
{
    for (int y = 0; y < shore->rows; y++) {
        Scaled along = scale_place(y, shore->rows, height);

        for (int x = 0; x < shore->columns; x++) {
            Scaled across = scale_place(x, shore->columns, width);

            mask_row(shore, y)[x] = sample(mask, stride, &across, &along);
        }
    }
    follow_mask(shore, heights, find_all(shore));
}

RippleRect ripple_mask_paint(Mask *shore, const Field *heights, int x0, int y0,
                             int x1, int y1, int radius, int depth)
{
    Capsule line = ripple_capsule_make(x0, y0, x1, y1, radius);
    int top, bottom, left = shore->columns, right = 0;
    RippleRect rect;

    ripple_capsule_rows(&line, shore->rows, &top, &bottom);
    for (int y = top; y <= bottom; y++) {
        int first, last;

        ripple_capsule_columns(&line, y, shore->columns, &first, &last);
        for (int x = first; x <= last; x++) {
            if (ripple_capsule_distance2(&line, x, y) < line.radius2)
                mask_row(shore, y)[x] = (uint8_t)depth;
        }
        left = min_int(left, first);
        right = max_int(right, last);
    }
    if (top > bottom || left > right)
        return (RippleRect){0, 0, 0, 0};
    rect = (RippleRect){left, top, right - left + 1, bottom - top + 1};
    follow_mask(shore, heights, rect);
    return grow(shore, rect, SOFT_CELLS);
}

static void dry_cells(const Mask *shore, const Plane *buffer, RippleRect rect)
{
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            if (bed_row(shore, y)[x] < 0)
                buffer->cells[(size_t)y * shore->stride + (size_t)x] = 0;
        }
    }
}

static void dry_tiles(const Mask *shore, const Field *heights, Plane *buffer,
                      RippleRect rect)
{
    if (buffer->cells == NULL || rect.width == 0)
        return;
    dry_cells(shore, buffer, rect);
    for (int y = rect.y / RIPPLE_TILE_ROWS;
         y <= (rect.y + rect.height - 1) / RIPPLE_TILE_ROWS; y++) {
        for (int x = rect.x / RIPPLE_TILE_COLUMNS;
             x <= (rect.x + rect.width - 1) / RIPPLE_TILE_COLUMNS; x++) {
            if (ripple_mask_tile_kinds(shore, heights, y)[x] == TILE_LAND)
                ripple_field_reset_tile(heights, buffer, x, y);
        }
        ripple_field_count_row(heights, buffer, y);
    }
}

void ripple_mask_clear_land(const Mask *shore, Field *heights, RippleRect rect)
{
    Plane *buffer;

    for (int i = 0; (buffer = ripple_field_plane(heights, i)) != NULL; i++)
        dry_tiles(shore, heights, buffer, rect);
    heights->touched = 1;
}

/* A pixel under water, `share` of 256 of the way to as dark as it gets. */
static uint32_t darken(uint32_t pixel, int share)
{
    static const int lost[] = {DARKER_BLUE, DARKER_GREEN, DARKER_RED};
    uint32_t result = pixel & 0xff000000u;

    for (int i = 0; i < 3; i++) {
        int value = (int)(pixel >> (8 * i) & 0xff);

        value -= value * lost[i] * share >> 16;
        result |= (uint32_t)value << (8 * i);
    }
    return result;
}

/* Half of it at once, the rest with the depth, and nothing on the shore. */
static int find_darkness(const Mask *shore, int column, int row)
{
    int clear = shore->clear[(size_t)row * shore->stride + (size_t)column];

    return (128 + mask_row(shore, row)[column] / 2) * clear / CLEAR;
}

/* The same at a pixel, which lies between four cells. */
static int mix_darkness(const Mask *shore, const GridMap *grid_map, int x,
                        int y)
{
    int column = grid_map->across.first[x], row = grid_map->along.first[y];
    int right = grid_map->across.share[x], below = grid_map->along.share[y];
    int rows[2];

    for (int i = 0; i < 2; i++) {
        int first = find_darkness(shore, column, row + i);
        int second = find_darkness(shore, column + 1, row + i);

        rows[i] = first * CLEAR + (second - first) * right;
    }
    return (int)((rows[0] + (int64_t)(rows[1] - rows[0]) * below / CLEAR +
                  CLEAR / 2) /
                 CLEAR);
}

void ripple_shore_lay_floor(const Mask *shore, const GridMap *grid_map,
                            const RipplePixels *picture,
                            const RipplePixels *floor, RippleRect part)
{
    int is_coarse = ripple_grid_map_is_coarse(grid_map);

    for (int y = part.y; y < part.y + part.height; y++) {
        for (int x = part.x; x < part.x + part.width; x++)
            ripple_pixels_set(floor, x, y,
                              darken(ripple_pixels_get(picture, x, y),
                                     is_coarse
                                         ? mix_darkness(shore, grid_map, x, y)
                                         : find_darkness(shore, x, y)));
    }
}
