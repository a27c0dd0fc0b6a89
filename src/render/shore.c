/* SPDX-License-Identifier: MIT */
#include "render/shore.h"

#include "base/fixed.h"
#include "base/memory.h"
#include "base/rect.h"
#include "render/pixel_formats.h"

#include <math.h>
#include <stdlib.h>

#define PIXEL RIPPLE_SHORE_PIXEL
#define FAR   (RIPPLE_SHORE_REACH * PIXEL)

/* Chosen by eye. Shares are in 1/256. */
#define DAMP          (8 * PIXEL)  /* the width of damp land */
#define DAMP_LOSS     105          /* of its light */
#define SHADOW        (14 * PIXEL) /* its width */
#define SHADOW_LOSS   140
#define TINT          (44 * PIXEL) /* the width of the tint */
#define TINT_SHARE    230
#define SHALLOW_SHARE 200
#define FOAM_SHARE    200
#define TINT_COLOUR   0x5b9ea6u
#define FOAM_COLOUR   0xf4f8f6u

/* The nearest land and the nearest water above or below a cell, in cells; at
   most MAX_CELLS. */
typedef struct Column {
    uint8_t to[2];
} Column;

#define MAX_CELLS 60

/* Distances of some cells, and of a larger area what they are made of. */
typedef struct Shore {
    const Mask *mask;
    const GridMap *grid_map;
    RippleRect cells, area;
    int limit; /* farther cells, in cells, are far from the shore */
    int16_t *sharp, *distances; /* before and after smoothing */
    Column *columns;
} Shore;

static Column *column_at(const Shore *shore, int x, int y)
{
    const RippleRect *area = &shore->area;

    return shore->columns + (size_t)(y - area->y) * (size_t)area->width +
           (size_t)(x - area->x);
}

/* The place of a cell, or of the nearest one, among the distances. */
static size_t place_of(const Shore *shore, int x, int y)
{
    const RippleRect *cells = &shore->cells;
    int column = clamp_int(x - cells->x, 0, cells->width - 1);
    int row = clamp_int(y - cells->y, 0, cells->height - 1);

    return (size_t)row * (size_t)cells->width + (size_t)column;
}

/* 0 at `from` and below, 256 at `to` and above, smooth at both ends. */
static int ramp(int value, int from, int to)
{
    int share = (clamp_int(value, from, to) - from) * 256 / (to - from);

    return share * share * (768 - 2 * share) >> 16;
}

static void follow_column(const Shore *shore, int x, int y, int from_y)
{
    Column *column = column_at(shore, x, y);
    int is_water = !ripple_mask_is_land(shore->mask, x, y);
    int is_inside =
        from_y >= shore->area.y && from_y < shore->area.y + shore->area.height;

    for (int kind = 0; kind < 2; kind++) {
        int near = kind == is_water ? 0 : MAX_CELLS;

        if (is_inside)
            near = min_int(near, column_at(shore, x, from_y)->to[kind] + 1);
        column->to[kind] = (uint8_t)min_int(near, column->to[kind]);
    }
}

static void measure_columns(const Shore *shore)
{
    const RippleRect *area = &shore->area;
    int end = area->y + area->height;

    for (int i = 0; i < area->width * area->height; i++)
        shore->columns[i] = (Column){{MAX_CELLS, MAX_CELLS}};
    for (int y = area->y; y < end; y++) {
        for (int x = area->x; x < area->x + area->width; x++)
            follow_column(shore, x, y, y - 1);
    }
    for (int y = end - 1; y >= area->y; y--) {
        for (int x = area->x; x < area->x + area->width; x++)
            follow_column(shore, x, y, y + 1);
    }
}

/* The square of the distance in cells to the nearest cell of a kind. */
static int find_square(const Shore *shore, int x, int y, int kind)
{
    const RippleRect *area = &shore->area;
    int left = area->x, right = area->x + area->width - 1;
    int best = shore->limit * shore->limit;

    for (int i = 0; i * i < best; i++) {
        for (int side = -1; side <= 1; side += 2) {
            int near = column_at(shore, clamp_int(x + side * i, left, right), y)
                           ->to[kind];

            best = min_int(best, i * i + near * near);
        }
    }
    return best;
}

/* Whether no cell of a kind is within the limit, if none is of the cell to the
   left. */
static int stays_far(const Shore *shore, int x, int y, int kind)
{
    int next = min_int(x + shore->limit, shore->area.x + shore->area.width) - 1;

    return column_at(shore, next, y)->to[kind] >= shore->limit;
}

static void measure_row(const Shore *shore, int y)
{
    const GridSize *size = &shore->grid_map->size;
    int cell = size->width * PIXEL / size->columns, was_land = -1, is_far = 0;

    for (int i = 0; i < shore->cells.width; i++) {
        int x = shore->cells.x + i, distance = FAR;
        int is_land = ripple_mask_is_land(shore->mask, x, y);

        is_far =
            is_far && is_land == was_land && stays_far(shore, x, y, is_land);
        if (!is_far) {
            int square = find_square(shore, x, y, is_land);

            is_far = square == shore->limit * shore->limit;
            distance = min_int((int)(sqrt(square) * cell) - cell / 2, FAR);
        }
        was_land = is_land;
        shore->sharp[place_of(shore, x, y)] =
            (int16_t)(is_land ? -distance : distance);
    }
}

/* Rounds the corners of cells near the shore: means of 3x3, weighted 1 2 1. */
static void smooth(const Shore *shore)
{
    const RippleRect *cells = &shore->cells;
    const int16_t *sharp = shore->sharp;

    for (int y = cells->y; y < cells->y + cells->height; y++) {
        for (int x = cells->x; x < cells->x + cells->width; x++) {
            int own = sharp[place_of(shore, x, y)], sum = 16 * own;

            if (abs(own) < FAR)
                sum = 0;
            for (int i = -1; i <= 1 && abs(own) < FAR; i++)
                sum += (2 - abs(i)) * (sharp[place_of(shore, x - 1, y + i)] +
                                       2 * sharp[place_of(shore, x, y + i)] +
                                       sharp[place_of(shore, x + 1, y + i)]);
            shore->distances[place_of(shore, x, y)] = (int16_t)(sum / 16);
        }
    }
}

/* A value at a pixel, bilinear between those of four cells. */
typedef int CellValue(const Shore *shore, int column, int row);

static int get_distance(const Shore *shore, int column, int row)
{
    return shore->distances[place_of(shore, column, row)];
}

/* How much is missing from the depth of open water; nothing on land. */
static int get_shallowness(const Shore *shore, int column, int row)
{
    const Mask *mask = shore->mask;
    int x = clamp_int(column, 0, mask->columns - 1);
    int y = clamp_int(row, 0, mask->rows - 1);
    int depth = mask->depths[(size_t)y * (size_t)mask->columns + (size_t)x];

    return depth == RIPPLE_DEPTH_LAND ? 0 : RIPPLE_DEPTH_OPEN - depth;
}

static int interpolate(const Shore *shore, CellValue *value, int x, int y)
{
    const GridMap *map = shore->grid_map;
    int column = x, row = y, right = 0, below = 0, upper, lower;

    if (ripple_grid_is_coarse(&map->size)) {
        column = map->axis_x.first[x];
        row = map->axis_y.first[y];
        right = map->axis_x.share[x];
        below = map->axis_y.share[y];
    }
    upper =
        lerp(value(shore, column, row), value(shore, column + 1, row), right);
    lower = lerp(value(shore, column, row + 1),
                 value(shore, column + 1, row + 1), right);
    return lerp(upper, lower, below);
}

/* Random numbers of 0..255 at points `scale` pixels apart, smooth between
   them. */
static int noise(int x, int y, int scale)
{
    int values[2][2];

    for (int i = 0; i < 4; i++) {
        uint32_t hash = (uint32_t)(x / scale + i % 2) * 0x9e3779b1u ^
                        (uint32_t)(y / scale + i / 2) * 0x85ebca77u;

        hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
        values[i / 2][i % 2] = (int)((hash ^ hash >> 13) >> 8 & 255);
    }
    for (int i = 0; i < 2; i++)
        values[i][0] +=
            (values[i][1] - values[i][0]) * ramp(x % scale, 0, scale) / 256;
    return values[0][0] +
           (values[1][0] - values[0][0]) * ramp(y % scale, 0, scale) / 256;
}

/* How much foam lies at a pixel: a line that comes and goes, and a fainter one
   farther out. */
static int find_foam(int x, int y, int distance)
{
    int wave = noise(x, y, 29), spot = noise(x + 977, y + 331, 13);
    int grain = noise(x + 53, y + 19, 4);
    int first = abs(distance - PIXEL - wave * PIXEL * 3 / 256);
    int second = abs(distance - 7 * PIXEL - wave * PIXEL * 6 / 256);
    int near = 256 - ramp(first, 0, PIXEL / 2 + spot * PIXEL * 2 / 256);
    int far = 256 - ramp(second, 0, PIXEL);

    near = near * ramp(spot + grain / 2, 90, 260) / 256;
    far = far * ramp(256 - spot + grain / 2, 220, 330) / 512;
    return max_int(near, far) * FOAM_SHARE / 256;
}

/* share / 2^8 of the way from a pixel to a colour. */
static uint32_t mix(uint32_t pixel, uint32_t colour, int share)
{
    uint32_t result = pixel & 0xff000000u;

    for (int shift = 0; shift < 24; shift += 8) {
        int a = (int)(pixel >> shift & 255), b = (int)(colour >> shift & 255);

        result |= (uint32_t)(a + (((b - a) * share + 128) >> 8)) << shift;
    }
    return result;
}

/* The same to what the pixel is under glass of a colour. */
static uint32_t stain(uint32_t pixel, uint32_t colour, int share)
{
    uint32_t stained = 0;

    for (int shift = 0; shift < 24; shift += 8)
        stained |= (pixel >> shift & 255) * (colour >> shift & 255) / 255
                   << shift;
    return mix(pixel, stained, share);
}

static uint32_t find_water(const ShorePoint *point, uint32_t pixel)
{
    int tint = 256 - ramp(point->distance, 0, TINT);
    int shadow = 256 - ramp(point->shadow, 0, SHADOW);
    int share = max_int(tint * tint / 256 * TINT_SHARE,
                        point->shallowness * SHALLOW_SHARE) /
                256;

    return mix(stain(pixel, TINT_COLOUR, share), 0, shadow * SHADOW_LOSS / 256);
}

uint32_t ripple_shore_colour(const ShorePoint *point, uint32_t pixel)
{
    int distance = point->distance;
    uint32_t land = mix(pixel, 0, ramp(distance, -DAMP, 0) * DAMP_LOSS / 256);

    return mix(mix(land, find_water(point, pixel),
                   ramp(distance, -PIXEL / 2, PIXEL / 2)),
               FOAM_COLOUR, find_foam(point->x, point->y, distance));
}

static uint32_t find_pixel(const Shore *shore, int x, int y, uint32_t pixel)
{
    ShorePoint point = {
        .x = x,
        .y = y,
        .distance = interpolate(shore, get_distance, x, y),
        .shallowness = interpolate(shore, get_shallowness, x, y),
    };

    if (abs(point.distance) >= FAR && point.shallowness == 0)
        return pixel;
    point.shadow =
        interpolate(shore, get_distance, max_int(x - RIPPLE_SHADOW_X, 0),
                    max_int(y - RIPPLE_SHADOW_Y, 0));
    return ripple_shore_colour(&point, pixel);
}

/* The cells that the pixels of `part` need, and those around them that may
   hold the nearest land. */
static int init(Shore *shore, RippleRect part)
{
    const GridSize *size = &shore->grid_map->size;
    RippleRect pixels = {part.x - RIPPLE_SHADOW_X, part.y - RIPPLE_SHADOW_Y,
                         part.width + RIPPLE_SHADOW_X,
                         part.height + RIPPLE_SHADOW_Y};
    RippleRect *cells = &shore->cells;
    size_t count;

    pixels = ripple_rect_clip(pixels, size->width, size->height);
    cells->x = ripple_grid_column(size, pixels.x);
    cells->y = ripple_grid_row(size, pixels.y);
    cells->width =
        ripple_grid_column(size, part.x + part.width - 1) + 1 - cells->x;
    cells->height =
        ripple_grid_row(size, part.y + part.height - 1) + 1 - cells->y;
    *cells = ripple_rect_grow(*cells, 2, size->columns, size->rows);
    shore->limit = (RIPPLE_SHORE_REACH + 1) * size->columns / size->width + 2;
    shore->area =
        ripple_rect_grow(*cells, shore->limit, size->columns, size->rows);
    count = (size_t)cells->width * (size_t)cells->height;
    shore->sharp = malloc(2 * count * sizeof(int16_t) +
                          (size_t)shore->area.width *
                              (size_t)shore->area.height * sizeof(Column));
    if (shore->sharp == NULL)
        return RIPPLE_ERROR_MEMORY;
    shore->distances = shore->sharp + count;
    shore->columns = (Column *)(shore->distances + count);
    return RIPPLE_OK;
}

RippleRect ripple_shore_reach(const GridSize *size, RippleRect cells)
{
    RippleRect reach = ripple_grid_reach(size, cells);

    return reach.width == 0 || reach.height == 0
               ? reach
               : ripple_rect_grow(reach, RIPPLE_SHORE_REACH, size->width,
                                  size->height);
}

int ripple_shore_lay_floor(const Mask *mask, const GridMap *grid_map,
                           const RipplePixels *picture,
                           const RipplePixels *floor, RippleRect part)
{
    Shore shore = {.mask = mask, .grid_map = grid_map};

    if (part.width == 0 || part.height == 0)
        return RIPPLE_OK;
    if (init(&shore, part) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    measure_columns(&shore);
    for (int y = 0; y < shore.cells.height; y++)
        measure_row(&shore, shore.cells.y + y);
    smooth(&shore);
    for (int y = part.y; y < part.y + part.height; y++) {
        for (int x = part.x; x < part.x + part.width; x++)
            ripple_pixels_set(
                floor, x, y,
                find_pixel(&shore, x, y, ripple_pixels_get(picture, x, y)));
    }
    free(shore.sharp);
    return RIPPLE_OK;
}
