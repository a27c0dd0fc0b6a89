/* SPDX-License-Identifier: MIT */
#include "lib/view3d/land_map.h"

#include "ripple.h"
#include "lib/util/fixed.h"

#include <math.h>

#define OPEN_DEPTH 16384 /* depth of the floor of open water */

/*
 * The source values that make one cell along an axis. Enlarged: four values
 * from `first` on, by the Catmull-Rom spline, which passes through the values.
 * Reduced: the mean of `count` values.
 */
typedef struct Taps {
    int first, count;
    double weights[4];
    double even; /* weight of each value; 0 if enlarged */
} Taps;

static Taps find_taps(int cell, int to, int from)
{
    int64_t middle = ((2 * (int64_t)cell + 1) * from - to) * 2048 / to;
    Taps taps = {.count = 4};
    double t;

    if (from > to) {
        taps.first = (int)((int64_t)cell * from / to);
        taps.count = (int)(((int64_t)cell + 1) * from / to) - taps.first;
        taps.even = 1.0 / taps.count;
        return taps;
    }
    taps.first = (int)divide_floor(middle, 4096) - 1;
    t = (double)(middle - 4096 * ((int64_t)taps.first + 1)) / 4096;
    taps.weights[0] = t * (t * (2 - t) - 1) / 2;
    taps.weights[1] = (t * t * (3 * t - 5) + 2) / 2;
    taps.weights[2] = t * (t * (4 - 3 * t) + 1) / 2;
    taps.weights[3] = t * t * (t - 1) / 2;
    return taps;
}

static double find_weight(const Taps *taps, int i)
{
    return taps->even > 0 ? taps->even : taps->weights[i];
}

/* One cell of the map; the source repeats its edge values beyond its edges. */
static double sample(const LandSource *source, const Taps *columns,
                     const Taps *rows)
{
    double sum = 0;

    for (int y = 0; y < rows->count; y++) {
        int row = clamp_int(rows->first + y, 0, source->height - 1);
        const uint16_t *heights =
            source->heights + (size_t)row * source->stride;
        double across = 0;

        for (int x = 0; x < columns->count; x++) {
            int column = clamp_int(columns->first + x, 0, source->width - 1);

            across += find_weight(columns, x) * heights[column];
        }
        sum += find_weight(rows, y) * across;
    }
    return sum;
}

void ripple_land_map_scale(uint16_t *map, int columns, int rows,
                           const LandSource *source)
{
    for (int y = 0; y < rows; y++) {
        Taps row = find_taps(y, rows, source->height);

        for (int x = 0; x < columns; x++) {
            Taps column = find_taps(x, columns, source->width);
            double height = sample(source, &column, &row);

            *map++ = (uint16_t)clamp_int((int)lround(height), 0, UINT16_MAX);
        }
    }
}

/* Rises smoothly from 0 at an edge to 1 at `margin` cells from it. */
static double find_edge_share(int place, int count, int margin)
{
    double t;

    place = min_int(place, count - 1 - place);
    if (place >= margin)
        return 1;
    t = (double)place / margin;
    return t * t * (3 - 2 * t);
}

void ripple_land_map_sink(uint16_t *map, int columns, int rows)
{
    int margin = max_int(columns / 16, 1);

    for (int y = 0; y < rows; y++) {
        double share = find_edge_share(y, rows, margin);

        for (int x = 0; x < columns; x++, map++) {
            double floor = RIPPLE_SEA_LEVEL - OPEN_DEPTH;
            double kept = share * find_edge_share(x, columns, margin);

            *map = (uint16_t)lround(floor + (*map - floor) * kept);
        }
    }
}

void ripple_land_map_depths(uint8_t *depths, const uint16_t *map, int columns,
                            int rows)
{
    size_t cells = (size_t)columns * (size_t)rows;

    for (size_t i = 0; i < cells; i++) {
        int depth = RIPPLE_SEA_LEVEL - map[i];

        depths[i] = (uint8_t)(depth < 0 ? RIPPLE_DEPTH_LAND
                                        : clamp_int(depth * 255 / OPEN_DEPTH, 1,
                                                    RIPPLE_DEPTH_OPEN));
    }
}
