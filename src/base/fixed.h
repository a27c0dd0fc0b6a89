/* SPDX-License-Identifier: MIT */
/*
 * Small arithmetic that every room needs, each function once: bounds,
 * saturation, the cell of a pixel, the length of an array.
 */
#ifndef RIPPLE_BASE_FIXED_H
#define RIPPLE_BASE_FIXED_H

#include <stdint.h>

#define PI 3.14159265358979323846

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

/* Unlike fmax, of plain numbers alone. */
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

/* The cell under the middle of a pixel, of so many cells along so many pixels;
   both may lie outside. */
static inline int cell_of_pixel(int pixel, int pixels, int cells)
{
    return (int)divide_floor((2 * (int64_t)pixel + 1) * cells,
                             2 * (int64_t)pixels);
}

/* Clamps to int16: the one way in which a height is narrowed. */
static inline int16_t sat16(int value)
{
    return (int16_t)clamp_int(value, INT16_MIN, INT16_MAX);
}

static inline int16_t sat16_int64(int64_t value)
{
    return (int16_t)clamp_int64(value, INT16_MIN, INT16_MAX);
}

#endif
