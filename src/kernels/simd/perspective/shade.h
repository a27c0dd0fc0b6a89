/* SPDX-License-Identifier: MIT */
/*
 * Pixels shaded side by side. A part that no lane needs is left out; where some
 * lanes need it, all compute it and those keep it. Lanes that show the sky
 * compute the place one cell ahead of the eye, so that all numbers are finite.
 */
#ifndef RIPPLE_KERNELS_SIMD_PERSPECTIVE_SHADE_H
#define RIPPLE_KERNELS_SIMD_PERSPECTIVE_SHADE_H

#include "kernels/simd/perspective/places.h"

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

/* Sums of texels, 256 times a channel in each 16 bits: blue and red, green and
   alpha. */
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

/* A share in 1/16 in both halves of a lane. */
RIPPLE_INLINE Lanes find_shares(Reals place, Int32s whole)
{
    Int32s share = reals_truncate((place - reals_convert(whole)) * 16.0f);

    return (Lanes)(share | share << 16);
}

RIPPLE_INLINE Reals find_texels(Reals place, float per_cell, float last)
{
    Reals v = (place + 0.5f) * per_cell - 0.5f, rest;

    v = reals_max(v, -v);
    rest = last - v;
    return reals_bound(last - reals_max(rest, -rest), reals_splat(0),
                       reals_splat(last));
}

/* The last column and row are read by the whole share of a neighbour. */
static Texels read_level(const Texture *texture, int i, Reals x, Reals y)
{
    const TextureLevel *level = &texture->levels[i];
    const uint32_t *from =
        (i == 0 ? texture->pixels : texture->coarse) + level->first;
    float scale = 1.0f / (float)(1 << i);
    float last_x = (float)level->last_x, last_y = (float)level->last_y;
    Reals in_x = find_texels(x, texture->per_cell_x * scale, last_x);
    Reals in_y = find_texels(y, texture->per_cell_y * scale, last_y);
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

/* Reads each level that a lane needs. */
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

/* What is known of the lanes at a place. */
typedef struct Scene {
    const ShadeArgs *args;
    Vectors view;
    Reals x, y, z;
    Int32s levels; /* of the texture */
} Scene;

RIPPLE_INLINE Int32s choose_levels(const Texture *texture, Reals z)
{
    Int32s levels = half_splat(0);

    for (int i = 0; i < RIPPLE_TEXTURE_LEVELS - 1; i++)
        levels -= z > texture->limits[i];
    return levels;
}

RIPPLE_INLINE Colours read_texture(const Scene *scene, Reals x, Reals y)
{
    const Texture *texture = &scene->args->texture;
    int level = scene->levels[0];
    Texels texels = reals_any(scene->levels != level)
                        ? read_levels(texture, scene->levels, x, y)
                        : read_level(texture, level, x, y);

    texels.low = lanes_shift_down(texels.low, 8);
    texels.high = lanes_shift_down(texels.high, 8);
    return (Colours){reals_high(texels.low), reals_low(texels.high),
                     reals_low(texels.low)};
}

RIPPLE_INLINE Colours light_ground(const Scene *scene, Reals x, Reals y,
                                   const Spots *spots)
{
    const Terrain *terrain = &scene->args->terrain;
    Lanes above = half_gather(terrain->light, spots->at);
    Lanes below = half_gather(terrain->light + terrain->stride, spots->at);
    Reals light = mix_pairs(above, below, spots) *
                  (1.0f / (1 << (RIPPLE_SUN_BITS + RIPPLE_ACROSS_BITS)));

    return colours_brighten(
        read_texture(scene, x, y),
        reals_mix(reals_splat(1), light, calm_lanes(spots->out)));
}

static Colours sample_sky(const Scenery *scenery, Vectors to, float higher,
                          float shine)
{
    Reals none = reals_splat(0), one = reals_splat(1);
    Reals low = 1.0f - reals_bound(to.up + higher, none, one), low2 = low * low;
    Reals near = reals_max(to.x * scenery->sun.x + to.y * scenery->sun.y +
                               to.up * scenery->sun.up,
                           none);
    Reals bloom, disc;
    Colours sky =
        colours_mix(colours_splat(scenery->zenith),
                    colours_splat(scenery->horizon), low2 * low2 * low);

    near = near * near;
    near = near * near;
    bloom = near * near * shine;
    near = near * near * near;
    near = near * near;
    near = near * near;
    bloom = bloom + near * shine;
    near = near * near;
    disc = reals_bound((near * near - 0.75f) * 8.0f, none, one) * shine;
    return (Colours){sky.red + bloom * 30.0f + disc * 255.0f,
                     sky.green + bloom * 22.0f + disc * 240.0f,
                     sky.blue + bloom * 8.0f + disc * 200.0f};
}

RIPPLE_INLINE Vectors incline(const ShadeArgs *args, const Places *places,
                              Reals out, Reals z)
{
    Reals far = z * z * args->scenery.smooth;
    Reals scale = calm_lanes(out) / (1.0f + far * far) *
                  (1.0f / (1 << (RIPPLE_INCLINE_BITS + RIPPLE_ACROSS_BITS)));
    Reals x = places->slope_x * scale, y = places->slope_y * scale;
    Reals length = 1.0f / reals_sqrt(x * x + y * y + 1.0f);

    return (Vectors){-x * length, -y * length, length};
}

RIPPLE_INLINE Colours absorb(const Scenery *scenery, Colours colour, Reals path)
{
    Reals red = 1.0f + path * scenery->thickness.red;
    Reals green = 1.0f + path * scenery->thickness.green;
    Reals blue = 1.0f + path * scenery->thickness.blue;
    Reals both = red * green, each = 1.0f / (both * blue);
    Colours deep = colours_splat(scenery->deep);

    return (Colours){
        reals_mix(deep.red, colour.red, green * blue * each),
        reals_mix(deep.green, colour.green, red * blue * each),
        reals_mix(deep.blue, colour.blue, both * each),
    };
}

static Colours sample_floor(const Scene *scene, const Vectors *normal,
                            Reals surface, Reals depth)
{
    const ShadeArgs *args = scene->args;
    Vectors view = scene->view;
    Reals longer =
        1.0f / reals_sqrt(1.0f - 0.5625f * (1.0f - view.up * view.up));
    Reals slant = 0.75f * longer;
    Reals along_x = view.x * slant - normal->x * 0.33f;
    Reals along_y = view.y * slant - normal->y * 0.33f;
    Spots spots = find_spots(&args->terrain, scene->x + along_x * depth,
                             scene->y + along_y * depth);

    depth = reals_max(surface - read_places(&args->terrain, &spots).ground,
                      reals_splat(0));
    return absorb(&args->scenery,
                  light_ground(scene, scene->x + along_x * depth,
                               scene->y + along_y * depth, &spots),
                  depth * longer + depth + spots.out * RIPPLE_DEEPER);
}

static Colours sample_water(const Scene *scene, const Places *places, Reals out,
                            Reals depth)
{
    const Scenery *scenery = &scene->args->scenery;
    Vectors normal = incline(scene->args, places, out, scene->z);
    Vectors view = scene->view, mirrored;
    Reals cosine = reals_bound(
        -(view.x * normal.x + view.y * normal.y + view.up * normal.up),
        reals_splat(0), reals_splat(1));
    Reals flat = 1.0f - cosine, flat2 = flat * flat;
    Reals fresnel = (0.02f + 0.98f * (flat2 * flat2 * flat)) * scenery->mirror;
    Reals double_cosine = 2.0f * cosine;
    Reals up = view.up + double_cosine * normal.up;

    mirrored = (Vectors){view.x + double_cosine * normal.x,
                         view.y + double_cosine * normal.y, reals_max(up, -up)};
    return colours_mix(
        sample_floor(scene, &normal, places->water, depth),
        sample_sky(scenery, mirrored, scenery->rough, scenery->shine), fresnel);
}

/* `counts` are the lanes that are not sky. */
static Colours sample_place(const Scene *scene, Int32s counts)
{
    const Scenery *scenery = &scene->args->scenery;
    Reals none = reals_splat(0), one = reals_splat(1);
    Spots spots = find_spots(&scene->args->terrain, scene->x, scene->y);
    Places places = read_places(&scene->args->terrain, &spots);
    Reals depth = places.water - places.ground;
    Reals waded = depth * scenery->foam;
    Reals share = reals_bound(waded * 8.0f, none, one);
    Reals foam = reals_bound(1.0f - waded, none, one) * share;
    Int32s dry = share < 1.0f;
    Colours colour = {none, none, none};

    if (reals_any(counts & dry)) {
        Reals moisture = reals_bound(1.0f + depth * scenery->moist, none, one);
        Colours land =
            colours_brighten(light_ground(scene, scene->x, scene->y, &spots),
                             1.0f - moisture * 0.3f);

        colour = colours_blend(dry, land, colour);
    }
    if (reals_any(counts & (share > 0.0f)))
        colour = colours_mix(
            colour,
            sample_water(scene, &places, spots.out, reals_max(depth, none)),
            share);
    if (reals_any(counts & (foam > 0.0f))) {
        Reals far = scene->z * scene->z * scenery->smooth;

        foam = foam / (1.0f + 2.0f * far);
        colour = colours_mix(colour, colours_splat((Colour){235, 240, 240}),
                             foam * foam * 0.5f);
    }
    return colour;
}

RIPPLE_INLINE Uint32s to_bytes(Reals v)
{
    return (Uint32s)reals_truncate(
        reals_bound(v, reals_splat(0), reals_splat(255)) + 0.5f);
}

/* The pixels of a row from x on. */
static Lanes shade_pixels(const ShadeArgs *args, int x, int y)
{
    const Eye *eye = &args->eye;
    Vectors ahead = look_ahead(eye, x);
    Reals inverse = reals_load(args->inverse + y * args->inverse_stride + x);
    float up = (eye->horizon - ((float)y + 0.5f)) * eye->inverse_focal;
    Reals length =
        1.0f / reals_sqrt(ahead.x * ahead.x + ahead.y * ahead.y + up * up);
    Int32s is_place = inverse > 0.0f;
    Vectors view = {ahead.x * length, ahead.y * length, up * length};
    Colours colour = {length, length, length};

    if (reals_any(~is_place))
        colour = sample_sky(&args->scenery, view, 0, 1);
    if (reals_any(is_place)) {
        Reals z = 1.0f / reals_blend(is_place, inverse, reals_splat(1));
        Reals haze = z * z / (z * z + args->scenery.haze);
        Scene scene = {args,
                       view,
                       eye->place.x + ahead.x * z,
                       eye->place.y + ahead.y * z,
                       z,
                       choose_levels(&args->texture, z)};
        Colours place;

        place = colours_mix(sample_place(&scene, is_place),
                            colours_splat(args->scenery.horizon), haze);
        colour = colours_blend(is_place, place, colour);
    }
    return (Lanes)(0xff000000u | to_bytes(colour.red) << 16 |
                   to_bytes(colour.green) << 8 | to_bytes(colour.blue));
}

RIPPLE_INLINE int texture_fits(const Texture *texture)
{
    int fits = 1;

    for (int i = 0; i < RIPPLE_TEXTURE_LEVELS; i++) {
        const TextureLevel *level = &texture->levels[i];

        fits = fits && level->stride <= INT16_MAX && level->last_x > 0 &&
               level->last_y > 0 && level->last_y <= INT16_MAX;
    }
    return fits;
}

static RIPPLE_SHADE(shade_rect)
{
    int end = rect.x + rect.width;

    if (rect.width < REALS || !terrain_fits(&args->terrain) ||
        !texture_fits(&args->texture)) {
        RIPPLE_FALLBACK.shade(args, rect);
        return;
    }
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        uint32_t *row = args->frame + y * args->frame_stride;

        for (int x = rect.x; x < end; x += REALS) {
            int first = x + REALS <= end ? x : end - REALS;

            half_store(row + first, shade_pixels(args, first, y));
        }
    }
}

#endif
