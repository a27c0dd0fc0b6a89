/* SPDX-License-Identifier: MIT */
#include "screenshot.h"

#include "support.h"

#include <stdlib.h>

/* Fields of the header, each 32 bits, big-endian. */
enum {
    HEADER_SIZE = 0,
    WIDTH = 4,
    HEIGHT = 5,
    BYTE_ORDER = 7,
    BITS_PER_PIXEL = 11,
    BYTES_PER_LINE = 12,
    COLOURS = 19,
    FIELDS = 25,
};

#define COLOUR_BYTES 12

static uint32_t read_field(const unsigned char *header, int field)
{
    const unsigned char *byte = header + 4 * field;

    return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 |
           (uint32_t)byte[2] << 8 | byte[3];
}

static uint32_t read_pixel(const unsigned char *byte)
{
    return 0xff000000u | (uint32_t)byte[2] << 16 | (uint32_t)byte[1] << 8 |
           byte[0];
}

RipplePixels screenshot_take(const char *path, RippleRect place)
{
    size_t size;
    char *dump = support_read(path, &size);
    const unsigned char *header = (const unsigned char *)dump;
    RipplePixels pixels = support_pixels(place.width, place.height);

    ck_assert_ptr_nonnull(dump);
    EXPECT_INT(size, >, 4 * FIELDS);
    EXPECT_INT(read_field(header, BYTE_ORDER), ==, 0);
    EXPECT_INT(read_field(header, BITS_PER_PIXEL), ==, 32);
    EXPECT_INT(place.x + place.width, <=, read_field(header, WIDTH));
    EXPECT_INT(place.y + place.height, <=, read_field(header, HEIGHT));

    size_t pitch = read_field(header, BYTES_PER_LINE);
    size_t start = read_field(header, HEADER_SIZE) +
                   (size_t)COLOUR_BYTES * read_field(header, COLOURS);

    EXPECT_INT(start + pitch * read_field(header, HEIGHT), <=, size);
    for (int y = 0; y < place.height; y++) {
        const unsigned char *row = header + start +
                                   (size_t)(place.y + y) * pitch +
                                   (size_t)place.x * 4;

        for (int x = 0; x < place.width; x++)
            pixels.pixels[(size_t)y * pixels.stride + (size_t)x] =
                read_pixel(row + (size_t)x * 4);
    }
    free(dump);
    return pixels;
}

int screenshot_count_differences(const RipplePixels *a, const RipplePixels *b)
{
    int count = 0;

    EXPECT_INT(a->width, ==, b->width);
    EXPECT_INT(a->height, ==, b->height);
    for (size_t i = 0; i < (size_t)a->width * (size_t)a->height; i++)
        count += a->pixels[i] != b->pixels[i];
    return count;
}
