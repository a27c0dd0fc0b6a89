/* SPDX-License-Identifier: MIT */
#include "landscape/maps.h"

#include "base/fixed.h"
#include "base/memory.h"

#include <string.h>

#define PLANES 5

/* Cells by which a wave rises for each cell that it refracts. */
#define RISE 0.16

/* Light for a curvature that refracts by a cell. */
#define RAYS 1.1f

int ripple_maps_init(Maps *maps, int columns, int rows)
{
    size_t stride = (size_t)columns + 1;
    size_t cells = stride * ((size_t)rows + 1);
    int16_t *plane = ripple_memory_alloc(PLANES * cells * sizeof *plane);

    memset(maps, 0, sizeof *maps);
    if (plane == NULL)
        return RIPPLE_ERROR_MEMORY;
    memset(plane, 0, PLANES * cells * sizeof *plane);
    *maps = (Maps){
        .columns = columns,
        .rows = rows,
        .ground = plane,
        .water = plane + cells,
        .slope_x = plane + 2 * cells,
        .slope_y = plane + 3 * cells,
        .light = plane + 4 * cells,
        .memory = plane,
    };
    maps->terrain = (Terrain){
        .ground = maps->ground,
        .water = maps->water,
        .slope_x = maps->slope_x,
        .slope_y = maps->slope_y,
        .light = maps->light,
        .stride = (ptrdiff_t)stride,
        .max_x = (float)(columns - 1),
        .max_y = (float)(rows - 1),
        .unit = (float)columns / (16.0f * RIPPLE_RELIEF_UNITS),
    };
    return RIPPLE_OK;
}

void ripple_maps_clear(Maps *maps)
{
    ripple_memory_free(maps->memory);
    memset(maps, 0, sizeof *maps);
}

void ripple_maps_scale(Maps *maps, double refraction)
{
    double rise = refraction * RISE;

    maps->water_scale = (float)(rise / maps->terrain.unit);
    maps->slope_scale = (float)(rise / 2 * (1 << RIPPLE_INCLINE_BITS));
    maps->ray_scale = (float)refraction * RAYS;
}

/* Fills the column after the last cell, and below the last row a copy of it. */
static void close_row(const Maps *maps, int16_t *plane, int y)
{
    size_t width = (size_t)maps->columns + 1;
    int16_t *row = plane + (size_t)y * width;

    row[maps->columns] = row[maps->columns - 1];
    if (y == maps->rows - 1)
        memcpy(row + width, row, width * sizeof *row);
}

void ripple_maps_set_ground(Maps *maps, const Relief *relief)
{
    for (int y = 0; y < maps->rows; y++) {
        memcpy(maps->ground + y * maps->terrain.stride,
               relief->ground + (size_t)y * relief->stride,
               (size_t)maps->columns * sizeof *maps->ground);
        close_row(maps, maps->ground, y);
    }
}

float ripple_maps_highest(const Maps *maps)
{
    int highest = 0;
    size_t cells = ((size_t)maps->columns + 1) * ((size_t)maps->rows + 1);

    for (size_t i = 0; i < cells; i++)
        highest = max_int(highest, maps->ground[i]);
    return (float)highest * maps->terrain.unit;
}

static int16_t to_map(float v)
{
    v = v < INT16_MIN ? INT16_MIN : v;
    return (int16_t)(int)(v > INT16_MAX ? INT16_MAX : v);
}

/* Rays gather under crests, by the lens that a curved surface is. */
static int16_t gather_light(const Maps *maps, int light, int curvature)
{
    float gathered = 1 - (float)curvature * maps->ray_scale;

    gathered = gathered < 0.6f ? 0.6f : gathered > 2.4f ? 2.4f : gathered;
    return (int16_t)((float)light * gathered);
}

void ripple_maps_survey(Maps *maps, const Relief *relief,
                        const int16_t *heights, size_t stride, int y)
{
    const int16_t *row = heights + (size_t)y * stride;
    const int16_t *above = row - (y > 0 ? stride : 0);
    const int16_t *below = row + (y < maps->rows - 1 ? stride : 0);
    const uint8_t *light = relief->light + (size_t)y * relief->stride;
    ptrdiff_t first = y * maps->terrain.stride;

    for (int x = 0; x < maps->columns; x++) {
        int left = row[max_int(x - 1, 0)];
        int right = row[min_int(x + 1, maps->columns - 1)];
        ptrdiff_t i = first + x;

        maps->water[i] = to_map((float)row[x] * maps->water_scale);
        maps->slope_x[i] = to_map((float)(right - left) * maps->slope_scale);
        maps->slope_y[i] =
            to_map((float)(below[x] - above[x]) * maps->slope_scale);
        maps->light[i] =
            gather_light(maps, 36 + light[x] * 92 / RIPPLE_RELIEF_LEVEL,
                         left + right + above[x] + below[x] - 4 * row[x]);
    }
    close_row(maps, maps->water, y);
    close_row(maps, maps->slope_x, y);
    close_row(maps, maps->slope_y, y);
    close_row(maps, maps->light, y);
}
