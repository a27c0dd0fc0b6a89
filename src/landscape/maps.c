/* SPDX-License-Identifier: MIT */
#include "landscape/maps.h"

#include "base/fixed.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* Cells by which a wave rises for each cell that it refracts. */
#define RISE 0.16

/* Light for a curvature that refracts by a cell. */
#define RAYS 1.1f

int ripple_maps_init(Maps *maps, const Relief *relief)
{
    int columns = relief->columns, rows = relief->rows;
    size_t cells = ((size_t)columns + 1) * ((size_t)rows + 1);
    size_t bytes = cells * sizeof *maps->places;
    Place *places = ripple_memory_alloc(bytes);

    memset(maps, 0, sizeof *maps);
    if (places == NULL)
        return RIPPLE_ERROR_MEMORY;
    memset(places, 0, bytes);
    *maps = (Maps){
        .columns = columns,
        .rows = rows,
        .places = places,
    };
    maps->terrain = (Terrain){
        .places = maps->places,
        .floor = relief->floor,
        .stride = relief->stride,
        .max_x = (float)(columns - 1),
        .max_y = (float)(rows - 1),
        .unit = (float)columns / (16.0f * RIPPLE_RELIEF_UNITS),
    };
    return RIPPLE_OK;
}

void ripple_maps_clear(Maps *maps)
{
    ripple_memory_free(maps->places);
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
static void close_row(const Maps *maps, const Relief *relief, int y)
{
    size_t width = (size_t)maps->columns + 1;
    Place *places = maps->places + (size_t)y * width;
    Floor *floor = relief->floor + (size_t)y * width;

    places[maps->columns] = places[maps->columns - 1];
    floor[maps->columns] = floor[maps->columns - 1];
    if (y == maps->rows - 1) {
        memcpy(places + width, places, width * sizeof *places);
        memcpy(floor + width, floor, width * sizeof *floor);
    }
}

void ripple_maps_set_ground(Maps *maps, const Relief *relief)
{
    for (int y = 0; y < maps->rows; y++) {
        const Floor *floor = relief->floor + y * relief->stride;
        Place *places = maps->places + y * maps->terrain.stride;

        for (int x = 0; x < maps->columns; x++)
            places[x].ground = floor[x].ground;
        close_row(maps, relief, y);
    }
}

float ripple_maps_highest(const Maps *maps)
{
    int highest = 0;
    size_t cells = ((size_t)maps->columns + 1) * ((size_t)maps->rows + 1);

    for (size_t i = 0; i < cells; i++)
        highest = max_int(highest, maps->places[i].ground);
    return (float)highest * maps->terrain.unit;
}

float ripple_maps_level(const Maps *maps, float x, float y)
{
    const Terrain *terrain = &maps->terrain;
    float in_x = fminf(fmaxf(x, 0), terrain->max_x);
    float in_y = fminf(fmaxf(y, 0), terrain->max_y);
    float out = fabsf(x - in_x) + fabsf(y - in_y);
    int column = (int)in_x, row = (int)in_y;
    const Place *above = terrain->places + row * terrain->stride + column;
    const Place *below = above + terrain->stride;
    float share_x = in_x - (float)column, share_y = in_y - (float)row;
    float upper =
        above[0].ground + (float)(above[1].ground - above[0].ground) * share_x;
    float lower =
        below[0].ground + (float)(below[1].ground - below[0].ground) * share_x;

    return fmaxf((upper + (lower - upper) * share_y) * terrain->unit -
                     out * RIPPLE_GROUND_FALL,
                 0);
}

int ripple_maps_shine(int light)
{
    return 36 + light * 92 / RIPPLE_RELIEF_LEVEL;
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
    const uint8_t *light = relief->light + (size_t)y * (size_t)relief->columns;
    Place *places = maps->places + y * maps->terrain.stride;
    Floor *floor = relief->floor + y * relief->stride;

    for (int x = 0; x < maps->columns; x++) {
        int left = row[max_int(x - 1, 0)];
        int right = row[min_int(x + 1, maps->columns - 1)];

        places[x].water = to_map((float)row[x] * maps->water_scale);
        places[x].slope_x = to_map((float)(right - left) * maps->slope_scale);
        places[x].slope_y =
            to_map((float)(below[x] - above[x]) * maps->slope_scale);
        floor[x].light =
            gather_light(maps, ripple_maps_shine(light[x]),
                         left + right + above[x] + below[x] - 4 * row[x]);
    }
    close_row(maps, relief, y);
}
