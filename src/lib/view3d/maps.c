/* SPDX-License-Identifier: MIT */
#include "lib/view3d/maps.h"

#include "lib/util/fixed.h"
#include "lib/util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cells by which a wave rises for each cell that it refracts. */
#define RISE 0.16

/* Light for a curvature that refracts by a cell over two, over open water. */
#define RAYS 0.4f

/* A wave breaks before its height from trough to crest is 0.78 of the depth
   (McCowan, 1894): a crest stands half of that above the calm water. */
#define BREAKING 0.39f

/* What waves rise at most on the shore, in widths of the pool. */
#define LAP 0.0003f

/* Shares of light that waves leave and gather at most. */
#define DIMMEST   0.7f
#define BRIGHTEST 1.5f

/* The brightest light on the floor, which leaves its colours. */
#define LIGHTEST (1.5f * RIPPLE_RELIEF_LEVEL)

/* What the ground falls outside the pool: FALL * out^2, in its widths. */
#define FALL 4.0f

/* Waves fade toward the edges, over this share of the pool's width. */
#define FADE (1.0f / 16)

/* The share of waves left at a column or row. */
static float find_fade(int place, int count, float band)
{
    float share = (float)min_int(place, count - 1 - place) / band;

    share = fminf(share, 1);
    return share * share * (3 - 2 * share);
}

int ripple_maps_init(Maps *maps, const Relief *relief)
{
    int columns = relief->columns, rows = relief->rows;
    size_t cells = ((size_t)columns + 1) * ((size_t)rows + 1);
    size_t bytes = cells * sizeof *maps->places;

    *maps = (Maps){
        .columns = columns,
        .rows = rows,
        .places = ripple_memory_alloc(bytes),
        .fades = malloc((size_t)columns * sizeof *maps->fades),
        .band = fmaxf((float)columns * FADE, 1),
    };
    if (maps->places == NULL || maps->fades == NULL) {
        ripple_maps_clear(maps);
        return RIPPLE_ERROR_MEMORY;
    }
    memset(maps->places, 0, bytes);
    for (int x = 0; x < columns; x++)
        maps->fades[x] = find_fade(x, columns, maps->band);
    maps->terrain = (Terrain){
        .places = maps->places,
        .floor = relief->floor,
        .stride = relief->stride,
        .max_x = (float)(columns - 1),
        .max_y = (float)(rows - 1),
        .unit = (float)columns / (16.0f * RIPPLE_RELIEF_UNITS),
        .fall = FALL / (float)columns,
    };
    maps->lap = LAP * (float)columns / maps->terrain.unit;
    return RIPPLE_OK;
}

void ripple_maps_clear(Maps *maps)
{
    ripple_memory_free(maps->places);
    free(maps->fades);
    memset(maps, 0, sizeof *maps);
}

void ripple_maps_scale(Maps *maps, double refraction)
{
    double rise = refraction * RISE;

    maps->water_scale = (float)(rise / maps->terrain.unit);
    maps->slope_scale = (float)(rise / 2 * (1 << RIPPLE_INCLINE_BITS));
    maps->ray_scale = (float)refraction * RAYS / -RIPPLE_RELIEF_OPEN;
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
                     out * out * terrain->fall,
                 0);
}

int ripple_maps_shine(int light)
{
    return 52 + light * 76 / RIPPLE_RELIEF_LEVEL;
}

static int16_t to_map(float v)
{
    v = v < INT16_MIN ? INT16_MIN : v;
    return (int16_t)(int)(v > INT16_MAX ? INT16_MAX : v);
}

/* Rays gather under crests, by the lens that a curved surface is. */
static int16_t gather_light(int light, float focus)
{
    float limit = focus > 0 ? BRIGHTEST - 1 : 1 - DIMMEST;
    float gathered =
        (float)light * (1 + focus * limit / (limit + fabsf(focus)));

    return (int16_t)fminf(gathered, LIGHTEST);
}

void ripple_maps_survey(Maps *maps, const Relief *relief,
                        const int16_t *heights, size_t stride, int y)
{
    int last_x = maps->columns - 1, last_y = maps->rows - 1;
    const int16_t *rows[5]; /* from two above to two below */
    const uint8_t *light = relief->light + (size_t)y * (size_t)relief->columns;
    Place *places = maps->places + y * maps->terrain.stride;
    Floor *floor = relief->floor + y * relief->stride;
    float fade = find_fade(y, maps->rows, maps->band);

    for (int i = 0; i < 5; i++)
        rows[i] = heights + (size_t)clamp_int(y + i - 2, 0, last_y) * stride;
    for (int x = 0; x <= last_x; x++) {
        int height = rows[2][x];
        int across =
            rows[2][min_int(x + 1, last_x)] - rows[2][max_int(x - 1, 0)];
        int bulge = 4 * height - rows[0][x] - rows[4][x] -
                    rows[2][max_int(x - 2, 0)] -
                    rows[2][min_int(x + 2, last_x)];
        float share = fade * maps->fades[x];
        float depth = (float)-min_int(places[x].ground, 0);
        float rise = (float)height * maps->water_scale;
        float limit = maps->lap + depth * BREAKING;
        float calm = share * limit / (limit + fabsf(rise));
        float slope = maps->slope_scale * calm;
        float ray = share * maps->ray_scale * fminf(depth, -RIPPLE_RELIEF_OPEN);

        places[x].water = (int16_t)(rise * calm);
        places[x].slope_x = to_map((float)across * slope);
        places[x].slope_y = to_map((float)(rows[3][x] - rows[1][x]) * slope);
        floor[x].light =
            gather_light(ripple_maps_shine(light[x]), (float)bulge * ray);
    }
    close_row(maps, relief, y);
}
