/* SPDX-License-Identifier: MIT */
#include "lib/look/shore_colour.h"

#include "lib/util/fixed.h"

#include <stdlib.h>

#define PIXEL RIPPLE_SHORE_PIXEL
#define FAR   RIPPLE_SHORE_FAR

/* Chosen by eye. Widths are in 1/16 point, shares in 1/256. */
#define DAMP          (8 * PIXEL)
#define DAMP_SHARE    84
#define DAMP_COLOUR   0x2c241cu
#define RIM           (9 * PIXEL)
#define RIM_LIGHT     240
#define RIM_LOSS      176
#define SHADOW        (13 * PIXEL)
#define SHADOW_LOSS   150
#define SHADOW_X      5
#define SHADOW_Y      9
#define TINT          (44 * PIXEL) /* in points, but at most so many pixels */
#define TINT_SHARE    150
#define SHALLOW_SHARE 44
#define FOAM_SHARE    200
#define FOAM          (16 * PIXEL)
#define TINT_COLOUR   0x7cb4b0u
#define LIGHT_COLOUR  0xeef8e8u
#define FOAM_COLOUR   0xf4f8f6u

/* 0 at `from` and below, 256 at `to` and above, smooth at both ends. */
static int ramp(int value, int from, int to)
{
    int share = (clamp_int(value, from, to) - from) * 256 / (to - from);

    return share * share * (768 - 2 * share) >> 16;
}

/* Random numbers of 0..255 at points `scale` pixels apart, smooth between
   them. Inline, since a division by a constant is quick. */
static inline int noise(int x, int y, int scale)
{
    int values[2][2];

    for (int i = 0; i < 4; i++) {
        uint32_t hash = (uint32_t)(x / scale + i % 2) * 0x9e3779b1u ^
                        (uint32_t)(y / scale + i / 2) * 0x85ebca77u;

        hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
        values[i / 2][i % 2] = (int)((hash ^ hash >> 13) >> 8 & 255);
    }
    for (int i = 0; i < 2; i++)
        values[i][0] +=
            (values[i][1] - values[i][0]) * ramp(x % scale, 0, scale) / 256;
    return values[0][0] +
           (values[1][0] - values[0][0]) * ramp(y % scale, 0, scale) / 256;
}

/* How much foam lies at a point: a line that comes and goes, -3 to 7 points
   from the shore, and a fainter one, 4 to 16 points. */
static int find_foam(int x, int y, int distance)
{
    if (distance <= -3 * PIXEL || distance >= FOAM)
        return 0;

    int wave = noise(x, y, 47);
    int first = abs(distance - PIXEL / 2 - wave * PIXEL * 3 / 256);
    int second = abs(distance - 6 * PIXEL - wave * PIXEL * 8 / 256);

    if (first >= 3 * PIXEL && second >= 2 * PIXEL)
        return 0;

    int grain = noise(x + 53, y + 19, 5);
    int spot = (noise(x + 977, y + 331, 61) + noise(x + 311, y + 77, 23)) / 2;
    int near = 256 - ramp(first, 0, PIXEL + spot * PIXEL * 2 / 256);
    int far = 256 - ramp(second, 0, PIXEL + grain * PIXEL / 256);

    near = near * ramp(spot + grain / 4, 120, 230) / 256;
    far = far * ramp(256 - spot + grain / 2, 200, 330) / 512;
    return max_int(near, far) * FOAM_SHARE / 256;
}

/* A colour with the alpha of a pixel. */
static uint32_t dye(uint32_t pixel, uint32_t colour)
{
    return (pixel & 0xff000000u) | (colour & 0x00ffffffu);
}

/* share / 2^8 of the way from a pixel to a colour, 0..2^8. */
static uint32_t mix(uint32_t pixel, uint32_t colour, int share)
{
    return mix_pixels(pixel, dye(pixel, colour), (uint32_t)share);
}

/* The same to what the pixel is under glass of a colour. x / 255 rounded down
   is (x + 1 + x / 256) / 256, which does for two channels at once. */
static uint32_t stain(uint32_t pixel, uint32_t colour, int share)
{
    const uint32_t even = 0x00ff00ffu;
    uint32_t low = (pixel >> 16 & 255) * (colour >> 16 & 255) << 16 |
                   (pixel & 255) * (colour & 255);
    uint32_t high = (pixel >> 8 & 255) * (colour >> 8 & 255);

    low = (low + 0x00010001u + (low >> 8 & even)) >> 8 & even;
    high = (high + 1 + (high >> 8)) & ~255u;
    return mix(pixel, low | high, share);
}

/* A pixel in twice the light. */
static uint32_t brighten(uint32_t pixel)
{
    uint32_t bright = 0;

    for (int shift = 0; shift < 24; shift += 8)
        bright |= (uint32_t)min_int(2 * (int)(pixel >> shift & 255), 255)
                  << shift;
    return bright;
}

/* A length in pixels, in points. */
static int to_points(const ShoreScale *scale, int pixels)
{
    return pixels * scale->points >> 8;
}

static uint32_t find_water(const ShoreScale *scale, int distance, int shadow,
                           int shallowness, uint32_t pixel)
{
    int tint = scale->tint[clamp_int(distance, 0, FAR)];
    int dark = scale->dark[clamp_int(shadow, 0, FAR)];

    if (shallowness > 0)
        pixel = mix(pixel, LIGHT_COLOUR, shallowness * SHALLOW_SHARE / 256);
    if (tint > 0)
        pixel = stain(pixel, TINT_COLOUR, tint);
    return dark > 0 ? mix(pixel, 0, dark) : pixel;
}

/* Land is damp beside water. Its rim faces the sun where the point that shades
   it is nearer to the water, and turns away where that is farther inland. */
static uint32_t find_land(const ShoreScale *scale, const ShorePoint *point,
                          uint32_t pixel)
{
    int distance = to_points(scale, point->distance);
    int rise = to_points(scale, point->shadow) - distance;
    int facing = clamp_int(rise, -RIM, RIM) * ramp(distance, -RIM, 0) / 256;

    pixel =
        mix(pixel, DAMP_COLOUR, ramp(distance, -DAMP, 0) * DAMP_SHARE / 256);
    return facing > 0 ? mix(pixel, brighten(pixel), facing * RIM_LIGHT / RIM)
                      : mix(pixel, 0, -facing * RIM_LOSS / RIM);
}

ShoreScale ripple_shore_scale(int height, int is_bare)
{
    int rows = clamp_int(height, 480, 2160), points = 256 * 1080 / rows;
    ShoreScale scale = {.is_bare = is_bare,
                        .points = points,
                        .shadow_x = SHADOW_X * rows / 1080,
                        .shadow_y = SHADOW_Y * rows / 1080,
                        .water = FOAM * 256 / points + 1,
                        .dry = -max_int(RIM, DAMP) * 256 / points - 1};

    for (int i = 0; i <= FAR; i++) {
        int length = to_points(&scale, i);
        int tint = 256 - ramp(max_int(i, length), 0, TINT);
        int shadow = 256 - ramp(length, 0, SHADOW);

        scale.tint[i] = (uint8_t)(tint * tint / 256 * TINT_SHARE / 256);
        scale.dark[i] = (uint8_t)(shadow * SHADOW_LOSS / 256);
    }
    return scale;
}

/* Of a point that may be on land or in foam. */
static uint32_t find_shore(const ShoreScale *scale, const ShorePoint *point,
                           uint32_t picture, uint32_t land)
{
    int share = ramp(point->distance, -PIXEL / 2, PIXEL / 2);
    int points = to_points(scale, point->distance), foam;

    if (share < 256)
        land = find_land(scale, point, land);
    if (share > 0)
        picture = find_water(scale, point->distance, point->shadow,
                             point->shallowness, picture);
    if (share < 256)
        picture = mix(picture, land, 256 - share);
    foam = find_foam(to_points(scale, point->x), to_points(scale, point->y),
                     points);
    return foam > 0 ? mix(picture, FOAM_COLOUR, foam) : picture;
}

void ripple_shore_colour_row(const ShoreScale *scale, const ShoreRow *row,
                             uint32_t *pixels, const uint32_t *land)
{
    for (int i = 0; i < row->count; i++) {
        ShorePoint point = {row->x + i, row->y, row->distances[i],
                            row->shadows[i], row->shallows[i]};

        if (scale->is_bare)
            pixels[i] = mix(pixels[i], land[i],
                            256 - ramp(point.distance, -PIXEL / 2, PIXEL / 2));
        else if (point.distance <= -FAR)
            pixels[i] = land[i];
        else if (point.distance <= scale->dry)
            pixels[i] = dye(pixels[i], land[i]);
        else if (point.distance >= scale->water)
            pixels[i] = find_water(scale, point.distance, point.shadow,
                                   point.shallowness, pixels[i]);
        else
            pixels[i] = find_shore(scale, &point, pixels[i], land[i]);
    }
}

uint32_t ripple_shore_colour(const ShoreScale *scale, const ShorePoint *point,
                             uint32_t picture, uint32_t land)
{
    ShoreRow row = {point->x,         point->y,       1,
                    &point->distance, &point->shadow, &point->shallowness};

    ripple_shore_colour_row(scale, &row, &picture, &land);
    return picture;
}
