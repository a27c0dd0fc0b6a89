/* SPDX-License-Identifier: MIT */
/*
 * Shades pixels in lanes. All groups of a run of pixels finish a stage before
 * any starts the next one. Each group has a chain of divisions and loads that
 * is longer than the CPU looks ahead; in stages, chains overlap. A part that no
 * lane needs is skipped. If some lanes need it, all compute it and those keep
 * it. Lanes of the sky compute the place one cell ahead of the eye, so that all
 * numbers are finite.
 */
#ifndef RIPPLE_KERNELS_SIMD_PERSPECTIVE_SHADE_H
#define RIPPLE_KERNELS_SIMD_PERSPECTIVE_SHADE_H

#include "lib/kernels/simd/perspective/texels.h"

/* The ground that a group of pixels shows. */
typedef struct Ground {
    Reals x, y, z;
    Reals bare;     /* the share without a picture */
    Reals light;    /* of the sun */
    Reals out;      /* cells outside the pool */
    Colours colour; /* in that light */
} Ground;

typedef struct Group {
    int column, row; /* of the first lane in the frame */
    Vectors view;
    Int32s is_place; /* not sky */
    Reals x, y, z;
    Spots spots; /* of the place, then of the floor */
    Places places;
    Reals depth, share;     /* of water */
    Reals edge, foam;       /* see Edge in scalar_perspective.c */
    Reals slope_x, slope_y; /* as Wind in scalar_perspective.c */
    Reals sharp_x, sharp_y;
    Reals lost, gust, light;
    Reals toward_x, toward_y; /* see find_sun */
    Int32s is_sunny;          /* waves may mirror the sun */
    Vectors mirrored;         /* the view, mirrored by the water */
    Reals fresnel, glint;
    Reals tone, through;  /* of the body of water */
    Reals longer, path;   /* in the water */
    Reals caustic;        /* on the floor */
    Colours sky;          /* mirrored, with land in front */
    Ground *land, *floor; /* NULL: no lane shows it */
} Group;

#define GROUPS (64 / REALS)

/* Groups of pixels of a row, shaded together. */
typedef struct Run {
    const ShadeArgs *args;
    uint32_t *to[GROUPS];
    Group groups[GROUPS];
    Ground grounds[2 * GROUPS];
    int group_count, ground_count;
} Run;

RIPPLE_INLINE Int32s choose_levels(const Texture *texture, Reals z)
{
    Int32s levels = half_splat(0);

    for (int i = 0; i < RIPPLE_TEXTURE_LEVELS - 1; i++)
        levels -= z > texture->limits[i];
    return levels;
}

RIPPLE_INLINE Colours read_texture(const Texture *texture, Reals x, Reals y,
                                   Reals z)
{
    Int32s levels = choose_levels(texture, z);
    int level = levels[0];
    Texels texels = reals_any(levels != level)
                        ? read_levels(texture, levels, x, y)
                        : read_level(texture, level, x, y);

    texels.low = lanes_shift_down(texels.low, 8);
    texels.high = lanes_shift_down(texels.high, 8);
    return (Colours){reals_high(texels.low), reals_low(texels.high),
                     reals_low(texels.low)};
}

RIPPLE_INLINE Reals find_wave(Reals v)
{
    Reals t = v - reals_convert(reals_truncate(v));

    t = reals_max(t, -t) * 2.0f - 1.0f;
    t = reals_max(t, -t);
    return t * t * (6.0f - t * 4.0f) - 1.0f;
}

RIPPLE_INLINE Reals find_joint(Reals v)
{
    Reals t = v - reals_convert(reals_truncate(v));

    t = reals_max(t, -t);
    return reals_max(1.0f - reals_min(t, 1.0f - t) * 50.0f, reals_splat(0));
}

static Colours cover_bank(const ShadeArgs *args, Colours colour,
                          const Ground *ground)
{
    const Scenery *scenery = &args->scenery;
    Reals none = reals_splat(0), one = reals_splat(1);
    Reals x = ground->x, y = ground->y, z = ground->z, out = ground->out;
    float scale = scenery->tile;
    Reals broad = read_waves(args->sea, (x * 0.8f + y * 0.6f) * scale,
                             (y * 0.8f - x * 0.6f) * scale)
                      .noise;
    Reals wide =
        read_waves(args->sea, x * scale * 0.23f, y * scale * 0.23f).noise;
    Reals fine = read_waves(args->sea, x * scale * 17.0f + broad * 4.0f,
                            y * scale * 17.0f + wide * 4.0f)
                     .noise;
    Reals near = 1.0f / (z * z * scenery->fading * 3.0f + 1.0f);
    Reals grain = fine * near * 0.14f + (broad + wide) * 0.15f + 1.0f;
    Reals slabs = reals_clamp((out - 7.0f) * 2.0f, none, one), edge, joints;

    if (args->terrain.is_deck) {
        edge = 1.0f -
               reals_clamp(reals_max(out - 7.0f, 7.0f - out) * 2.0f, none, one);
        joints = reals_max(find_joint(x * 0.05f), find_joint(y * 0.05f));
        joints = reals_max(joints * slabs * near, edge * 0.8f);
        return colours_brighten(
            colours_mix(colours_splat((Colour){232, 226, 212}),
                        colours_splat((Colour){206, 188, 160}), slabs),
            grain * (1.0f - joints * 0.4f));
    }
    return colours_mix(
        colours_brighten(colour, grain),
        colours_brighten(colours_splat((Colour){92, 112, 54}),
                         fine * near * 0.5f + (broad + wide) * 0.35f + 0.85f),
        ease((out - 26.0f + broad * 46.0f + fine * 9.0f) * 0.09f));
}

RIPPLE_INLINE void light_ground(const ShadeArgs *args, Ground *ground)
{
    Int32s is_covered = ground->bare < 1.0f;
    Colours bed = colours_splat(args->scenery.bed), colour = bed;

    if (reals_any(is_covered)) {
        colour = read_texture(&args->texture, ground->x, ground->y, ground->z);
        if (reals_any(ground->bare > 0.0f))
            colour = colours_blend(is_covered,
                                   colours_mix(colour, bed, ground->bare), bed);
    }
    ground->colour = colours_brighten(colour, ground->light);
    if (args->terrain.bank > 0) {
        Int32s is_bank = ground->out > (args->terrain.is_deck ? 3.0f : 0.0f);

        if (reals_any(is_bank))
            ground->colour = colours_blend(
                is_bank, cover_bank(args, colour, ground), ground->colour);
    }
}

typedef struct Skies {
    Colours colour;
    Reals sun;
} Skies;

RIPPLE_INLINE Colours add_clouds(const ShadeArgs *args, Colours sky, Vectors to,
                                 Reals near, int is_mirrored)
{
    const Scenery *scenery = &args->scenery;
    Reals none = reals_splat(0), one = reals_splat(1);
    Reals up = reals_clamp(to.up, none, one), scale = 0.4f / (up + 0.16f);
    Reals u = to.x * scale + scenery->cloud_u;
    Reals v = to.y * scale + scenery->cloud_v;
    Reals noise = read_waves(args->sea, u, v).noise, lit = reals_splat(0.5f);

    /* Details add at most 0.3. */
    if (!reals_any((noise > -0.33f) & (up > 0.0f)))
        return sky;
    if (!is_mirrored) {
        Reals toward = read_waves(args->sea, u + scenery->sun.x * 0.035f,
                                  v + scenery->sun.y * 0.035f)
                           .noise;

        noise = noise +
                read_waves(args->sea, u * 4.0f - v * 3.0f, u * 3.0f + v * 4.0f)
                        .noise *
                    0.3f;
        lit = reals_clamp((noise - toward) * 1.1f + 0.5f, none, one);
    }
    return colours_mix(
        sky,
        colours_mix(colours_splat((Colour){170, 184, 206}),
                    (Colours){reals_splat(255), 252.0f - near * 8.0f,
                              246.0f - near * 40.0f},
                    lit),
        ease((noise + 0.02f) * 2.6f) * ease(up * 9.0f) * 0.9f);
}

RIPPLE_INLINE Skies sample_sky(const ShadeArgs *args, Vectors to, Reals higher,
                               float shine, int is_mirrored)
{
    const Scenery *scenery = &args->scenery;
    Reals none = reals_splat(0), one = reals_splat(1);
    Reals low = 1.0f - reals_clamp(to.up + higher, none, one), low2 = low * low;
    Reals near = reals_clamp(to.x * scenery->sun.x + to.y * scenery->sun.y +
                                 to.up * scenery->sun.up,
                             none, one);
    Reals bloom;
    Colours sky =
        colours_mix(colours_splat(scenery->zenith),
                    colours_splat(scenery->horizon), low2 * low2 * low);

    near = near * near;
    near = near * near;
    to.up = to.up + higher;
    sky = add_clouds(args, sky, to, near, is_mirrored);
    bloom = near * near * shine;
    near = near * near * near;
    near = near * near;
    near = near * near;
    bloom = bloom + near * shine;
    return (Skies){
        {sky.red + bloom * 34.0f, sky.green + bloom * 24.0f,
         sky.blue + bloom * 8.0f},
        near * near,
    };
}

RIPPLE_INLINE Colours add_sun(Colours colour, Reals light)
{
    return (Colours){colour.red + light * 255.0f, colour.green + light * 240.0f,
                     colour.blue + light * 200.0f};
}

RIPPLE_INLINE float mix_down(float above, float below, float share)
{
    return above + (below - above) * share;
}

RIPPLE_INLINE Colour mix_colour_down(Colour above, Colour below, float share)
{
    return (Colour){mix_down(above.red, below.red, share),
                    mix_down(above.green, below.green, share),
                    mix_down(above.blue, below.blue, share)};
}

/* Mixes land into lanes between two columns, those with `across` in 0..1. */
static Colours mix_land(const Mirrored *a, const Mirrored *b, float down,
                        Reals across, Reals up, Colours sky)
{
    Reals left = reals_splat(mix_down(a[0].top, b[0].top, down));
    Reals right = reals_splat(mix_down(a[1].top, b[1].top, down));
    Reals cover = reals_mix(left, right, across) - up;
    Int32s here = (across >= 0.0f) & (across < 1.0f) & (cover > 0.0f);

    if (!reals_any(here))
        return sky;
    cover =
        reals_clamp(cover * RIPPLE_MIRROR_EDGE, reals_splat(0), reals_splat(1));
    return colours_mix(
        sky,
        colours_mix(
            colours_splat(mix_colour_down(a[0].colour, b[0].colour, down)),
            colours_splat(mix_colour_down(a[1].colour, b[1].colour, down)),
            across),
        reals_blend(here, cover, reals_splat(0)));
}

/* Mixes mirrored land over the colours of the sky. Lanes are between up to
   three columns of `mirrored`. */
RIPPLE_INLINE Colours mirror_land(const ShadeArgs *args, const Group *group)
{
    Colours sky = group->sky;
    unsigned x = (unsigned)group->column, y = (unsigned)group->row;
    unsigned end = x % RIPPLE_CAST_GROUP + REALS;
    const Mirrored *a =
        args->mirrored +
        (ptrdiff_t)(y / RIPPLE_MIRROR_ROWS) * args->mirrored_stride +
        x / RIPPLE_CAST_GROUP;

    for (unsigned i = 0; i < end; i += RIPPLE_CAST_GROUP, a++) {
        const Mirrored *b = a + args->mirrored_stride;

        if (a[0].top + a[1].top + b[0].top + b[1].top > 0)
            sky = mix_land(
                a, b,
                (float)(y % RIPPLE_MIRROR_ROWS) * (1.0f / RIPPLE_MIRROR_ROWS),
                ((float)(int)(x % RIPPLE_CAST_GROUP - i) + reals_iota()) *
                    (1.0f / RIPPLE_CAST_GROUP),
                group->mirrored.up, sky);
    }
    return sky;
}

RIPPLE_INLINE Reals find_raggedness(const Scenery *scenery, Reals x, Reals y)
{
    Reals end = reals_splat(1e6f);
    Reals u = reals_clamp(x * scenery->breeze, -end, end);
    Reals v = reals_clamp(y * scenery->breeze, -end, end);
    Reals a = find_wave(u * 3.7f + v * 2.9f);
    Reals b = find_wave(u * 8.3f - v * 6.1f + a * 0.5f);

    return (a + b) * 0.4f + 1.3f;
}

RIPPLE_INLINE Reals find_farness(const Scenery *scenery, Reals z)
{
    return reals_min(z * z * scenery->fading, reals_splat(RIPPLE_FAR));
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

RIPPLE_INLINE Uint32s to_bytes(Reals v)
{
    return (Uint32s)reals_truncate(
        reals_clamp(v, reals_splat(0), reals_splat(255)) + 0.5f);
}

/* Finds the places that the pixels from x on of row y show. */
RIPPLE_INLINE void find_places(const ShadeArgs *args, Group *group, int x,
                               int y)
{
    const Eye *eye = &args->eye;
    Vectors ahead = look_ahead(eye, x);
    Reals inverse = reals_load(args->inverse + y * args->inverse_stride + x);
    float up = (eye->horizon - ((float)y + 0.5f)) * eye->inverse_focal;
    Reals length =
        1.0f / reals_sqrt(ahead.x * ahead.x + ahead.y * ahead.y + up * up);
    Reals z;

    group->column = x;
    group->row = y;
    group->is_place = inverse > 0.0f;
    z = 1.0f / reals_blend(group->is_place, inverse, reals_splat(1));
    group->view = (Vectors){ahead.x * length, ahead.y * length, up * length};
    group->x = eye->place.x + ahead.x * z;
    group->y = eye->place.y + ahead.y * z;
    group->z = z;
    group->spots = find_spots(&args->terrain, group->x, group->y);
}

/* Moves the water's edge, and finds foam there. */
RIPPLE_INLINE void find_edge(const ShadeArgs *args, Group *group)
{
    const Scenery *scenery = &args->scenery;
    Reals none = reals_splat(0), one = reals_splat(1), depth = group->depth;
    float reach = 1 / scenery->foam, scale = scenery->tile;
    Int32s is_near = (depth < reach * 2.2f) & (depth > reach * -1.2f);
    Reals broad, phase, swash, waded, lace, line, foam;
    Waves fine;

    group->edge = depth;
    group->foam = none;
    if (!reals_any(is_near & group->is_place))
        return;
    broad =
        read_waves(args->sea, group->x * scale * 1.3f, group->y * scale * 1.3f)
            .noise;
    fine = read_waves(args->sea + RIPPLE_SEA_TEXELS, group->x * scale * 6.0f,
                      group->y * scale * 6.0f);
    phase = scenery->swash + broad * 0.9f + 4.0f;
    swash = find_wave(phase);
    depth = depth +
            (swash * 0.5f + broad * 0.5f + fine.noise * 0.25f) * (reach * 0.4f);
    waded = depth * scenery->foam;
    lace =
        reals_clamp(fine.noise * 1.3f + fine.light * 0.25f + 0.62f, none, one);
    line = waded * 1.6f - 1.1f + find_wave(phase + 0.25f) * 0.9f;
    foam = reals_clamp(
        1.0f - waded * find_raggedness(scenery, group->x, group->y) * 1.3f,
        none, one);
    foam = foam * foam * 0.75f +
           reals_clamp(1.0f - line * line * 9.0f, none, one) * lace * 0.7f;
    foam = foam * lace * (swash * 0.25f + 0.75f) /
           (group->z * group->z * scenery->fading * 0.6f + 1.0f);
    if (args->terrain.bank > 0)
        foam = foam * 0.2f;
    group->edge = reals_blend(is_near, depth, group->depth);
    group->foam = reals_blend(is_near, foam, none);
}

/* Finds whether places show ground, water or both. */
RIPPLE_INLINE void find_surfaces(Run *run, Group *group)
{
    const ShadeArgs *args = run->args;

    group->land = group->floor = NULL;
    if (!reals_any(group->is_place))
        return;
    group->places = read_places(&args->terrain, &group->spots);
    group->depth = group->places.water - group->places.ground;
    find_edge(args, group);
    group->share = reals_clamp(group->edge * args->scenery.foam * 8.0f,
                               reals_splat(0), reals_splat(1));
    if (reals_any(group->is_place & (group->share < 1.0f))) {
        group->land = &run->grounds[run->ground_count++];
        group->land->x = group->x;
        group->land->y = group->y;
        group->land->z = group->z;
        group->land->bare = reals_splat(0);
        group->land->out = group->spots.out;
        group->land->light = read_floors(&args->terrain, &group->spots).light;
    }
    if (reals_any(group->is_place & (group->share > 0.0f)))
        group->floor = &run->grounds[run->ground_count++];
}

RIPPLE_INLINE void add_waves(Group *group, Waves waves, Reals slope, Reals size)
{
    Reals share =
        reals_clamp(1.6f - size * 0.25f, reals_splat(0), reals_splat(1));
    Reals shown = slope * share;

    group->sharp_x = group->sharp_x + waves.slope_x * slope;
    group->sharp_y = group->sharp_y + waves.slope_y * slope;
    group->slope_x = group->slope_x + waves.slope_x * shown;
    group->slope_y = group->slope_y + waves.slope_y * shown;
    group->lost = group->lost + slope * slope * (1.0f - share * share);
}

RIPPLE_INLINE Waves read_turned(const SeaTexel *tile, Reals x, Reals y,
                                float cosine, float sine)
{
    Waves waves =
        read_waves(tile, x * cosine + y * sine, y * cosine - x * sine);

    return (Waves){waves.slope_x * cosine - waves.slope_y * sine,
                   waves.slope_y * cosine + waves.slope_x * sine, waves.light,
                   waves.noise};
}

/* Finds the slope that mirrors the sun, negated. */
RIPPLE_INLINE void find_sun(const Scenery *scenery, Group *group)
{
    Reals inverse = 1.0f / (scenery->sun.up - group->view.up);
    Reals x = (scenery->sun.x - group->view.x) * inverse;
    Reals y = (scenery->sun.y - group->view.y) * inverse;

    group->toward_x = x;
    group->toward_y = y;
    group->is_sunny = x * x + y * y < 0.5f;
}

/* See find_wind in scalar_perspective.c. */
RIPPLE_INLINE void add_wind(const ShadeArgs *args, Group *group)
{
    const Scenery *scenery = &args->scenery;
    const SeaTexel *fine = args->sea + RIPPLE_SEA_TEXELS;
    Reals end = reals_splat(1e6f), none = reals_splat(0);
    Reals x = group->x, y = group->y, z = group->z;
    Reals u, v, turn, a, b, gust, open, strong, texels;
    float scale = scenery->tile;
    Waves middle, finest = {none, none, none, none};

    if (group->floor == NULL)
        return;
    find_sun(scenery, group);
    u = reals_clamp(x * scenery->breeze, -end, end) + scenery->gust_u;
    v = reals_clamp(y * scenery->breeze, -end, end) + scenery->gust_v;
    turn = find_wave(u * 0.137f - v * 0.291f);
    a = find_wave(u * 0.31f + v * 0.93f + turn * 0.4f);
    b = find_wave(u * 0.83f - v * 0.57f - turn * 0.4f);
    gust = (a + b + (a - b) * turn * 0.7f) * 0.25f;
    open = ease(reals_max(group->depth, none) * scenery->breeze * 6.0f) * 0.7f +
           0.3f;
    strong = gust * 0.9f + 1.0f;
    texels = z * args->eye.inverse_focal * (float)RIPPLE_SEA_SIDE *
             reals_sqrt(reals_clamp(z * (1 / args->eye.place.up),
                                    reals_splat(1), reals_splat(40)));
    group->gust = gust;
    group->slope_x = group->slope_y = group->sharp_x = group->sharp_y = none;
    group->lost = none;
    add_waves(group, read_waves(args->sea, x * scale, y * scale),
              open * strong * 0.045f, texels * scale);
    scale = scale * 4.3f;
    middle = read_turned(fine, x * scale, y * scale, 0.8f, -0.6f);
    add_waves(group, middle, strong * 0.06f, texels * scale);
    group->light = middle.light;
    scale = scale * 4.3f;
    /* Waves that the frame cannot show matter only to the sun. */
    if (reals_any(group->is_sunny | (texels * scale < 6.5f)))
        finest = read_turned(fine, x * scale, y * scale, 0.28f, 0.96f);
    add_waves(group, finest, strong * 0.06f, texels * scale);
}

RIPPLE_INLINE Reals find_glint(const Scenery *scenery, const Group *group,
                               Reals slope_x, Reals slope_y)
{
    Reals x = group->toward_x + slope_x, y = group->toward_y + slope_y;
    Reals lost = group->lost, spread = lost * 0.25f + 0.0005f;
    Reals wide = lost * 2.0f + 0.004f, off, both, core, halo;

    if (!reals_any(group->is_sunny))
        return reals_splat(0);
    off = (x * x + y * y) * 0.25f;
    both = 1.0f / ((off + spread) * spread);
    core = spread * spread * both;
    core = core * core;
    core = core * core;
    core = core * core * ((off + spread) * 0.0036f * both);
    halo = wide / (off + wide);
    halo = halo * halo;
    return reals_blend(group->is_sunny,
                       (core + halo * halo * 0.6f) * scenery->glitter,
                       reals_splat(0));
}

/* Finds the mirrored view and the sun in it, the tone of the water, and the
   place of the floor as if it were level. */
RIPPLE_INLINE void bend_view(const ShadeArgs *args, Group *group)
{
    const Scenery *scenery = &args->scenery;
    const float scale =
        1.0f / (1 << (RIPPLE_INCLINE_BITS + RIPPLE_ACROSS_BITS));
    Reals none = reals_splat(0), one = reals_splat(1), bound = one * 0.3f;
    Vectors normal, view = group->view;
    Reals ring_x, ring_y, far, keep, slope_x, slope_y, length;
    Reals along, cosine, flat, flat2, twice, up, slant, depth, out;
    Reals facing, through, shoulder;
    Ground *floor = group->floor;

    if (floor == NULL)
        return;
    ring_x = group->places.slope_x * scale;
    ring_y = group->places.slope_y * scale;
    far = find_farness(scenery, group->z);
    keep = 1.0f / (far * far + 1.0f);
    slope_x = ring_x * keep + group->slope_x;
    slope_y = ring_y * keep + group->slope_y;
    length = 1.0f / reals_sqrt(slope_x * slope_x + slope_y * slope_y + 1.0f);
    normal = (Vectors){-slope_x * length, -slope_y * length, length};
    along = view.x * normal.x + view.y * normal.y + view.up * normal.up;
    cosine = reals_min(reals_max(-along, along), one);
    flat = 1.0f - cosine;
    flat2 = flat * flat;
    group->fresnel =
        (flat2 * flat2 * flat * 0.98f / (group->lost * 60.0f + 1.0f) + 0.02f) *
        scenery->mirror;
    twice = 2.0f * cosine;
    up = view.up + twice * normal.up;
    group->mirrored = (Vectors){view.x + twice * normal.x,
                                view.y + twice * normal.y, reals_max(up, -up)};
    group->glint = find_glint(scenery, group, ring_x + group->sharp_x,
                              ring_y + group->sharp_y);
    facing = -(slope_x * scenery->sun.x + slope_y * scenery->sun.y);
    through = reals_clamp(facing * 3.0f + 0.25f, none, one);
    facing = -(ring_x * scenery->sun.x + ring_y * scenery->sun.y) * keep;
    group->tone = reals_clamp(group->places.water * scenery->breeze * 8.0f +
                                  facing * 0.5f,
                              -bound, bound) +
                  1.0f;
    shoulder = reals_clamp(facing * 6.0f - 0.8f, none, one);
    group->glint = group->glint + shoulder * shoulder * 1.4f;
    group->through = through * through;
    group->longer =
        1.0f / reals_sqrt(1.0f - 0.5625f * (1.0f - view.up * view.up));
    slant = 0.75f * group->longer;
    floor->x = view.x * slant - normal.x * 0.33f;
    floor->y = view.y * slant - normal.y * 0.33f;
    floor->z = group->z;
    depth = reals_max(group->depth, none);
    out = group->spots.out;
    group->spots = find_spots(&args->terrain, group->x + floor->x * depth,
                              group->y + floor->y * depth);
    group->path = none;
    if (args->terrain.bank > 0) {
        group->path =
            group->spots.out / (reals_max(floor->x, -floor->x) +
                                reals_max(floor->y, -floor->y) + 0.01f);
        group->spots.out = none;
    }
    group->spots.out = reals_max(group->spots.out, out);
}

RIPPLE_INLINE Reals find_beyond(const ShadeArgs *args, Reals x, Reals y,
                                Reals gust)
{
    Reals rim = args->scenery.rim * (1.0f + gust), none = reals_splat(0);
    float half_x = args->terrain.max_x * 0.5f;
    float half_y = args->terrain.max_y * 0.5f;

    x = x - half_x;
    y = y - half_y;
    x = reals_max(reals_max(x, -x) - half_x + rim, none);
    y = reals_max(reals_max(y, -y) - half_y + rim, none);
    return x * x + y * y;
}

RIPPLE_INLINE Reals find_caustic(const ShadeArgs *args, const Group *group,
                                 Reals depth)
{
    const Scenery *scenery = &args->scenery;
    const Ground *floor = group->floor;
    Reals none = reals_splat(0), z = group->z;
    Reals deep = depth * scenery->breeze * 12.0f, light;
    Reals sharp = reals_max(1.0f - deep * 0.25f, none);
    Reals near = reals_max(1.0f - z * z * scenery->fading * 0.5f, none);
    float scale = scenery->tile * 3.7f;
    Waves other;

    sharp = sharp * sharp * sharp * near;
    if (!reals_any(sharp > 0.0f))
        return none;
    other = read_turned(args->sea + RIPPLE_SEA_TEXELS, floor->x * scale,
                        floor->y * scale, 0.6f, 0.8f);
    light = reals_clamp((group->light + other.light) * 0.2f,
                        reals_splat(-0.16f), reals_splat(0.7f)) *
            reals_min(deep * 2.0f, reals_splat(1));
    return reals_blend(sharp > 0.0f,
                       light *
                           reals_clamp(other.noise * 1.5f + 0.75f,
                                       reals_splat(0.15f), reals_splat(1.3f)) *
                           sharp,
                       none);
}

/* Finds the floor from floor->x and y, the way to it for a cell of depth. */
RIPPLE_INLINE void find_floor(const ShadeArgs *args, Group *group)
{
    Ground *floor = group->floor;
    Floors floors;
    Reals depth, beyond;

    if (floor == NULL)
        return;
    floors = read_floors(&args->terrain, &group->spots);
    depth = reals_max(group->places.water - floors.ground, reals_splat(0));
    floor->light = floors.light;
    floor->x = group->x + floor->x * depth;
    floor->y = group->y + floor->y * depth;
    floor->out = group->spots.out;
    beyond = args->terrain.bank > 0
                 ? reals_splat(0)
                 : find_beyond(args, floor->x, floor->y, group->gust);
    floor->bare = ease(beyond * args->scenery.bare);
    group->caustic = find_caustic(args, group, depth) + 1.0f;
    depth = reals_max(depth - group->path, reals_splat(0));
    group->path =
        reals_min(depth * group->longer + depth + beyond * args->scenery.sink,
                  reals_splat(RIPPLE_FAR));
}

RIPPLE_INLINE void mirror_sky(const ShadeArgs *args, Group *group)
{
    if (group->floor == NULL)
        return;
    group->sky = sample_sky(args, group->mirrored, group->lost * 2.0f,
                            args->scenery.shine, 1)
                     .colour;
    group->sky = mirror_land(args, group);
}

RIPPLE_INLINE Colours sample_water(const Scenery *scenery, const Group *group)
{
    Colours body =
        absorb(scenery, colours_brighten(group->floor->colour, group->caustic),
               group->path);

    body = colours_brighten(body, group->tone);
    body = (Colours){body.red + group->through * 6.0f,
                     body.green + group->through * 46.0f,
                     body.blue + group->through * 44.0f};
    return add_sun(colours_mix(body, group->sky, group->fresnel),
                   group->glint * (group->fresnel + 0.12f));
}

RIPPLE_INLINE Colours sample_land(const ShadeArgs *args, const Group *group)
{
    const Scenery *scenery = &args->scenery;
    Reals none = reals_splat(0), one = reals_splat(1);
    float scale = scenery->tile * 13;
    Reals wet = reals_clamp(
        (group->edge - 0.22f / scenery->foam) * scenery->moist + 1.3f, none,
        one);
    Reals grain = read_waves(args->sea, group->x * scale,
                             (group->y - group->edge * 2.0f) * scale)
                      .noise;

    grain =
        reals_clamp(grain * 0.8f, reals_splat(-0.45f), reals_splat(0.45f)) *
        reals_max(1.0f - group->z * group->z * scenery->fading * 0.4f, none);
    return colours_brighten(group->land->colour,
                            (1.0f - wet * 0.25f) *
                                (grain * (1.0f - wet * 0.7f) + 1.0f));
}

RIPPLE_INLINE Colours sample_place(const ShadeArgs *args, const Group *group)
{
    Reals none = reals_splat(0);
    Colours colour = {none, none, none};

    if (group->land != NULL)
        colour = colours_blend(group->share < 1.0f, sample_land(args, group),
                               colour);
    if (group->floor != NULL)
        colour = colours_blend(group->share > 0.0f,
                               colours_mix(colour,
                                           sample_water(&args->scenery, group),
                                           group->share),
                               colour);
    if (reals_any(group->foam > 0.0f))
        colour = colours_mix(
            colour, colours_splat((Colour){246, 249, 248}),
            reals_min(group->foam * group->share, reals_splat(0.9f)));
    return colour;
}

/* Stores the pixels: land, water, foam, haze and sky. */
RIPPLE_INLINE void colour_group(const ShadeArgs *args, const Group *group,
                                uint32_t *to)
{
    Colours colour = {group->z, group->z, group->z};
    Colour tint = args->scenery.tint;

    if (reals_any(~group->is_place)) {
        Skies sky = sample_sky(args, group->view, reals_splat(0), 1, 0);

        colour =
            add_sun(sky.colour, reals_clamp((sky.sun * sky.sun - 0.75f) * 8.0f,
                                            reals_splat(0), reals_splat(1)));
    }
    if (reals_any(group->is_place)) {
        Reals haze =
            group->z * group->z / (group->z * group->z + args->scenery.haze);
        Colours place = colours_mix(sample_place(args, group),
                                    colours_splat(args->scenery.horizon), haze);

        colour = colours_blend(group->is_place, place, colour);
    }
    half_store(to, (Lanes)(0xff000000u | to_bytes(colour.red * tint.red) << 16 |
                           to_bytes(colour.green * tint.green) << 8 |
                           to_bytes(colour.blue * tint.blue)));
}

static void shade_run(Run *run)
{
    int count = run->group_count;

    run->ground_count = 0;
    for (int i = 0; i < count; i++)
        find_surfaces(run, &run->groups[i]);
    for (int i = 0; i < count; i++)
        add_wind(run->args, &run->groups[i]);
    for (int i = 0; i < count; i++)
        bend_view(run->args, &run->groups[i]);
    for (int i = 0; i < count; i++)
        find_floor(run->args, &run->groups[i]);
    for (int i = 0; i < run->ground_count; i++)
        light_ground(run->args, &run->grounds[i]);
    for (int i = 0; i < count; i++)
        mirror_sky(run->args, &run->groups[i]);
    for (int i = 0; i < count; i++)
        colour_group(run->args, &run->groups[i], run->to[i]);
}

RIPPLE_INLINE int can_index_texture(const Texture *texture)
{
    int fits = 1;

    for (int i = 0; i < RIPPLE_TEXTURE_LEVELS; i++) {
        const TextureLevel *level = &texture->levels[i];

        fits = fits && level->stride <= INT16_MAX && level->last_x > 0 &&
               level->last_y > 0 && level->last_y <= INT16_MAX;
    }
    return fits;
}

/* The last groups of a row may overlap. */
static void shade_pixels(Run *run, int x, int end, int y)
{
    uint32_t *row = run->args->frame + y * run->args->frame_stride;

    while (x < end) {
        for (run->group_count = 0; run->group_count < GROUPS && x < end;
             run->group_count++) {
            int first = x + REALS <= end ? x : end - REALS;

            run->to[run->group_count] = row + first;
            find_places(run->args, &run->groups[run->group_count], first, y);
            x += REALS;
        }
        shade_run(run);
    }
}

static RIPPLE_SHADE(shade_rect)
{
    Run run;

    if (rect.width < REALS || !can_index_terrain(&args->terrain) ||
        !can_index_texture(&args->texture)) {
        RIPPLE_FALLBACK.shade(args, rect);
        return;
    }
    run.args = args;
    for (int y = rect.y; y < rect.y + rect.height; y++)
        shade_pixels(&run, rect.x, rect.x + rect.width, y);
}

#endif
