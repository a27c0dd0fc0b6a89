/* SPDX-License-Identifier: MIT */
#include "plugins/unpacked.h"

#include "base/embed.h"
#include "base/fixed.h"
#include "host/paths.h"
#include "host/pixel_buffer.h"
#include "play/pool_change.h"
#include "plugins/scale.h"

#include <stdio.h>
#include <string.h>

/* The height of a frame in which a picture of land has its own size. */
#define LAND_ROWS 1440

#define INCLUDE(name, file) EMBED(name, RIPPLE_UNPACKED "/" file ".ppm")

INCLUDE(puddle, "puddle");
INCLUDE(harbour, "harbour");
INCLUDE(lens, "lens");
INCLUDE(river, "river");
INCLUDE(river_flow, "river-flow");
INCLUDE(wall, "wall");
INCLUDE(rock, "rock");
INCLUDE(grass, "grass");
INCLUDE(earth, "earth");

static const struct {
    const char *name;
    const unsigned char *start; /* a PPM of 8 bits, made by unpack.c */
} files[] = {
    {"puddle", embedded_puddle_start},
    {"harbour", embedded_harbour_start},
    {"lens", embedded_lens_start},
    {"river", embedded_river_start},
    {"river-flow", embedded_river_flow_start},
    {"wall", embedded_wall_start},
    {"rock", embedded_rock_start},
    {"grass", embedded_grass_start},
    {"earth", embedded_earth_start},
};

static int unpack(RipplePixels *pixels, const char *file)
{
    const unsigned char *bytes;
    int width, height, start;

    if (sscanf(file, "P6\n%d %d\n255%n", &width, &height, &start) != 2 ||
        pixel_buffer_init(pixels, width, height, RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    bytes = (const unsigned char *)file + start + 1;
    for (int y = 0; y < height; y++) {
        uint32_t *row = pixel_buffer_row(pixels, y);

        for (int x = 0; x < width; x++, bytes += 3)
            row[x] = 0xff000000u | (uint32_t)bytes[0] << 16 |
                     (uint32_t)bytes[1] << 8 | bytes[2];
    }
    return 0;
}

static int read_picture(RipplePixels *pixels, const char *name)
{
    const char *builtin = paths_builtin(name);

    for (int i = 0; i < COUNT(files) && builtin != NULL; i++) {
        if (strcmp(files[i].name, builtin) == 0)
            return unpack(pixels, (const char *)files[i].start);
    }
    return -1;
}

static int use_map(Ripple *pool, const char *name, UseMap *use, Error *error)
{
    RipplePixels map;
    int code;

    if (read_picture(&map, name) != 0)
        return error_set(error, name, "is not built in");
    code = use(pool, &map);
    pixel_buffer_clear(&map);
    return pool_change_result(name, code, error);
}

int unpacked_apply(Ripple *pool, const PlaySettings *from,
                   const PlaySettings *to, Error *error)
{
    /* Those of presets are built in. */
    static const MapReader reader = {use_map, NULL, pool_change_give_hills};

    return pool_change(pool, from, to, &reader, error);
}

int unpacked_make_land(RipplePixels *land, const char *name, int height)
{
    RipplePixels picture;
    int result;

    if (read_picture(&picture, name) != 0)
        return -1;
    result = scale_picture(land, &picture,
                           max_int(picture.width * height / LAND_ROWS, 1),
                           max_int(picture.height * height / LAND_ROWS, 1));
    pixel_buffer_clear(&picture);
    return result;
}
