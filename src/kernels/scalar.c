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

/* classic: mean = sum_sides >> 1. Source: "Ripple", DirectDraw, 1999. */
static RIPPLE_STEP_ROW(step_classic)
{
    int any = 0;

    for (int x = 0; x < count; x++) {
        int mean = sum_sides(now + x, stride) >> 1;

        next[x] = swing(mean, next[x], damping);
        any |= next[x];
    }
    return any;
}

/*
 * round: mean = (sum_sides + sum_corners) >> 2, the last sum in 32 bits.
 * Corners tie the two checkerboards of `classic` together.
 */
static RIPPLE_STEP_ROW(step_round)
{
    int any = 0;

    for (int x = 0; x < count; x++) {
        int sides = sum_sides(now + x, stride);
        int mean = (sides + sum_corners(now + x, stride)) >> 2;

        next[x] = swing(mean, next[x], damping);
        any |= next[x];
    }
    return any;
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

static inline int clamp(int value, int last)
{
    return value < 0 ? 0 : value > last ? last : value;
}

/*
 * refract: the pixel at (x, y) shows the picture at (x + bend(left, right),
 * y + bend(up, down)), each coordinate clamped on its own.
 */
static RIPPLE_REFRACT_ROW(refract)
{
    const RipplePixels *picture = &refraction->picture;

    for (int i = 0; i < count; i++) {
        int bend_x = bend(now[i - 1], now[i + 1], refraction->gain_q12);
        int bend_y =
            bend(now[i - stride], now[i + stride], refraction->gain_q12);
        int source_x = clamp(x + i + bend_x, picture->width - 1);
        int source_y = clamp(y + bend_y, picture->height - 1);

        frame[i] =
            picture
                ->pixels[(size_t)source_y * picture->stride + (size_t)source_x];
    }
}

const Kernels ripple_kernels_scalar = {
    .name = "scalar",
    .step = {[RIPPLE_MODEL_CLASSIC] = step_classic,
             [RIPPLE_MODEL_ROUND] = step_round},
    .refract = refract,
};
