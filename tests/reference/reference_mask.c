/* SPDX-License-Identifier: MIT */
/*
 * Land and shallows of the reference: scaling and painting, what tiles are,
 * where the shore takes strength from refraction and light, the laid floor.
 */
#include "reference.h"

#include "render/pixel_formats.h"

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

/* 128 + depth / 2, less towards the shore. */
static int cell_darkness(const Reference *water, int x, int y)
{
    size_t cell = cell_at(water, x, y);

    return (128 + water->depths[cell] / 2) * water->strength[cell] /
           FULL_STRENGTH;
}

/* Linear between four cells if the grid is coarse. */
static int pixel_darkness(const Reference *water, int x, int y)
{
    const GridSize *size = &water->size;
    int64_t rows[2];
    int share_x, share_y, column, row;

    if (water->depths == NULL)
        return 0;
    if (!ripple_grid_is_coarse(size))
        return cell_darkness(water, x, y);
    column = reference_find_cell(x, size->width, size->columns, &share_x);
    row = reference_find_cell(y, size->height, size->rows, &share_y);
    for (int i = 0; i < 2; i++) {
        int left = cell_darkness(water, column, row + i);
        int right = cell_darkness(water, column + 1, row + i);

        rows[i] = left * FULL_STRENGTH + (right - left) * share_x;
    }
    return (int)((rows[0] + (rows[1] - rows[0]) * share_y / FULL_STRENGTH +
                  FULL_STRENGTH / 2) /
                 FULL_STRENGTH);
}

/* Water of darkness 256 takes 96, 60 and 40 of 256 parts of red, green and
   blue. */
static uint32_t darken(uint32_t pixel, int darkness)
{
    int red = (int)(pixel >> 16 & 255), green = (int)(pixel >> 8 & 255);
    int blue = (int)(pixel & 255);

    red -= red * 96 * darkness / 65536;
    green -= green * 60 * darkness / 65536;
    blue -= blue * 40 * darkness / 65536;
    return (pixel & 0xff000000u) | (uint32_t)red << 16 | (uint32_t)green << 8 |
           (uint32_t)blue;
}

void reference_lay_floor(const void *self, const RipplePixels *picture,
                         const RipplePixels *floor, RippleRect part)
{
    for (int y = part.y; y < part.y + part.height; y++) {
        for (int x = part.x; x < part.x + part.width; x++)
            ripple_pixels_set(floor, x, y,
                              darken(ripple_pixels_get(picture, x, y),
                                     pixel_darkness(self, x, y)));
    }
}
