/* SPDX-License-Identifier: MIT */
#include "lib/water/flow_map.h"

#include "ripple.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Also refuses NaN. */
static int is_flow(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!((double)values[i] >= -RIPPLE_MAX_CURRENT &&
              (double)values[i] <= RIPPLE_MAX_CURRENT))
            return 0;
    }
    return 1;
}

int ripple_flow_map_init(FlowMap *map, const float *x, const float *y,
                         int width, int height)
{
    size_t count = (size_t)width * (size_t)height;

    memset(map, 0, sizeof *map);
    if (!is_flow(x, count) || !is_flow(y, count))
        return RIPPLE_ERROR_SETTING;
    map->x = malloc(count * sizeof *map->x);
    map->y = malloc(count * sizeof *map->y);
    if (map->x == NULL || map->y == NULL) {
        ripple_flow_map_clear(map);
        return RIPPLE_ERROR_MEMORY;
    }
    memcpy(map->x, x, count * sizeof *x);
    memcpy(map->y, y, count * sizeof *y);
    map->width = width;
    map->height = height;
    return RIPPLE_OK;
}

void ripple_flow_map_clear(FlowMap *map)
{
    free(map->x);
    free(map->y);
    memset(map, 0, sizeof *map);
}

int ripple_flow_map_is_still(const FlowMap *map)
{
    size_t count = (size_t)map->width * (size_t)map->height;

    for (size_t i = 0; i < count; i++) {
        if (map->x[i] != 0 || map->y[i] != 0)
            return 0;
    }
    return 1;
}

/* Where a point lies between two values of one axis of a map. */
typedef struct MapPlace {
    int first, next;
    double share; /* of next */
} MapPlace;

/* The place of a point, 0..1 over the whole axis. */
static MapPlace find_place(double point, int count)
{
    double value = fmin(fmax(point * count - 0.5, 0), count - 1);
    int first = (int)value;

    return (MapPlace){first, first < count - 1 ? first + 1 : first,
                      value - first};
}

/* Bilinear: `count` values in a row of the map. */
static void sample_row(double *to, const float *values, const FlowMap *map,
                       const MapPlace *columns, int count, double point)
{
    MapPlace row = find_place(point, map->height);
    const float *above = values + (size_t)row.first * (size_t)map->width;
    const float *below = values + (size_t)row.next * (size_t)map->width;

    for (int i = 0; i < count; i++) {
        int left = columns[i].first, right = columns[i].next;
        double share = columns[i].share;

        to[i] =
            ((double)above[left] * (1 - share) + (double)above[right] * share) *
                (1 - row.share) +
            ((double)below[left] * (1 - share) + (double)below[right] * share) *
                row.share;
    }
}

void ripple_flow_map_sample(const FlowMap *map, FlowGrid *grid)
{
    int columns = grid->columns, rows = grid->rows;
    MapPlace faces[RIPPLE_FLOW_SIDE + 1], cells[RIPPLE_FLOW_SIDE];

    assert(columns <= RIPPLE_FLOW_SIDE);
    for (int x = 0; x <= columns; x++)
        faces[x] = find_place((double)x / columns, map->width);
    for (int x = 0; x < columns; x++)
        cells[x] = find_place((x + 0.5) / columns, map->width);
    for (int y = 0; y < rows; y++)
        sample_row(grid->x + y * (columns + 1), map->x, map, faces, columns + 1,
                   (y + 0.5) / rows);
    for (int y = 0; y <= rows; y++)
        sample_row(grid->y + y * columns, map->y, map, cells, columns,
                   (double)y / rows);
}
