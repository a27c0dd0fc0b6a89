/* SPDX-License-Identifier: MIT */
#include "play/land_floor.h"

#include "os/pixel_buffer.h"

#include <string.h>

static int has_copy(const LandFloor *floor)
{
    return floor->laid.width > 0;
}

int land_floor_init(LandFloor *floor, int width, int height,
                    RippleFormat format)
{
    memset(floor, 0, sizeof *floor);
    return format == RIPPLE_FORMAT_ARGB8888
               ? 0
               : pixel_buffer_init(&floor->laid, width, height, format);
}

void land_floor_clear(LandFloor *floor)
{
    pixel_buffer_clear(&floor->laid);
    memset(floor, 0, sizeof *floor);
}

/* A landscape has shores of its own. */
static int is_bare(const Ripple *pool)
{
    return ripple_settings(pool)->view == RIPPLE_VIEW_PERSPECTIVE;
}

int land_floor_is_stale(const LandFloor *floor, const Ripple *pool)
{
    return floor->has_land && floor->is_bare != is_bare(pool);
}

int land_floor_lay(LandFloor *floor, const Ripple *pool,
                   LandFloorPictures pictures, RippleFormat format,
                   const RippleRect *part)
{
    const RipplePixels *picture = pictures.water;
    int has_land = ripple_mask(pool) != NULL, had_land = floor->has_land;

    floor->has_land = has_land;
    floor->is_bare = is_bare(pool);
    if (!has_land && format == picture->format) {
        pixel_buffer_clear(&floor->laid);
        return 0;
    }
    if (!has_copy(floor) && pixel_buffer_init(&floor->laid, picture->width,
                                              picture->height, format) != 0) {
        floor->has_land = 0;
        return -1;
    }
    if (ripple_lay_land(pool, picture, pictures.land, &floor->laid,
                        has_land == had_land ? part : NULL) == RIPPLE_OK)
        return 0;
    floor->has_land = 0;
    ripple_copy_pixels(picture, &floor->laid);
    return -1;
}

const RipplePixels *land_floor_pixels(const LandFloor *floor,
                                      const RipplePixels *picture)
{
    return has_copy(floor) ? &floor->laid : picture;
}
