/* SPDX-License-Identifier: MIT */
#include "render/shore.h"

#include "base/fixed.h"
#include "base/rect.h"
#include "render/pixel_formats.h"
#include "render/shore_colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIXEL RIPPLE_SHORE_PIXEL
#define FAR   (RIPPLE_SHORE_REACH * PIXEL)

#define MAX_CELLS 60 /* farther cells count as so far away */

/* Distances of some cells, and of a larger area what they are made of. */
typedef struct Shore {
    const Mask *mask;
    const GridMap *grid_map;
    ShoreScale scale;
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

static uint32_t find_pixel(const ShoreScale *scale, const ShorePoint *point,
                           const ShorePictures *pictures)
{
    const RipplePixels *land = pictures->land;
    uint32_t picture = ripple_pixels_get(pictures->water, point->x, point->y);
    uint32_t dry = picture;

    if (point->distance >= FAR && point->shallowness == 0)
        return picture;
    if (land != NULL && point->distance <= PIXEL)
        dry = ripple_pixels_get(land, point->x % land->width,
                                point->y % land->height);
    return point->distance <= -FAR
               ? dry
               : ripple_shore_colour(scale, point, picture, dry);
}

static void lay_row(const Shore *shore, const ShorePictures *pictures,
                    const RipplePixels *floor, RippleRect part, int y)
{
    const ShoreScale *scale = &shore->scale;
    int left = max_int(part.x - scale->shadow_x, 0);
    int *distances = shore->row, *shallows = distances + part.width;
    int *shadows = shallows + part.width;

    interpolate(shore, shore->distances, part.x, y, part.width, distances);
    interpolate(shore, shore->shallows, part.x, y, part.width, shallows);
    interpolate(shore, shore->distances, left, max_int(y - scale->shadow_y, 0),
                part.x - left + part.width, shadows);
    for (int i = 0; i < part.width; i++) {
        int x = part.x + i;
        ShorePoint point = {
            .x = x,
            .y = y,
            .distance = distances[i],
            .shadow = shadows[max_int(x - scale->shadow_x, 0) - left],
            .shallowness = shallows[i],
        };

        ripple_pixels_set(floor, x, y, find_pixel(scale, &point, pictures));
    }
}

static int allocate(Shore *shore, int pixels)
{
    size_t row = 3 * (size_t)(pixels + shore->scale.shadow_x);
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
    const ShoreScale *scale = &shore->scale;
    RippleRect pixels = {part.x - scale->shadow_x, part.y - scale->shadow_y,
                         part.width + scale->shadow_x,
                         part.height + scale->shadow_y};
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
                           const ShorePictures *pictures,
                           const RipplePixels *floor, RippleRect part)
{
    Shore shore = {.mask = mask,
                   .grid_map = grid_map,
                   .scale = ripple_shore_scale(grid_map->size.height)};

    ripple_pixels_copy(pictures->water, floor, part);
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
        lay_row(&shore, pictures, floor, part, y);
    free(shore.row);
    return RIPPLE_OK;
}
