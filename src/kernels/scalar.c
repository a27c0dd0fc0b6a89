/* SPDX-License-Identifier: MIT */
/*
 * The kernels in plain C: the specification that every other level equals bit
 * for bit. Written to be read; the compiler may do what it likes with them.
 *
 * Every store saturates, so a crest that grows too high is cut off and never
 * turns into a trough. The sums saturate in pairs because that is what vector
 * units do; within |h| <= 8191 no sum can saturate and the formulas are the
 * plain ones.
 */
#include "kernels.h"

static inline int sat16(int value)
{
    return value < INT16_MIN   ? INT16_MIN
           : value > INT16_MAX ? INT16_MAX
                               : value;
}

/* sat16(sat16(left + right) + sat16(up + down)) */
static inline int sum_sides(const int16_t *cell, ptrdiff_t stride)
{
    return sat16(sat16(cell[-1] + cell[1]) +
                 sat16(cell[-stride] + cell[stride]));
}

/* sat16(sat16(up left + up right) + sat16(down left + down right)) */
static inline int sum_corners(const int16_t *cell, ptrdiff_t stride)
{
    return sat16(sat16(cell[-stride - 1] + cell[-stride + 1]) +
                 sat16(cell[stride - 1] + cell[stride + 1]));
}

/*
 * value = sat16(mean - before), value - (value >> damping), or value itself
 * when damping is 0. The difference lies between zero and value, so it needs
 * no clamp. Rounding down in both shifts is what lets the water come to rest
 * at exactly zero.
 */
static inline int16_t swing(int mean, int before, int damping)
{
    int value = sat16(mean - before);

    return (int16_t)(damping > 0 ? value - (value >> damping) : value);
}

static int find_wet(const int16_t *cells, ptrdiff_t stride, int columns,
                    int rows)
{
    int wet = 0;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            if (cells[y * stride + x] != 0)
                wet |= RIPPLE_WET | (y == 0 ? RIPPLE_WET_TOP : 0) |
                       (y == rows - 1 ? RIPPLE_WET_BOTTOM : 0) |
                       (x == 0 ? RIPPLE_WET_LEFT : 0) |
                       (x == columns - 1 ? RIPPLE_WET_RIGHT : 0);
        }
    }
    return wet;
}

/* classic: mean = sum_sides >> 1. Source: "Ripple", DirectDraw, 1999. */
static RIPPLE_STEP(step_classic)
{
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            ptrdiff_t i = y * stride + x;
            int mean = sum_sides(now + i, stride) >> 1;

            next[i] = swing(mean, next[i], damping);
        }
    }
    return find_wet(next, stride, columns, rows);
}

/*
 * round: mean = (sum_sides + sum_corners) >> 2, the last sum in 32 bits.
 * Corners tie the two checkerboards of `classic` together.
 */
static RIPPLE_STEP(step_round)
{
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            ptrdiff_t i = y * stride + x;
            int sides = sum_sides(now + i, stride);
            int mean = (sides + sum_corners(now + i, stride)) >> 2;

            next[i] = swing(mean, next[i], damping);
        }
    }
    return find_wet(next, stride, columns, rows);
}

/*
 * The way a light ray is bent along one axis, in whole pixels:
 * (sat16(before - after) * gain + 1/2) rounded down. At most 2^15 * 2^14.
 */
static inline int bend(int before, int after, int gain_q12)
{
    int slope = sat16(before - after);

    return (slope * gain_q12 + (1 << (RIPPLE_GAIN_BITS - 1))) >>
           RIPPLE_GAIN_BITS;
}

static inline size_t clamp(int value, int last)
{
    return (size_t)(value < 0 ? 0 : value > last ? last : value);
}

/*
 * refract: the pixel at (x, y) shows the picture at (x + bend(left, right),
 * y + bend(up, down)), each coordinate clamped on its own.
 */
static RIPPLE_REFRACT(refract)
{
    const RipplePixels *picture = &refraction->picture;
    const RipplePixels *frame = &refraction->frame;
    ptrdiff_t stride = (ptrdiff_t)refraction->stride;

    for (int y = rect.y; y < rect.y + rect.height; y++) {
        const int16_t *now = refraction->cells + y * stride;
        uint32_t *seen = frame->pixels + (size_t)y * frame->stride;

        for (int x = rect.x; x < rect.x + rect.width; x++) {
            int bend_x = bend(now[x - 1], now[x + 1], refraction->gain_q12);
            int bend_y =
                bend(now[x - stride], now[x + stride], refraction->gain_q12);
            size_t source_x = clamp(x + bend_x, picture->width - 1);
            size_t source_y = clamp(y + bend_y, picture->height - 1);

            seen[x] = picture->pixels[source_y * picture->stride + source_x];
        }
    }
}

const Kernels ripple_kernels_scalar = {
    .name = "scalar",
    .step = {[RIPPLE_MODEL_CLASSIC] = step_classic,
             [RIPPLE_MODEL_ROUND] = step_round},
    .refract = refract,
};
