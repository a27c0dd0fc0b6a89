/* SPDX-License-Identifier: MIT */
/*
 * Functions of cast and shade: the formulas of scalar_perspective.c, in the
 * same order, in lanes. Indices of maps are 16-bit products; RIPPLE_FALLBACK
 * handles larger maps.
 */
#ifndef RIPPLE_KERNELS_SIMD_PERSPECTIVE_PLACES_H
#define RIPPLE_KERNELS_SIMD_PERSPECTIVE_PLACES_H

#include "lib/kernels/simd/perspective/reals.h"

typedef struct Vectors {
    Reals x, y, up;
} Vectors;

typedef struct Spots {
    uint32_t at[REALS];
    Lanes across; /* pairs: RIPPLE_ACROSS less a share, and the share */
    Reals share, out;
} Spots;

/* The values of the four cells around each spot, mixed. */
typedef struct Places {
    Reals ground, water, slope_x, slope_y;
} Places;

/* Stores row[i] * stride + column[i]. */
RIPPLE_INLINE void store_indices(uint32_t *to, Int32s column, Int32s row,
                                 ptrdiff_t stride)
{
    Int32s factors = half_splat((int)stride << 16 | 1);

    half_store(to, lanes_dot((Lanes)(row << 16 | column), (Lanes)factors));
}

RIPPLE_INLINE Spots make_spots(Reals x, Reals y, ptrdiff_t stride)
{
    Int32s column = reals_truncate(x), row = reals_truncate(y);
    Int32s across =
        reals_truncate((x - reals_convert(column)) * (float)RIPPLE_ACROSS);
    Spots spots;

    spots.across = (Lanes)((across << 16) + (RIPPLE_ACROSS - across));
    spots.share = y - reals_convert(row);
    spots.out = reals_splat(0);
    store_indices(spots.at, column, row, stride);
    return spots;
}

RIPPLE_INLINE Spots find_spots(const Terrain *terrain, Reals x, Reals y)
{
    Reals none = reals_splat(0);
    Reals in_x = reals_clamp(x, none, reals_splat(terrain->max_x));
    Reals in_y = reals_clamp(y, none, reals_splat(terrain->max_y));
    Spots spots = make_spots(in_x, in_y, terrain->stride);

    spots.out = reals_max(x - in_x, in_x - x) + reals_max(y - in_y, in_y - y);
    return spots;
}

/* The bilinear mean of pairs of neighbours, times RIPPLE_ACROSS. */
RIPPLE_INLINE Reals mix_pairs(Lanes above, Lanes below, const Spots *spots)
{
    return reals_mix(reals_convert((Int32s)lanes_dot(above, spots->across)),
                     reals_convert((Int32s)lanes_dot(below, spots->across)),
                     spots->share);
}

RIPPLE_INLINE Reals own_light_share(Reals out)
{
    return reals_max(1.0f - out * (1 / RIPPLE_EVEN_AFTER), reals_splat(0));
}

RIPPLE_INLINE Reals ease(Reals v)
{
    v = reals_clamp(v, reals_splat(0), reals_splat(1));
    return v * v * (3.0f - 2.0f * v);
}

RIPPLE_INLINE Reals bank_share(const Terrain *terrain, Reals out)
{
    return ease(out * terrain->bank_in);
}

RIPPLE_INLINE Reals find_ground(const Terrain *terrain, Reals out, Reals ground)
{
    return terrain->bank > 0 ? reals_mix(ground, reals_splat(terrain->bank),
                                         bank_share(terrain, out))
                             : ground - out * out * terrain->fall;
}

RIPPLE_INLINE Places read_places(const Terrain *terrain, const Spots *spots)
{
    const int16_t *from = &terrain->places->ground;
    Quads a = quads_gather(from, spots->at);
    Quads b = quads_gather(from + 4 * terrain->stride, spots->at);

    float unit = terrain->unit / RIPPLE_ACROSS;
    Reals water = mix_pairs(a.third, b.third, spots) * unit;

    if (terrain->bank > 0)
        water = water * (1.0f - bank_share(terrain, spots->out));
    return (Places){
        .ground = find_ground(terrain, spots->out,
                              mix_pairs(a.first, b.first, spots) * unit),
        .slope_x = mix_pairs(a.second, b.second, spots),
        .water = water,
        .slope_y = mix_pairs(a.fourth, b.fourth, spots),
    };
}

/* The four cells of the floor around each spot, mixed. */
typedef struct Floors {
    Reals ground, light;
} Floors;

/* Join the lower halves, or the upper ones, of adjacent floors. */

RIPPLE_INLINE Lanes join_lower(Pairs pair)
{
    return (Lanes)(((Uint32s)pair.first & 0xffff) | (Uint32s)pair.second << 16);
}

RIPPLE_INLINE Lanes join_upper(Pairs pair)
{
    return (Lanes)((Uint32s)pair.first >> 16 |
                   ((Uint32s)pair.second & 0xffff0000u));
}

RIPPLE_INLINE Floors read_floors(const Terrain *terrain, const Spots *spots)
{
    const uint32_t *from = (const void *)terrain->floor;
    Pairs a = pairs_gather(from, spots->at);
    Pairs b = pairs_gather(from + terrain->stride, spots->at);
    Reals light = mix_pairs(join_upper(a), join_upper(b), spots) *
                  (1.0f / (1 << (RIPPLE_SUN_BITS + RIPPLE_ACROSS_BITS)));

    return (Floors){
        .ground = find_ground(terrain, spots->out,
                              mix_pairs(join_lower(a), join_lower(b), spots) *
                                  (terrain->unit / RIPPLE_ACROSS)),
        .light = reals_mix(reals_splat(1), light, own_light_share(spots->out)),
    };
}

/* Wind waves, read from a tile at each place. */
typedef struct Waves {
    Reals slope_x, slope_y, light, noise;
} Waves;

RIPPLE_INLINE Reals wrap_tile(Reals v)
{
    Reals end = reals_splat(1e6f);

    v = reals_clamp(v, -end, end);
    v = v - reals_convert(reals_truncate(v));
    v = v - reals_convert(v < 0.0f);
    return reals_min(v * (float)RIPPLE_SEA_SIDE,
                     reals_splat(RIPPLE_SEA_SIDE - 0.001f));
}

RIPPLE_INLINE_OFF_PAGE Waves read_waves(const SeaTexel *tile, Reals u, Reals v)
{
    const float one = 1 / (RIPPLE_SEA_ONE * RIPPLE_ACROSS);
    const int16_t *from = &tile->slope_x;
    Spots spots = make_spots(wrap_tile(u), wrap_tile(v), RIPPLE_SEA_STRIDE);
    Quads a = quads_gather(from, spots.at);
    Quads b = quads_gather(from + 4 * RIPPLE_SEA_STRIDE, spots.at);

    return (Waves){
        mix_pairs(a.first, b.first, &spots) * one,
        mix_pairs(a.second, b.second, &spots) * one,
        mix_pairs(a.third, b.third, &spots) * one,
        mix_pairs(a.fourth, b.fourth, &spots) *
            (1 / (32767.0f * RIPPLE_ACROSS)),
    };
}

RIPPLE_INLINE Vectors look_ahead(const Eye *eye, int x)
{
    Reals side =
        ((float)x + reals_iota() + 0.5f - eye->middle) * eye->inverse_focal;

    return (Vectors){eye->forward_x + eye->right_x * side,
                     eye->forward_y + eye->right_y * side, reals_splat(0)};
}

RIPPLE_INLINE int can_index_terrain(const Terrain *terrain)
{
    return terrain->stride <= INT16_MAX && terrain->max_y < INT16_MAX;
}

#endif
