/* SPDX-License-Identifier: MIT */
/*
 * What cast and shade share: the formulas of scalar_perspective.c, in the same
 * order, for places side by side. Indices of maps are products of 16 bits; what
 * exceeds these is left to RIPPLE_FALLBACK.
 */
#ifndef RIPPLE_KERNELS_SIMD_PERSPECTIVE_PLACES_H
#define RIPPLE_KERNELS_SIMD_PERSPECTIVE_PLACES_H

#include "kernels/simd/perspective/reals.h"

typedef struct Vectors {
    Reals x, y, up;
} Vectors;

typedef struct Spots {
    int32_t at[REALS];
    Reals share_x, share_y, out;
} Spots;

/* All that the four cells around a spot tell. */
typedef struct Places {
    Reals ground, water, slope_x, slope_y;
} Places;

/* Stores row[i] * stride + column[i]. */
RIPPLE_INLINE void store_indices(int32_t *to, Int32s column, Int32s row,
                                 ptrdiff_t stride)
{
    Int32s factors = half_splat((int)stride << 16 | 1);

    half_store(to, lanes_dot((Lanes)(row << 16 | column), (Lanes)factors));
}

RIPPLE_INLINE Spots find_spots(const Terrain *terrain, Reals x, Reals y)
{
    Reals none = reals_splat(0);
    Reals in_x = reals_bound(x, none, reals_splat(terrain->max_x));
    Reals in_y = reals_bound(y, none, reals_splat(terrain->max_y));
    Int32s column = reals_truncate(in_x), row = reals_truncate(in_y);
    Spots spots = {
        .share_x = in_x - reals_convert(column),
        .share_y = in_y - reals_convert(row),
        .out = reals_max(x - in_x, in_x - x) + reals_max(y - in_y, in_y - y),
    };

    store_indices(spots.at, column, row, terrain->stride);
    return spots;
}

/* Bilinear, of the lower and the upper halves of values. */

RIPPLE_INLINE Reals mix_low(Lanes above, Lanes above_next, Lanes below,
                            Lanes below_next, const Spots *spots)
{
    return reals_mix(
        reals_mix(reals_low(above), reals_low(above_next), spots->share_x),
        reals_mix(reals_low(below), reals_low(below_next), spots->share_x),
        spots->share_y);
}

RIPPLE_INLINE Reals mix_high(Lanes above, Lanes above_next, Lanes below,
                             Lanes below_next, const Spots *spots)
{
    return reals_mix(
        reals_mix(reals_high(above), reals_high(above_next), spots->share_x),
        reals_mix(reals_high(below), reals_high(below_next), spots->share_x),
        spots->share_y);
}

RIPPLE_INLINE Reals calm_lanes(Reals out)
{
    return reals_max(1.0f - out * (1 / RIPPLE_CALM_AFTER), reals_splat(0));
}

RIPPLE_INLINE Places read_places(const Terrain *terrain, const Spots *spots)
{
    const int16_t *from = &terrain->places->ground;
    Quads a = quads_gather(from, spots->at);
    Quads b = quads_gather(from + 4 * terrain->stride, spots->at);

    return (Places){
        .ground =
            mix_low(a.first, a.third, b.first, b.third, spots) * terrain->unit -
            spots->out * RIPPLE_GROUND_FALL,
        .water = mix_high(a.first, a.third, b.first, b.third, spots) *
                 terrain->unit * calm_lanes(spots->out),
        .slope_x = mix_low(a.second, a.fourth, b.second, b.fourth, spots),
        .slope_y = mix_high(a.second, a.fourth, b.second, b.fourth, spots),
    };
}

RIPPLE_INLINE Vectors look_ahead(const Eye *eye, int x)
{
    Reals side =
        ((float)x + reals_iota() + 0.5f - eye->middle) * eye->inverse_focal;

    return (Vectors){eye->forward_x + eye->right_x * side,
                     eye->forward_y + eye->right_y * side, reals_splat(0)};
}

RIPPLE_INLINE int terrain_fits(const Terrain *terrain)
{
    return terrain->stride <= INT16_MAX && terrain->max_y < INT16_MAX;
}

#endif
