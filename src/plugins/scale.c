/* SPDX-License-Identifier: MIT */
/*
 * Pixel i of n shows the place (i + 1/2) length / n - 1/2 of the source, in
 * 1/2^16 with a step that is cut off, and mixes the pixels before and after it
 * by weights of 1/2^7; each channel is cut off at the end.
 */
#include "plugins/scale.h"

#include "base/fixed.h"
#include "host/pixel_buffer.h"

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

/* The first size is a multiple of 2^times of the last, unless the source has
   it. */
int scale_picture(RipplePixels *to, const RipplePixels *from, int width,
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
