/* SPDX-License-Identifier: MIT */
#include "plugins/unpacked.h"

#include "os/embed.h"
#include "lib/util/fixed.h"
#include "os/paths.h"
#include "os/pixel_buffer.h"
#include "play/pool_change.h"

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

/*
 * Pixel i of n shows the place (i + 1/2) length / n - 1/2 of the source, in
 * 1/2^16 with a step that is cut off, and mixes the pixels before and after it
 * by weights of 1/2^7; each channel is cut off at the end.
 */
#define WEIGHT_BITS 7
#define WHOLE       (1 << WEIGHT_BITS)

/* Where a row or a column of the target comes from. */
typedef struct Place {
    int first, second; /* the two of the source */
    unsigned weight;   /* of the second, 0..WHOLE */
} Place;

static Place find_place(int i, int length, int count)
{
    int64_t step = ((int64_t)length << 16) / count;
    int64_t place = ((step << 15) + (1 << 15)) >> 16;
    Place result = {0, 0, 0};

    place += i * step - (1 << 15);
    if (place < 0)
        return result;
    result.first = min_int((int)(place >> 16), length - 1);
    result.second = min_int(result.first + 1, length - 1);
    result.weight = (unsigned)(place >> (16 - WEIGHT_BITS)) & (WHOLE - 1);
    return result;
}

/* The rows, whose sums keep all bits, then the columns. */
static uint32_t mix(const uint32_t *first, const uint32_t *second, Place column,
                    unsigned row)
{
    uint32_t result = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        unsigned left = (first[column.first] >> shift & 0xff) * (WHOLE - row) +
                        (second[column.first] >> shift & 0xff) * row;
        unsigned right =
            (first[column.second] >> shift & 0xff) * (WHOLE - row) +
            (second[column.second] >> shift & 0xff) * row;

        result |= (left * (WHOLE - column.weight) + right * column.weight) >>
                  2 * WEIGHT_BITS << shift;
    }
    return result;
}

static int stretch(RipplePixels *to, const RipplePixels *from, int width,
                   int height)
{
    if (pixel_buffer_init(to, width, height, RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    for (int y = 0; y < height; y++) {
        Place row = find_place(y, from->height, height);
        const uint32_t *first = pixel_buffer_row(from, row.first);
        const uint32_t *second = pixel_buffer_row(from, row.second);
        uint32_t *pixels = pixel_buffer_row(to, y);

        for (int x = 0; x < width; x++)
            pixels[x] = mix(first, second, find_place(x, from->width, width),
                            row.weight);
    }
    return 0;
}

/* Halvings until `from` is at most 2 * `to`. */
static int count_halvings(int from, int to)
{
    int count = 0;

    while ((from + (1 << count) - 1) >> count > 2 * to)
        count++;
    return count;
}

/* Exchanges the picture for one in another size. */
static int change_size(RipplePixels *picture, int width, int height)
{
    RipplePixels result;
    int error = stretch(&result, picture, width, height);

    pixel_buffer_clear(picture);
    if (error == 0)
        *picture = result;
    return error;
}

/* Makes *to, which pixel_buffer_clear frees, the picture in another size, each
   side at least 1. Axes that shrink to less than half are halved first. Both
   sides of the picture are at least 2. Returns 0, or -1 and zeroes *to. */
/* The first size is a multiple of 2^times of the last, unless the source has
   it. */
static int scale_picture(RipplePixels *to, const RipplePixels *from, int width,
                         int height)
{
    int times_x = count_halvings(from->width, width);
    int times_y = count_halvings(from->height, height);
    int half_width = max_int(((from->width - 1) >> times_x) + 1, 2);
    int half_height = ((from->height - 1) >> times_y) + 1;

    if (times_x == 0 && times_y == 0)
        return stretch(to, from, width, height);
    if (half_width << times_x == from->width &&
        half_height << times_y == from->height) {
        times_x -= times_x > 0;
        times_y -= times_y > 0;
    }
    if (stretch(to, from, half_width << times_x, half_height << times_y) != 0)
        return -1;
    while (times_x > 0 || times_y > 0) {
        times_x -= times_x > 0;
        times_y -= times_y > 0;
        if (change_size(to, half_width << times_x, half_height << times_y) != 0)
            return -1;
    }
    return change_size(to, width, height);
}

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
