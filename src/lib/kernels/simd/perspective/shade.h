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
    Reals slope_x, slope_y; /* of the water with wind waves */
    Reals far;              /* see find_farness */
    Reals gust;             /* of wind */
    Reals higher;           /* added to the elevation of reflected rays */
    Vectors mirrored;       /* the view, mirrored by the water */
    Reals fresnel;
    Reals longer, path;   /* in the water */
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
}

typedef struct Skies {
    Colours colour;
    Reals sun;
} Skies;

RIPPLE_INLINE Skies sample_sky(const Scenery *scenery, Vectors to, Reals higher,
                               float shine)
{
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
    bloom = near * near * shine;
    near = near * near * near;
    near = near * near;
    near = near * near;
    bloom = bloom + near * shine;
    return (Skies){
        {sky.red + bloom * 30.0f, sky.green + bloom * 22.0f,
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

RIPPLE_INLINE Reals find_wave(Reals v)
{
    Reals t = v - reals_convert(reals_truncate(v));

    t = reals_max(t, -t) * 2.0f - 1.0f;
    t = reals_max(t, -t);
    return t * t * (6.0f - t * 4.0f) - 1.0f;
}

RIPPLE_INLINE Reals ease(Reals v)
{
    v = reals_clamp(v, reals_splat(0), reals_splat(1));
    return v * v * (3.0f - 2.0f * v);
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
    return reals_min(z * z * scenery->smooth, reals_splat(RIPPLE_FAR));
}

RIPPLE_INLINE Vectors incline(const Group *group)
{
    Reals x = group->slope_x, y = group->slope_y;
    Reals up = 1.0f + group->far * group->far;
    Reals length = 1.0f / reals_sqrt(x * x + y * y + up * up);

    return (Vectors){-x * length, -y * length, up * length};
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

/* Finds whether places show ground, water or both. */
RIPPLE_INLINE void find_surfaces(Run *run, Group *group)
{
    const ShadeArgs *args = run->args;
    Reals depth;

    group->land = group->floor = NULL;
    if (!reals_any(group->is_place))
        return;
    group->places = read_places(&args->terrain, &group->spots);
    depth = group->places.water - group->places.ground;
    group->depth = depth;
    group->share = reals_clamp(depth * args->scenery.foam * 8.0f,
                               reals_splat(0), reals_splat(1));
    if (reals_any(group->is_place & (group->share < 1.0f))) {
        group->land = &run->grounds[run->ground_count++];
        group->land->x = group->x;
        group->land->y = group->y;
        group->land->z = group->z;
        group->land->bare = reals_splat(0);
        group->land->light = read_floors(&args->terrain, &group->spots).light;
    }
    if (reals_any(group->is_place & (group->share > 0.0f)))
        group->floor = &run->grounds[run->ground_count++];
}

/* Adds wind waves to those of the water. */
RIPPLE_INLINE void add_wind(const Scenery *scenery, Group *group)
{
    float scale = 1.0f / (1 << (RIPPLE_INCLINE_BITS + RIPPLE_ACROSS_BITS));
    Reals end = reals_splat(1e6f);
    Reals u, v, turn, a, b, bend, c, d, e, gust, small, far, lost;

    if (group->floor == NULL)
        return;
    u = reals_clamp(group->x * scenery->breeze, -end, end);
    v = reals_clamp(group->y * scenery->breeze, -end, end);
    turn = find_wave(u * 0.137f - v * 0.291f);
    a = find_wave(u * 0.31f + v * 0.93f + turn * 0.4f);
    b = find_wave(u * 0.83f - v * 0.57f - turn * 0.4f);
    bend = find_wave(u * 4.7f + v * 2.2f + a * 0.4f);
    c = find_wave(u * 3.1f + v * 9.7f + b * 0.5f + bend * 0.25f);
    d = find_wave(v * 17.0f - u * 9.1f + a * 1.3f - bend * 0.4f);
    e = find_wave(u * 23.0f + v * 11.3f + turn + c * 0.3f);
    gust = (a + b + (a - b) * turn * 0.7f) * 0.25f;
    small = (gust + 1.3f) * 0.014f;
    far = find_farness(scenery, group->z);
    lost = far * scenery->breeze * RIPPLE_WIND_FADE;
    group->far = far;
    group->slope_x =
        group->places.slope_x * scale + (c * 0.4f - d * 0.5f + e) * small;
    group->slope_y = group->places.slope_y * scale + (c + d + e * 0.5f) * small;
    group->gust = gust;
    group->higher = scenery->rough * (1.0f + gust / (1.0f + lost * lost));
}

/* Finds the mirrored view, and the place of the floor as if it were level. */
RIPPLE_INLINE void bend_view(const ShadeArgs *args, Group *group)
{
    Vectors normal, view = group->view;
    Reals along, cosine, flat, flat2, twice, up, slant, depth, out;
    Ground *floor = group->floor;

    if (floor == NULL)
        return;
    normal = incline(group);
    along = view.x * normal.x + view.y * normal.y + view.up * normal.up;
    cosine = reals_min(reals_max(-along, along), reals_splat(1));
    flat = 1.0f - cosine;
    flat2 = flat * flat;
    group->fresnel =
        (0.02f + 0.98f * (flat2 * flat2 * flat)) * args->scenery.mirror;
    twice = 2.0f * cosine;
    up = view.up + twice * normal.up;
    group->mirrored = (Vectors){view.x + twice * normal.x,
                                view.y + twice * normal.y, reals_max(up, -up)};
    group->longer =
        1.0f / reals_sqrt(1.0f - 0.5625f * (1.0f - view.up * view.up));
    slant = 0.75f * group->longer;
    floor->x = view.x * slant - normal.x * 0.33f;
    floor->y = view.y * slant - normal.y * 0.33f;
    floor->z = group->z;
    depth = reals_max(group->depth, reals_splat(0));
    out = group->spots.out;
    group->spots = find_spots(&args->terrain, group->x + floor->x * depth,
                              group->y + floor->y * depth);
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
    beyond = find_beyond(args, floor->x, floor->y, group->gust);
    floor->bare = ease(beyond * args->scenery.bare);
    group->path =
        reals_min(depth * group->longer + depth + beyond * args->scenery.sink,
                  reals_splat(RIPPLE_FAR));
}

RIPPLE_INLINE void mirror_sky(const ShadeArgs *args, Group *group)
{
    const Scenery *scenery = &args->scenery;
    Skies sky;

    if (group->floor == NULL)
        return;
    sky = sample_sky(scenery, group->mirrored, group->higher, scenery->shine);
    group->sky =
        add_sun(sky.colour, sky.sun * sky.sun * sky.sun * scenery->specular);
    group->sky = mirror_land(args, group);
}

RIPPLE_INLINE Colours sample_water(const Scenery *scenery, const Group *group)
{
    return colours_mix(absorb(scenery, group->floor->colour, group->path),
                       group->sky, group->fresnel);
}

/* Foam ends at a `waded` of 2 or less. */
RIPPLE_INLINE Reals find_foam(const Scenery *scenery, const Group *group,
                              Reals waded)
{
    Reals ragged = find_raggedness(scenery, group->x, group->y);
    Reals far = group->z * group->z * scenery->smooth;
    Reals foam =
        reals_clamp(1.0f - waded * ragged, reals_splat(0), reals_splat(1)) *
        group->share / (1.0f + 2.0f * far);

    return foam * foam * 0.5f;
}

RIPPLE_INLINE Colours sample_place(const Scenery *scenery, const Group *group)
{
    Reals none = reals_splat(0), one = reals_splat(1);
    Reals waded = group->depth * scenery->foam;
    Colours colour = {none, none, none};

    if (group->land != NULL) {
        Reals moisture =
            reals_clamp(1.0f + group->depth * scenery->moist, none, one);
        Colours land =
            colours_brighten(group->land->colour, 1.0f - moisture * 0.3f);

        colour = colours_blend(group->share < 1.0f, land, colour);
    }
    if (group->floor != NULL)
        colour =
            colours_mix(colour, sample_water(scenery, group), group->share);
    if (reals_any(group->is_place & (group->share > 0.0f) & (waded < 2.5f)))
        colour = colours_mix(colour, colours_splat((Colour){235, 240, 240}),
                             find_foam(scenery, group, waded));
    return colour;
}

/* Stores the pixels: land, water, foam, haze and sky. */
RIPPLE_INLINE void colour_group(const Scenery *scenery, const Group *group,
                                uint32_t *to)
{
    Colours colour = {group->z, group->z, group->z};

    if (reals_any(~group->is_place)) {
        Skies sky = sample_sky(scenery, group->view, reals_splat(0), 1);

        colour =
            add_sun(sky.colour, reals_clamp((sky.sun * sky.sun - 0.75f) * 8.0f,
                                            reals_splat(0), reals_splat(1)));
    }
    if (reals_any(group->is_place)) {
        Reals haze =
            group->z * group->z / (group->z * group->z + scenery->haze);
        Colours place = colours_mix(sample_place(scenery, group),
                                    colours_splat(scenery->horizon), haze);

        colour = colours_blend(group->is_place, place, colour);
    }
    half_store(to,
               (Lanes)(0xff000000u | to_bytes(colour.red) << 16 |
                       to_bytes(colour.green) << 8 | to_bytes(colour.blue)));
}

static void shade_run(Run *run)
{
    int count = run->group_count;

    run->ground_count = 0;
    for (int i = 0; i < count; i++)
        find_surfaces(run, &run->groups[i]);
    for (int i = 0; i < count; i++)
        add_wind(&run->args->scenery, &run->groups[i]);
    for (int i = 0; i < count; i++)
        bend_view(run->args, &run->groups[i]);
    for (int i = 0; i < count; i++)
        find_floor(run->args, &run->groups[i]);
    for (int i = 0; i < run->ground_count; i++)
        light_ground(run->args, &run->grounds[i]);
    for (int i = 0; i < count; i++)
        mirror_sky(run->args, &run->groups[i]);
    for (int i = 0; i < count; i++)
        colour_group(&run->args->scenery, &run->groups[i], run->to[i]);
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
