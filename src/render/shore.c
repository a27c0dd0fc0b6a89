/* SPDX-License-Identifier: MIT */
#include "render/shore.h"

#include "base/fixed.h"
#include "base/memory.h"
#include "base/rect.h"
#include "render/pixel_formats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

#define MAX_CELLS 60 /* farther cells count as so far away */

/* Distances of some cells, and of a larger area what they are made of. */
typedef struct Shore {
    const Mask *mask;
    const GridMap *grid_map;
    RippleRect cells, area;
    int limit; /* farther cells, in cells, are far from the shore */
    int *row;  /* of pixels: what was found out about them */
    int16_t *sharp, *distances; /* by cell, before and after smoothing */
    int16_t *shallows;          /* by cell */
    int16_t *nearest[2]; /* of one row: squares of the distance to water and to
                            land */
    int16_t *squares;    /* of one row of the area */
    uint8_t *near[2];    /* of the area: cells up or down to water and to land,
                            at most MAX_CELLS */
} Shore;

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

/* The cells of a row of the area up or down to water or to land. */
static uint8_t *near_row(const Shore *shore, int is_land, int y)
{
    return shore->near[is_land] +
           (size_t)(y - shore->area.y) * (size_t)shore->area.width;
}

/* Carries what row `from_y` knows on to row y. */
static void follow_row(const Shore *shore, int is_land, int y, int from_y)
{
    const RippleRect *area = &shore->area;
    const uint8_t *depths = shore->mask->depths +
                            (size_t)y * (size_t)shore->mask->columns + area->x;
    const uint8_t *from = near_row(shore, is_land, from_y);
    uint8_t *to = near_row(shore, is_land, y);

    for (int x = 0; x < area->width; x++) {
        int is_kind = (depths[x] == RIPPLE_DEPTH_LAND) == is_land;

        to[x] = (uint8_t)min_int(to[x], is_kind ? 0 : from[x] + 1);
    }
}

/* A row that has no cell of a kind begins with MAX_CELLS. */
static void measure_columns(const Shore *shore, int is_land)
{
    const RippleRect *area = &shore->area;
    int last = area->y + area->height - 1;

    memset(shore->near[is_land], MAX_CELLS,
           (size_t)area->width * (size_t)area->height);
    for (int y = area->y; y <= last; y++)
        follow_row(shore, is_land, y, max_int(y - 1, area->y));
    for (int y = last; y >= area->y; y--)
        follow_row(shore, is_land, y, min_int(y + 1, last));
}

/* The squares of the distances in cells from the cells of a row to the nearest
   of a kind, at most that of the limit. */
static void find_squares(const Shore *shore, int is_land, int y)
{
    const uint8_t *near = near_row(shore, is_land, y);
    int16_t *restrict nearest = shore->nearest[is_land];
    int offset = shore->cells.x - shore->area.x, limit = shore->limit;
    int is_near = 0;

    for (int x = 0; x < shore->area.width; x++) {
        shore->squares[x] = (int16_t)(near[x] * near[x]);
        is_near |= near[x] < limit;
    }
    for (int x = 0; x < shore->cells.width; x++)
        nearest[x] = (int16_t)(limit * limit);
    for (int i = -limit; i <= limit && is_near; i++) {
        const int16_t *squares = shore->squares + offset + i;
        int first = max_int(-offset - i, 0);
        int end = min_int(shore->cells.width, shore->area.width - offset - i);

        for (int x = first; x < end; x++) {
            int16_t square = (int16_t)(squares[x] + i * i);

            nearest[x] = square < nearest[x] ? square : nearest[x];
        }
    }
}

static void measure_row(const Shore *shore, int y)
{
    const GridSize *size = &shore->grid_map->size;
    int cell = size->width * PIXEL / size->columns;
    int16_t *sharp = shore->sharp + place_of(shore, shore->cells.x, y);

    find_squares(shore, 0, y);
    find_squares(shore, 1, y);
    for (int i = 0; i < shore->cells.width; i++) {
        int is_land = ripple_mask_is_land(shore->mask, shore->cells.x + i, y);
        int square = shore->nearest[!is_land][i], distance = FAR;

        if (square < shore->limit * shore->limit)
            distance = min_int((int)(sqrt(square) * cell) - cell / 2, FAR);
        sharp[i] = (int16_t)(is_land ? -distance : distance);
    }
}

/* Rounds the corners of cells near the shore: means of 3x3, weighted 1 2 1. */
static void smooth(const Shore *shore)
{
    const RippleRect *cells = &shore->cells;

    for (int y = cells->y; y < cells->y + cells->height; y++) {
        const int16_t *rows[3];
        int16_t *to = shore->distances + place_of(shore, cells->x, y);

        for (int i = 0; i < 3; i++)
            rows[i] = shore->sharp + place_of(shore, cells->x, y + i - 1);
        for (int x = 0; x < cells->width; x++) {
            int left = max_int(x - 1, 0);
            int right = min_int(x + 1, cells->width - 1), sum = 0;

            if (abs(rows[1][x]) >= FAR) {
                to[x] = rows[1][x];
                continue;
            }
            for (int i = 0; i < 3; i++)
                sum += (i == 1 ? 2 : 1) *
                       (rows[i][left] + 2 * rows[i][x] + rows[i][right]);
            to[x] = (int16_t)(sum / 16);
        }
    }
}

/* How much is missing from the depth of open water; nothing on land. */
static int get_shallowness(const Mask *mask, int column, int row)
{
    int depth =
        mask->depths[(size_t)row * (size_t)mask->columns + (size_t)column];

    return depth == RIPPLE_DEPTH_LAND ? 0 : RIPPLE_DEPTH_OPEN - depth;
}

static void measure_shallows(const Shore *shore)
{
    const RippleRect *cells = &shore->cells;

    for (int y = cells->y; y < cells->y + cells->height; y++) {
        int16_t *to = shore->shallows + place_of(shore, cells->x, y);

        for (int x = 0; x < cells->width; x++)
            to[x] = (int16_t)get_shallowness(shore->mask, cells->x + x, y);
    }
}

/* Stores `count` values, from pixel (x, y) on, of one that cells have: bilinear
   between those of four cells. */
static void interpolate(const Shore *shore, const int16_t *values, int x, int y,
                        int count, int *to)
{
    const GridMap *map = shore->grid_map;
    int is_coarse = ripple_grid_is_coarse(&map->size);
    int left = shore->cells.x, last = shore->cells.width - 1;
    int row = is_coarse ? map->axis_y.first[y] : y;
    int below = is_coarse ? map->axis_y.share[y] : 0;
    const int16_t *upper = values + place_of(shore, left, row);
    const int16_t *lower = values + place_of(shore, left, row + 1);

    for (int i = 0; i < count; i++) {
        int column = (is_coarse ? map->axis_x.first[x + i] : x + i) - left;
        int right = is_coarse ? map->axis_x.share[x + i] : 0;
        int next = min_int(column + 1, last);

        to[i] = lerp(lerp(upper[column], upper[next], right),
                     lerp(lower[column], lower[next], right), below);
    }
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

/* How much foam lies at a pixel: a line that comes and goes, -1.5 to 6.5 pixels
   from the shore, and a fainter one, 6 to 14 pixels. */
static int find_foam(int x, int y, int distance)
{
    if (distance <= -2 * PIXEL || distance >= 14 * PIXEL)
        return 0;

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

static void lay_row(const Shore *shore, const RipplePixels *picture,
                    const RipplePixels *floor, RippleRect part, int y)
{
    int left = max_int(part.x - RIPPLE_SHADOW_X, 0);
    int *distances = shore->row, *shallows = distances + part.width;
    int *shadows = shallows + part.width;

    interpolate(shore, shore->distances, part.x, y, part.width, distances);
    interpolate(shore, shore->shallows, part.x, y, part.width, shallows);
    interpolate(shore, shore->distances, left, max_int(y - RIPPLE_SHADOW_Y, 0),
                part.x - left + part.width, shadows);
    for (int i = 0; i < part.width; i++) {
        int x = part.x + i;
        uint32_t pixel = ripple_pixels_get(picture, x, y);
        ShorePoint point = {
            .x = x,
            .y = y,
            .distance = distances[i],
            .shadow = shadows[max_int(x - RIPPLE_SHADOW_X, 0) - left],
            .shallowness = shallows[i],
        };

        if (abs(point.distance) < FAR || point.shallowness != 0)
            pixel = ripple_shore_colour(&point, pixel);
        ripple_pixels_set(floor, x, y, pixel);
    }
}

static int allocate(Shore *shore, int pixels)
{
    size_t row = 3 * ((size_t)pixels + RIPPLE_SHADOW_X);
    size_t width = (size_t)shore->area.width;
    size_t count = (size_t)shore->cells.width * (size_t)shore->cells.height;
    size_t area = width * (size_t)shore->area.height;

    shore->row = malloc(row * sizeof(int) +
                        (3 * count + 3 * width) * sizeof(int16_t) + 2 * area);
    if (shore->row == NULL)
        return RIPPLE_ERROR_MEMORY;
    shore->sharp = (int16_t *)(shore->row + row);
    shore->distances = shore->sharp + count;
    shore->shallows = shore->distances + count;
    shore->nearest[0] = shore->shallows + count;
    shore->nearest[1] = shore->nearest[0] + width;
    shore->squares = shore->nearest[1] + width;
    shore->near[0] = (uint8_t *)(shore->squares + width);
    shore->near[1] = shore->near[0] + area;
    return RIPPLE_OK;
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
    return allocate(shore, part.width);
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

    ripple_pixels_copy(picture, floor, part);
    part = ripple_rect_intersect(
        part, ripple_shore_reach(&grid_map->size, ripple_mask_bounds(mask)));
    if (part.width == 0 || part.height == 0)
        return RIPPLE_OK;
    if (init(&shore, part) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    measure_columns(&shore, 0);
    measure_columns(&shore, 1);
    for (int y = 0; y < shore.cells.height; y++)
        measure_row(&shore, shore.cells.y + y);
    smooth(&shore);
    measure_shallows(&shore);
    for (int y = part.y; y < part.y + part.height; y++)
        lay_row(&shore, picture, floor, part, y);
    free(shore.row);
    return RIPPLE_OK;
}
