/* SPDX-License-Identifier: MIT */
/* Colours in lanes, read from the mipmap levels of a picture by the formulas of
   scalar_perspective.c, in the same order. */
#ifndef RIPPLE_KERNELS_SIMD_PERSPECTIVE_TEXELS_H
#define RIPPLE_KERNELS_SIMD_PERSPECTIVE_TEXELS_H

#include "lib/kernels/simd/perspective/places.h"

typedef struct Colours {
    Reals red, green, blue;
} Colours;

RIPPLE_INLINE Colours colours_splat(Colour colour)
{
    return (Colours){reals_splat(colour.red), reals_splat(colour.green),
                     reals_splat(colour.blue)};
}

RIPPLE_INLINE Colours colours_mix(Colours a, Colours b, Reals share)
{
    return (Colours){reals_mix(a.red, b.red, share),
                     reals_mix(a.green, b.green, share),
                     reals_mix(a.blue, b.blue, share)};
}

RIPPLE_INLINE Colours colours_brighten(Colours colour, Reals light)
{
    return (Colours){colour.red * light, colour.green * light,
                     colour.blue * light};
}

RIPPLE_INLINE Colours colours_blend(Int32s mask, Colours a, Colours b)
{
    return (Colours){reals_blend(mask, a.red, b.red),
                     reals_blend(mask, a.green, b.green),
                     reals_blend(mask, a.blue, b.blue)};
}

/* Sums of texels; each 16 bits hold 256 times a channel: blue and red, green
   and alpha. */
typedef struct Texels {
    Lanes low, high;
} Texels;

RIPPLE_INLINE void add_texels(Texels *sums, Lanes texels, Lanes shares)
{
    Lanes even = lanes_splat(255);

    sums->low =
        lanes_add(sums->low, lanes_multiply(lanes_and(texels, even), shares));
    sums->high = lanes_add(sums->high,
                           lanes_multiply(lanes_shift_down(texels, 8), shares));
}

/* Shares in 1/16, each in both halves of its lane. */
RIPPLE_INLINE Lanes find_shares(Reals place, Int32s whole)
{
    Int32s share = reals_truncate((place - reals_convert(whole)) * 16.0f);

    return (Lanes)(share | share << 16);
}

RIPPLE_INLINE Reals mirror_coordinates(Reals place, float per_cell, float last)
{
    Reals v = (place + 0.5f) * per_cell - 0.5f, rest;

    v = reals_max(v, -v);
    rest = last - v;
    return reals_clamp(last - reals_max(rest, -rest), reals_splat(0),
                       reals_splat(last));
}

/* Reads the last column and row as right and lower neighbours of share 1. */
static Texels read_level(const Texture *texture, int i, Reals x, Reals y)
{
    const TextureLevel *level = &texture->levels[i];
    const uint32_t *from =
        (i == 0 ? texture->pixels : texture->coarse) + level->first;
    float scale = 1.0f / (float)(1 << i);
    float last_x = (float)level->last_x, last_y = (float)level->last_y;
    Reals in_x = mirror_coordinates(x, texture->per_cell_x * scale, last_x);
    Reals in_y = mirror_coordinates(y, texture->per_cell_y * scale, last_y);
    Int32s column = reals_truncate(reals_min(in_x, reals_splat(last_x - 1)));
    Int32s row = reals_truncate(reals_min(in_y, reals_splat(last_y - 1)));
    Lanes share_x = find_shares(in_x, column), share_y = find_shares(in_y, row);
    Lanes rest_x = lanes_sub(lanes_splat(16), share_x);
    Lanes rest_y = lanes_sub(lanes_splat(16), share_y);
    Texels sums = {lanes_splat(0), lanes_splat(0)};
    uint32_t at[REALS];
    Pairs above, below;

    store_indices(at, column, row, level->stride);
    above = pairs_gather(from, at);
    below = pairs_gather(from + level->stride, at);
    add_texels(&sums, above.first, lanes_multiply(rest_x, rest_y));
    add_texels(&sums, above.second, lanes_multiply(share_x, rest_y));
    add_texels(&sums, below.first, lanes_multiply(rest_x, share_y));
    add_texels(&sums, below.second, lanes_multiply(share_x, share_y));
    return sums;
}

/* Reads each level that any lane needs. */
static Texels read_levels(const Texture *texture, Int32s levels, Reals x,
                          Reals y)
{
    Texels all = {lanes_splat(0), lanes_splat(0)};

    for (int i = 0; i < RIPPLE_TEXTURE_LEVELS; i++) {
        Lanes mask = (Lanes)(levels == i);

        if (lanes_any(mask)) {
            Texels texels = read_level(texture, i, x, y);

            all.low = lanes_blend(mask, texels.low, all.low);
            all.high = lanes_blend(mask, texels.high, all.high);
        }
    }
    return all;
}

#endif
