/* SPDX-License-Identifier: MIT */
/*
 * From level water a mirrored ray rises away from the eye. Those that rise
 * less than the steepest line from there to land behind it meet that land. A
 * column is walked from afar to the eye, with the upper hull of the land so
 * far: the line from a place that touches the hull is the steepest, and passes
 * through the first corner that is left when the place itself is added.
 *
 *                         b              The hull of a, b and c. From p the
 *                     _-`   `-_          line to c is flatter than that to b:
 *         p      c_-`          `-a       c goes, b is seen from p.
 *     ----+------+`---------------`----
 */
#include "landscape/reflection.h"

#include "base/fixed.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define MAX_CORNERS 256

/* The level of the picture that gives land its colour. */
#define COLOUR_LEVEL 3

typedef struct Corner {
    float z, height; /* away from the eye, forward, and above the sea */
} Corner;

typedef struct Hull {
    Corner corners[MAX_CORNERS]; /* the nearest last */
    int count;
} Hull;

int ripple_reflection_init(Reflection *reflection, int width, int height)
{
    int columns = (width - 1) / RIPPLE_CAST_GROUP + 2;
    int rows = (height - 1) / RIPPLE_MIRROR_ROWS + 2;
    size_t bytes = (size_t)columns * (size_t)rows * sizeof(Mirrored);

    memset(reflection, 0, sizeof *reflection);
    reflection->points = ripple_memory_alloc(bytes);
    if (reflection->points == NULL)
        return RIPPLE_ERROR_MEMORY;
    reflection->columns = columns;
    reflection->rows = rows;
    return RIPPLE_OK;
}

void ripple_reflection_clear(Reflection *reflection)
{
    ripple_memory_free(reflection->points);
    memset(reflection, 0, sizeof *reflection);
}

/* Drops the corners that the line from `from` to the one behind them hides. */
static void look_from(Hull *hull, Corner from)
{
    while (hull->count > 1) {
        Corner near = hull->corners[hull->count - 1];
        Corner far = hull->corners[hull->count - 2];

        if ((near.height - from.height) * (far.z - from.z) >
            (far.height - from.height) * (near.z - from.z))
            return;
        hull->count--;
    }
}

/* A column or row of a level, by its place. */
static int find_texel(float place, float per_cell, int last)
{
    return (int)fminf(fmaxf((place + 0.5f) * per_cell, 0), (float)last);
}

/* The land at (x, y), in the sun. */
static Colour colour_land(const ReflectionArgs *args, float x, float y)
{
    const Texture *texture = args->texture;
    const TextureLevel *level = &texture->levels[COLOUR_LEVEL];
    const Relief *relief = args->relief;
    const float scale = 1.0f / (1 << COLOUR_LEVEL);
    int column = find_texel(x, texture->per_cell_x * scale, level->last_x);
    int row = find_texel(y, texture->per_cell_y * scale, level->last_y);
    uint32_t texel =
        texture->coarse[level->first + row * level->stride + column];
    size_t cell =
        (size_t)find_texel(y, 1, relief->rows - 1) * (size_t)relief->columns +
        (size_t)find_texel(x, 1, relief->columns - 1);
    float light = (float)ripple_maps_shine(relief->light[cell]) *
                  (1.0f / RIPPLE_RELIEF_LEVEL);

    return (Colour){(float)(texel >> 16 & 255) * light,
                    (float)(texel >> 8 & 255) * light,
                    (float)(texel & 255) * light};
}

/* What is seen from a place that look_from has looked from; where that is no
   land the colour of `behind` stays, for points between. */
static Mirrored find_mirrored(const ReflectionArgs *args, const Hull *hull,
                              Corner from, Vector ahead, const Mirrored *behind)
{
    Mirrored found = {behind->colour, 0};
    Corner to;
    float rise, run;

    if (hull->count == 0)
        return found;
    to = hull->corners[hull->count - 1];
    rise = to.height - from.height;
    if (!(rise > 0))
        return found;
    run = (to.z - from.z) * sqrtf(ahead.x * ahead.x + ahead.y * ahead.y);
    found.top = rise / sqrtf(rise * rise + run * run);
    found.colour = colour_land(args, args->eye.place.x + ahead.x * to.z,
                               args->eye.place.y + ahead.y * to.z);
    return found;
}

void ripple_reflection_cast(const Reflection *reflection,
                            const ReflectionArgs *args, int column)
{
    const Eye *eye = &args->eye;
    float side = ((float)(column * RIPPLE_CAST_GROUP) + 0.5f - eye->middle) *
                 eye->inverse_focal;
    Vector ahead = {eye->forward_x + eye->right_x * side,
                    eye->forward_y + eye->right_y * side, 0};
    int step = args->count / MAX_CORNERS + 1, row = 0;
    Mirrored found = {args->sky, 0};
    Hull hull = {.count = 0};

    for (int i = args->count - 1; i >= 0; i -= step) {
        float z = args->distances[i];
        Corner here = {z,
                       ripple_maps_level(args->maps, eye->place.x + ahead.x * z,
                                         eye->place.y + ahead.y * z)};

        look_from(&hull, here);
        /* The rows in which level water is further away. */
        for (; row < reflection->rows &&
               ((float)(row * RIPPLE_MIRROR_ROWS) + 0.5f - eye->horizon) * z <=
                   eye->place.up * eye->focal;
             row++) {
            found = find_mirrored(args, &hull, here, ahead, &found);
            reflection->points[row * reflection->columns + column] = found;
        }
        hull.corners[hull.count++] = here;
    }
    for (; row < reflection->rows; row++)
        reflection->points[row * reflection->columns + column] =
            (Mirrored){found.colour, 0};
}
