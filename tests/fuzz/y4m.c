/* SPDX-License-Identifier: MIT */
/* Reads the first line of Y4M and converts a picture of the bytes behind it:
   any line gives a head that holds together, or an error with a reason. */
#include "media/load.h"
#include "media/y4m.h"
#include "fuzz.h"
#include "os/pixel_buffer.h"

#include <string.h>

#define MAX_BYTES ((size_t)1 << 20) /* of a picture that is converted */

static void convert(const Y4m *y4m, const uint8_t *data, size_t size)
{
    uint8_t *planes = malloc(y4m->bytes);
    RipplePixels pixels;

    RANDOM_EXPECT(planes != NULL &&
                  pixel_buffer_init(&pixels, y4m->width, y4m->height,
                                    RIPPLE_FORMAT_ARGB8888) == 0);
    for (size_t i = 0; i < y4m->bytes; i++)
        planes[i] = size > 0 ? data[i % size] : (uint8_t)i;
    y4m_convert(y4m, planes, &pixels);
    for (int y = 0; y < pixels.height; y++) {
        for (int x = 0; x < pixels.width; x++)
            RANDOM_EXPECT(pixel_buffer_row(&pixels, y)[x] >> 24 == 0xFF);
    }
    pixel_buffer_clear(&pixels);
    free(planes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *end = strchr(text, '\n');
    size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
    Error error = {.code = 0};
    Y4m y4m;

    text[length] = '\0';
    if (y4m_parse(&y4m, text, "fuzz", &error) != 0) {
        RANDOM_EXPECT(strlen(error.text) > 0);
    } else {
        RANDOM_EXPECT(y4m.width > 0 && y4m.width <= LOAD_MAX_SIDE);
        RANDOM_EXPECT(y4m.height > 0 && y4m.height <= LOAD_MAX_SIDE);
        RANDOM_EXPECT(y4m.square_width > 0 &&
                      y4m.square_width <= LOAD_MAX_SIDE);
        RANDOM_EXPECT(y4m.rate.frames > 0 && y4m.rate.seconds > 0);
        if (y4m.bytes <= MAX_BYTES)
            convert(&y4m, data + length, size - length);
    }
    free(text);
    return 0;
}
