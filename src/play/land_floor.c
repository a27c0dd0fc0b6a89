/* SPDX-License-Identifier: MIT */
#include "play/land_floor.h"

#include "host/pixel_buffer.h"

#include <string.h>

static int has_pixels(const Floor *floor)
{
    return floor->laid.width > 0;
}

int floor_init(Floor *floor, int width, int height, RippleFormat format)
{
    memset(floor, 0, sizeof *floor);
    return format == RIPPLE_FORMAT_ARGB8888
               ? 0
               : pixels_init(&floor->laid, width, height, format);
}

void floor_clear(Floor *floor)
{
    pixels_clear(&floor->laid);
    memset(floor, 0, sizeof *floor);
}

int floor_lay(Floor *floor, const Ripple *pool, const RipplePixels *picture,
              RippleFormat format, const RippleRect *part)
{
    int has_land = ripple_mask(pool) != NULL, had_land = floor->has_land;

    floor->has_land = has_land;
    if (!has_land && format == picture->format) {
        pixels_clear(&floor->laid);
        return 0;
    }
    if (!has_pixels(floor) && pixels_init(&floor->laid, picture->width,
                                          picture->height, format) != 0) {
        floor->has_land = 0;
        return -1;
    }
    ripple_lay_floor(pool, picture, &floor->laid,
                     has_land == had_land ? part : NULL);
    return 0;
}

const RipplePixels *floor_pixels(const Floor *floor,
                                 const RipplePixels *picture)
{
    return has_pixels(floor) ? &floor->laid : picture;
}
