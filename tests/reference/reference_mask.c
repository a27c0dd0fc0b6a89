/* SPDX-License-Identifier: MIT */
/*
 * Land and shallows of the reference: scaling and painting, what tiles are,
 * where the shore takes strength from refraction and light, the laid floor.
 */
#include "reference.h"

#include "lib/look/pixel_formats.h"
#include "lib/look/shore.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHORE 4 /* land is seen so many cells away */

static int wrap(int place, int count)
{
    return (place + count) % count;
}

int reference_masked_depth(const Reference *water, int x, int y)
{
    int columns = water->size.columns, rows = water->size.rows;
    int wraps = water->settings.edges == RIPPLE_EDGES_WRAP;

    x = wraps ? wrap(x, columns) : clamp_int(x, 0, columns - 1);
    y = wraps ? wrap(y, rows) : clamp_int(y, 0, rows - 1);
    return water->depths[cell_at(water, x, y)];
}

/* smoothstep(1 - land / half) with `land` cells of land in the square around
   the cell and half = half of its cells; 0 on land. */
static int32_t find_strength(const Reference *water, int x, int y)
{
    int side = 2 * SHORE + 1, half = side * side / 2, land = 0;
    int64_t t;

    if (water->depths[cell_at(water, x, y)] == RIPPLE_DEPTH_LAND)
        return 0;
    for (int row = max_int(y - SHORE, 0);
         row <= min_int(y + SHORE, water->size.rows - 1); row++) {
        for (int column = max_int(x - SHORE, 0);
             column <= min_int(x + SHORE, water->size.columns - 1); column++)
            land +=
                water->depths[cell_at(water, column, row)] == RIPPLE_DEPTH_LAND;
    }
    if (land >= half)
        return 0;
    t = ((int64_t)(half - land) << 15) / half;
    return (int32_t)min_int64((t * t * (3 * 32768 - 2 * t)) >> 30,
                              FULL_STRENGTH);
}

static RippleRect tile_of(const Reference *water, int x, int y)
{
    int left = x / TILE_COLUMNS * TILE_COLUMNS, top = y / TILE_ROWS * TILE_ROWS;

    return (RippleRect){left, top,
                        min_int(TILE_COLUMNS, water->size.columns - left),
                        min_int(TILE_ROWS, water->size.rows - top)};
}

static int sort_tile(const Reference *water, RippleRect tile)
{
    int sort = TILE_IS_PLAIN;

    for (int y = tile.y - 1; y <= tile.y + tile.height; y++) {
        for (int x = tile.x - 1; x <= tile.x + tile.width; x++) {
            int is_inside = x >= tile.x && x < tile.x + tile.width &&
                            y >= tile.y && y < tile.y + tile.height;

            if (reference_depth(water, x, y) != RIPPLE_DEPTH_OPEN)
                sort &= ~TILE_IS_PLAIN;
            if (is_inside &&
                water->strength[cell_at(water, x, y)] != FULL_STRENGTH)
                sort |= TILE_IS_SOFT;
        }
    }
    return sort;
}

void reference_derive_mask(Reference *water)
{
    int columns = water->size.columns, rows = water->size.rows;
    size_t count = (size_t)columns * (size_t)rows;

    free(water->strength);
    free(water->tiles);
    water->strength = NULL;
    water->tiles = NULL;
    if (water->depths == NULL)
        return;
    water->strength = reference_allocate(count, sizeof *water->strength);
    water->tiles = reference_allocate(count, 1);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            water->strength[cell_at(water, x, y)] = find_strength(water, x, y);
    }
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            RippleRect tile = tile_of(water, x, y);
            int is_first = x == tile.x && y == tile.y;

            water->tiles[cell_at(water, x, y)] =
                is_first ? (uint8_t)sort_tile(water, tile)
                         : water->tiles[cell_at(water, tile.x, tile.y)];
        }
    }
}

/* The cells first..last of a mask that one cell covers along an axis. If the
   mask is reduced they count alike; if it is enlarged there are two, and the
   second counts `weight` of 256. */
typedef struct Axis {
    int first, last, weight;
} Axis;

static Axis make_axis(int cell, int to, int from)
{
    int64_t middle = (2 * (int64_t)cell + 1) * from * 128 / to - 128;
    Axis axis = {.weight = -1};

    if (from > to) {
        axis.first = (int)((int64_t)cell * from / to);
        axis.last = (int)(((int64_t)cell + 1) * from / to) - 1;
        return axis;
    }
    middle = max_int64(middle, 0);
    axis.first = (int)(middle >> 8);
    axis.last = min_int(axis.first + 1, from - 1);
    if (axis.last > axis.first)
        axis.weight = (int)(middle & 255);
    return axis;
}

static int overlap(const Axis *axis, int cell)
{
    if (axis->weight < 0)
        return 256;
    return cell == axis->first ? 256 - axis->weight : axis->weight;
}

/* Land if half of it is land, else the mean depth of the water. */
static uint8_t scale_cell(const uint8_t *depths, size_t stride,
                          const Axis *axis_x, const Axis *axis_y)
{
    int64_t land = 0, water = 0, depth = 0;

    for (int y = axis_y->first; y <= axis_y->last; y++) {
        for (int x = axis_x->first; x <= axis_x->last; x++) {
            int value = depths[(size_t)y * stride + (size_t)x];
            int64_t weight = (int64_t)overlap(axis_x, x) * overlap(axis_y, y);

            if (value == RIPPLE_DEPTH_LAND)
                land += weight;
            else
                water += weight;
            depth += value * weight;
        }
    }
    return (uint8_t)(land >= water ? 0 : (depth + water / 2) / water);
}

void reference_scale_mask(Reference *water, const uint8_t *depths, int width,
                          int height, size_t stride)
{
    int columns = water->size.columns, rows = water->size.rows;
    uint8_t *scaled = reference_allocate((size_t)columns * (size_t)rows, 1);

    for (int y = 0; y < rows; y++) {
        Axis axis_y = make_axis(y, rows, height);

        for (int x = 0; x < columns; x++) {
            Axis axis_x = make_axis(x, columns, width);

            scaled[cell_at(water, x, y)] =
                scale_cell(depths, stride, &axis_x, &axis_y);
        }
    }
    free(water->depths);
    water->depths = scaled;
}

RippleRect reference_paint_mask(Reference *water, const Capsule *brush,
                                int depth)
{
    int columns = water->size.columns, rows = water->size.rows;
    int top, bottom, left = columns, right = 0;
    RippleRect changed;

    if (water->depths == NULL) {
        water->depths = reference_allocate((size_t)columns * (size_t)rows, 1);
        memset(water->depths, RIPPLE_DEPTH_OPEN,
               (size_t)columns * (size_t)rows);
    }
    ripple_capsule_rows(brush, rows, &top, &bottom);
    for (int y = top; y <= bottom; y++) {
        int first, last;

        ripple_capsule_columns(brush, y, columns, &first, &last);
        for (int x = first; x <= last; x++) {
            if (ripple_capsule_distance2(brush, x, y) < brush->radius2)
                water->depths[cell_at(water, x, y)] = (uint8_t)depth;
        }
        left = min_int(left, first);
        right = max_int(right, last);
    }
    if (top > bottom || left > right)
        return (RippleRect){0, 0, 0, 0};
    changed.x = max_int(left - SHORE, 0);
    changed.y = max_int(top - SHORE, 0);
    changed.width = min_int(right + SHORE + 1, columns) - changed.x;
    changed.height = min_int(bottom + SHORE + 1, rows) - changed.y;
    return changed;
}

enum { CELLS = 60 };

/* The distance of a cell from the shore; see ShorePoint. */
static int sharp_distance(const Reference *water, int x, int y)
{
    int columns = water->size.columns, rows = water->size.rows;
    int cell = water->size.width * RIPPLE_SHORE_PIXEL / columns;
    int is_land = reference_depth(water, x, y) == RIPPLE_DEPTH_LAND;
    int best = CELLS * CELLS, distance;

    for (int row = max_int(y - CELLS, 0); row < min_int(y + CELLS, rows);
         row++) {
        for (int i = max_int(x - CELLS, 0); i < min_int(x + CELLS, columns);
             i++) {
            int square = (i - x) * (i - x) + (row - y) * (row - y);

            if (square < best && is_land != (reference_depth(water, i, row) ==
                                             RIPPLE_DEPTH_LAND))
                best = square;
        }
    }
    distance = min_int((int)(sqrt(best) * cell) - cell / 2,
                       RIPPLE_SHORE_REACH * RIPPLE_SHORE_PIXEL);
    return is_land ? -distance : distance;
}

/* The distance, or else the shallowness, at a cell or the one nearest to it. */
static int cell_shore(const Reference *water, const int *sharp, int x, int y)
{
    int columns = water->size.columns, rows = water->size.rows, sum = 0;

    x = clamp_int(x, 0, columns - 1);
    y = clamp_int(y, 0, rows - 1);
    if (sharp == NULL)
        return (255 - reference_depth(water, x, y)) % 255;
    if (abs(sharp[cell_at(water, x, y)]) >=
        RIPPLE_SHORE_REACH * RIPPLE_SHORE_PIXEL)
        return sharp[cell_at(water, x, y)];
    for (int i = 0; i < 9; i++) {
        int column = clamp_int(x + i % 3 - 1, 0, columns - 1);
        int row = clamp_int(y + i / 3 - 1, 0, rows - 1);

        sum += sharp[cell_at(water, column, row)] * (i == 4 ? 4 : 1 + i % 2);
    }
    return sum / 16;
}

static int mean(int a, int b, int share)
{
    return a + (((b - a) * share + 16384) >> 15);
}

static int pixel_shore(const Reference *water, const int *sharp, int x, int y)
{
    const GridSize *size = &water->size;
    int share_x = 0, share_y = 0, rows[2];
    int column = max_int(x, 0), row = max_int(y, 0);

    if (ripple_grid_is_coarse(size)) {
        column =
            reference_find_cell(column, size->width, size->columns, &share_x);
        row = reference_find_cell(row, size->height, size->rows, &share_y);
    }
    for (int i = 0; i < 2; i++)
        rows[i] = mean(cell_shore(water, sharp, column, row + i),
                       cell_shore(water, sharp, column + 1, row + i), share_x);
    return mean(rows[0], rows[1], share_y);
}

static uint32_t land_colour(const ShorePictures *pictures, int x, int y)
{
    const RipplePixels *land = pictures->land;

    return land != NULL
               ? ripple_pixels_get(land, x % land->width, y % land->height)
               : ripple_pixels_get(pictures->water, x, y);
}

static void lay_shore(const Reference *water, const int *sharp,
                      const ShorePictures *pictures, const RipplePixels *floor,
                      RippleRect part)
{
    ShoreScale scale =
        ripple_shore_scale(water->size.height, pictures->is_bare);

    for (int y = part.y; y < part.y + part.height; y++) {
        for (int x = part.x; x < part.x + part.width; x++) {
            ShorePoint point = {x, y, pixel_shore(water, sharp, x, y),
                                pixel_shore(water, sharp, x - scale.shadow_x,
                                            y - scale.shadow_y),
                                pixel_shore(water, NULL, x, y)};

            ripple_pixels_set(
                floor, x, y,
                ripple_shore_colour(&scale, &point,
                                    ripple_pixels_get(pictures->water, x, y),
                                    land_colour(pictures, x, y)));
        }
    }
}

int reference_lay_floor(const void *self, const ShorePictures *pictures,
                        const RipplePixels *floor, RippleRect part)
{
    const Reference *water = self;
    int columns = water->size.columns, rows = water->size.rows;
    int *sharp;

    if (water->depths == NULL) {
        ripple_pixels_copy(pictures->water, floor, part);
        return RIPPLE_OK;
    }
    sharp = reference_allocate((size_t)columns * (size_t)rows, sizeof *sharp);
    for (int i = 0; i < columns * rows; i++)
        sharp[i] = sharp_distance(water, i % columns, i / columns);
    lay_shore(water, sharp, pictures, floor, part);
    free(sharp);
    return RIPPLE_OK;
}
