/* SPDX-License-Identifier: MIT */
/*
 * Small arithmetic for every folder: limits, saturation, the cell of a pixel,
 * the length of an array, mixes of two colours.
 */
#ifndef RIPPLE_UTIL_FIXED_H
#define RIPPLE_UTIL_FIXED_H

#include <stdint.h>

#define PI 3.14159265358979323846

#define MIX_ONE 256 /* the share 1 of mix_pixels */

/* Number of elements of an array; not for pointers. */
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static inline int min_int(int a, int b)
{
    return a < b ? a : b;
}

static inline int max_int(int a, int b)
{
    return a > b ? a : b;
}

static inline uint64_t min_uint64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t max_uint64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline int64_t min_int64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t max_int64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Unlike fmax, not for NaN. */
static inline double max_double(double a, double b)
{
    return a > b ? a : b;
}

/* The value in min..max that is nearest to `value`; needs min <= max. */
static inline int clamp_int(int value, int min, int max)
{
    return value < min ? min : value > max ? max : value;
}

static inline int64_t clamp_int64(int64_t value, int64_t min, int64_t max)
{
    return value < min ? min : value > max ? max : value;
}

/* Rounds down; needs b > 0. */
static inline int64_t divide_floor(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* The cell under the middle of a pixel if `cells` cells span `pixels` pixels;
   both may be outside. */
static inline int cell_of_pixel(int pixel, int pixels, int cells)
{
    return (int)divide_floor((2 * (int64_t)pixel + 1) * cells,
                             2 * (int64_t)pixels);
}

/* The first pixel whose middle is over this cell or a later one; `pixels` if
   there is none. */
static inline int pixel_of_cell(int cell, int pixels, int cells)
{
    int64_t place = 2 * (int64_t)pixels * cell - cells;

    if (cell <= 0)
        return 0;
    return cell >= cells
               ? pixels
               : (int)((place + 2 * (int64_t)cells - 1) / (2 * (int64_t)cells));
}

/* Clamps to int16: the only way to narrow a height. */
static inline int16_t sat16(int value)
{
    return (int16_t)clamp_int(value, INT16_MIN, INT16_MAX);
}

static inline int16_t sat16_int64(int64_t value)
{
    return (int16_t)clamp_int64(value, INT16_MIN, INT16_MAX);
}

/*
 * Each channel is (a * (MIX_ONE - share) + b * share + 128) / 256; `share` is
 * 0..MIX_ONE. Two channels at once: 255 * 256 + 128 fits 16 bits.
 */
static inline uint32_t mix_pixels(uint32_t a, uint32_t b, uint32_t share)
{
    const uint32_t even = 0x00ff00ffu, half = 0x00800080u;
    uint32_t rest = MIX_ONE - share;
    uint32_t low = (a & even) * rest + (b & even) * share + half;
    uint32_t high = (a >> 8 & even) * rest + (b >> 8 & even) * share + half;

    return (low >> 8 & even) | (high & ~even);
}

#endif
