/* SPDX-License-Identifier: MIT */
/*
 * The kernels of the perspective view: a column caster, as in games of 1992,
 * and a pixel shader. perspective_kernels.h has a drawing of the geometry. The
 * order of every sum and product is part of the specification.
 *
 * Water follows Fresnel and Snell, with Schlick's power of 5 and refraction for
 * small slopes. The flatter the view, the more sky the water mirrors. The floor
 * is seen refracted, and its light loses red first. Wind waves are read from
 * tiles at three scales; those too fine for the frame are lost, but what their
 * slopes vary by blurs the mirrored sun and sky.
 */
#include "lib/kernels/scalar.h"

#include <math.h>

/* Choose as CPU instructions do, also between zeros. */
static float min_real(float a, float b)
{
    return b < a ? b : a;
}

static float max_real(float a, float b)
{
    return a < b ? b : a;
}

static float clamp_real(float v, float min, float max)
{
    return max_real(min_real(v, max), min);
}

static float mix(float a, float b, float share)
{
    return a + (b - a) * share;
}

static Colour mix_colours(Colour a, Colour b, float share)
{
    return (Colour){mix(a.red, b.red, share), mix(a.green, b.green, share),
                    mix(a.blue, b.blue, share)};
}

/* Smoothstep: from 0 to 1, with slope 0 at both ends. */
static float ease(float v)
{
    v = clamp_real(v, 0, 1);
    return v * v * (3 - 2 * v);
}

static Colour brighten(Colour colour, float light)
{
    return (Colour){colour.red * light, colour.green * light,
                    colour.blue * light};
}

static float dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.up * b.up;
}

/* A place on the maps: the cell up and left of it, and the offset to it. */
typedef struct Spot {
    ptrdiff_t at;
    int across;  /* in 1/RIPPLE_ACROSS */
    float share; /* down */
    float out;   /* cells outside the pool */
} Spot;

/* The spot of a place inside maps of a stride; both coordinates are 0 or more.
 */
static Spot make_spot(float x, float y, ptrdiff_t stride)
{
    int column = (int)x, row = (int)y;

    return (Spot){
        .at = row * stride + column,
        .across = (int)((x - (float)column) * RIPPLE_ACROSS),
        .share = y - (float)row,
    };
}

static Spot find_spot(const Terrain *terrain, float x, float y)
{
    float in_x = clamp_real(x, 0, terrain->max_x);
    float in_y = clamp_real(y, 0, terrain->max_y);
    Spot spot = make_spot(in_x, in_y, terrain->stride);

    spot.out = max_real(x - in_x, in_x - x) + max_real(y - in_y, in_y - y);
    return spot;
}

/* RIPPLE_ACROSS times the mix of two values, rounded to a float. */
static float mix_across(int left, int right, int across)
{
    return (float)(left * (RIPPLE_ACROSS - across) + right * across);
}

/* RIPPLE_ACROSS times the bilinear mix of neighbours, `step` apart. */
static float read_map(const int16_t *map, int step, ptrdiff_t stride,
                      const Spot *spot)
{
    const int16_t *above = map + spot->at * step;
    const int16_t *below = above + stride * step;

    return mix(mix_across(above[0], above[step], spot->across),
               mix_across(below[0], below[step], spot->across), spot->share);
}

/* Reads a value of places; `first` is that of place 0. */
static float read_place(const int16_t *first, const Terrain *terrain,
                        const Spot *spot)
{
    return read_map(first, sizeof(Place) / sizeof *first, terrain->stride,
                    spot);
}

/* Reads a value of the floor. */
static float read_floor(const int16_t *first, const Terrain *terrain,
                        const Spot *spot)
{
    return read_map(first, sizeof(Floor) / sizeof *first, terrain->stride,
                    spot);
}

/* The share of the bank in the ground, `out` cells outside the pool. */
static float bank_share(const Terrain *terrain, float out)
{
    return ease(out * terrain->bank_in);
}

/* The height of the ground; `value` is that of read_map. */
static float find_ground(const Terrain *terrain, const Spot *spot, float value)
{
    float ground = value * (terrain->unit / RIPPLE_ACROSS);

    return terrain->bank > 0
               ? mix(ground, terrain->bank, bank_share(terrain, spot->out))
               : ground - spot->out * spot->out * terrain->fall;
}

static float read_ground(const Terrain *terrain, const Spot *spot)
{
    return find_ground(terrain, spot,
                       read_place(&terrain->places->ground, terrain, spot));
}

/* The share of the ground's own light, `out` cells outside the pool; the rest
   is that of level ground. */
static float own_light_share(float out)
{
    return max_real(1 - out * (1 / RIPPLE_EVEN_AFTER), 0);
}

static float read_water(const Terrain *terrain, const Spot *spot)
{
    float water = read_place(&terrain->places->water, terrain, spot) *
                  (terrain->unit / RIPPLE_ACROSS);

    return terrain->bank > 0 ? water * (1 - bank_share(terrain, spot->out))
                             : water;
}

static Vector look_ahead(const Eye *eye, int x)
{
    float side = ((float)x + 0.5f - eye->middle) * eye->inverse_focal;

    return (Vector){eye->forward_x + eye->right_x * side,
                    eye->forward_y + eye->right_y * side, 0};
}

/* The top of the drawn part of a column, and the last place. */
typedef struct Skyline {
    int top;            /* rows above this one are still open */
    float highest;      /* the highest row of all places */
    float lowest;       /* the lowest since then */
    float row, inverse; /* of the place before */
} Skyline;

/* Marks the top if it hides places. */
static void mark_edge(const CastArgs *args, int x, const Skyline *skyline)
{
    float over = (float)skyline->top - skyline->highest;

    if (skyline->lowest > skyline->highest + RIPPLE_EDGE_DROP &&
        skyline->top > 0 && skyline->top < args->height)
        args->edges[skyline->top * args->inverse_stride + x] =
            (uint8_t)(1 + (int)(over * (float)RIPPLE_EDGE_ROW));
}

/* Between two places the land is straight, so 1 / z is linear in rows. */
static void draw_rise(const CastArgs *args, int x, Skyline *skyline, float row,
                      float inverse)
{
    float in = clamp_real(row, 0, (float)args->height);
    int top = (int)in;
    float per_row = (inverse - skyline->inverse) / (row - skyline->row);

    top += (float)top < in;
    for (int y = top; y < skyline->top; y++) {
        float v = skyline->inverse + ((float)y - skyline->row) * per_row;

        args->inverse[y * args->inverse_stride + x] =
            clamp_real(v, inverse, skyline->inverse);
    }
    if (top < skyline->top)
        skyline->top = top;
}

/* The centre of row y is at y + 1/2; rows here are shifted by -1/2. */
static void cast_column(const CastArgs *args, int x)
{
    const Eye *eye = &args->eye;
    Vector ahead = look_ahead(eye, x);
    float horizon = eye->horizon - 0.5f;
    Skyline skyline = {args->height, 1e9f, 1e9f, 1e9f, 1 / args->distances[0]};
    float per_row = 1 / (eye->focal * (eye->place.up - args->terrain.bank));

    for (int i = 0; i < args->count && skyline.top > 0; i++) {
        float z = args->distances[i], inverse = 1 / z;
        Spot spot = find_spot(&args->terrain, eye->place.x + ahead.x * z,
                              eye->place.y + ahead.y * z);
        float height = max_real(read_ground(&args->terrain, &spot),
                                read_water(&args->terrain, &spot));
        float row = horizon + (eye->place.up - height) * (eye->focal * inverse);

        if (row < skyline.highest) {
            mark_edge(args, x, &skyline);
            draw_rise(args, x, &skyline, row, inverse);
            skyline.highest = skyline.lowest = row;
        }
        skyline.lowest = max_real(skyline.lowest, row);
        skyline.row = row;
        skyline.inverse = inverse;
    }
    mark_edge(args, x, &skyline);
    for (int y = 0; y < skyline.top; y++) {
        float below = (float)y - horizon;

        args->inverse[y * args->inverse_stride + x] =
            below > 0 ? max_real(below * per_row, 1e-7f) : 0;
    }
}

RIPPLE_CAST(ripple_scalar_cast)
{
    for (int x = args->x; x < args->x + args->width; x++)
        cast_column(args, x);
}

/* The mean of four pixels, with shares in 1/16. */
static Colour mix_texels(const uint32_t *from, ptrdiff_t right, ptrdiff_t down,
                         uint32_t x, uint32_t y)
{
    const uint32_t even = 0x00ff00ffu;
    uint32_t shares[] = {(16 - x) * (16 - y), x * (16 - y), (16 - x) * y,
                         x * y};
    uint32_t texels[] = {from[0], from[right], from[down], from[down + right]};
    uint32_t low = 0, high = 0;

    for (int i = 0; i < 4; i++) {
        low += (texels[i] & even) * shares[i];
        high += (texels[i] >> 8 & even) * shares[i];
    }
    return (Colour){(float)(low >> 24), (float)(high >> 8 & 255),
                    (float)(low >> 8 & 255)};
}

/* A column or row of a level; beyond its edges the level is mirrored. */
static float mirror_coordinate(float place, float per_cell, int last)
{
    float v = (place + 0.5f) * per_cell - 0.5f, rest;

    v = max_real(v, -v);
    rest = (float)last - v;
    return clamp_real((float)last - max_real(rest, -rest), 0, (float)last);
}

/* Samples the level whose pixels are about as large as those of the frame. */
static Colour read_texture(const Texture *texture, float x, float y, float z)
{
    const TextureLevel *level = texture->levels;
    float scale = 1, in_x, in_y;
    int column, row;

    for (int i = 0; i < RIPPLE_TEXTURE_LEVELS - 1; i++) {
        if (z > texture->limits[i]) {
            level++;
            scale *= 0.5f;
        }
    }
    in_x = mirror_coordinate(x, texture->per_cell_x * scale, level->last_x);
    in_y = mirror_coordinate(y, texture->per_cell_y * scale, level->last_y);
    column = (int)in_x;
    row = (int)in_y;
    return mix_texels(
        (level == texture->levels ? texture->pixels : texture->coarse) +
            level->first + row * level->stride + column,
        column < level->last_x, row < level->last_y ? level->stride : 0,
        (uint32_t)((in_x - (float)column) * 16),
        (uint32_t)((in_y - (float)row) * 16));
}

/* The colour of the ground; `bare` is the share of the bed's colour in it. */
static Colour cover_ground(const ShadeArgs *args, float x, float y, float bare,
                           float z)
{
    return bare < 1 ? mix_colours(read_texture(&args->texture, x, y, z),
                                  args->scenery.bed, bare)
                    : args->scenery.bed;
}

/* Wind waves at a place, read from a tile. */
typedef struct Waves {
    float slope_x, slope_y, light, noise;
} Waves;

/* Converts a place in tiles to texels of one tile. */
static float wrap_tile(float v)
{
    v = clamp_real(v, -1e6f, 1e6f);
    v = v - (float)(int)v;
    v = v < 0 ? v + 1 : v;
    return min_real(v * RIPPLE_SEA_SIDE, RIPPLE_SEA_SIDE - 0.001f);
}

/* Reads a value of a tile; `first` is that of texel 0. */
static float read_texel(const int16_t *first, const Spot *spot)
{
    return read_map(first, sizeof(SeaTexel) / sizeof *first, RIPPLE_SEA_STRIDE,
                    spot);
}

/* Reads a tile at (u, v), in tiles. */
static Waves read_waves(const SeaTexel *tile, float u, float v)
{
    const float one = 1 / (RIPPLE_SEA_ONE * RIPPLE_ACROSS);
    Spot spot = make_spot(wrap_tile(u), wrap_tile(v), RIPPLE_SEA_STRIDE);

    return (Waves){
        read_texel(&tile->slope_x, &spot) * one,
        read_texel(&tile->slope_y, &spot) * one,
        read_texel(&tile->light, &spot) * one,
        read_texel(&tile->noise, &spot) * (1 / (32767.0f * RIPPLE_ACROSS)),
    };
}

/* A joint between slabs, where v is whole: 1 in its middle, 0 beside it. */
static float find_joint(float v)
{
    float t = v - (float)(int)v;

    t = max_real(t, -t);
    return max_real(1 - min_real(t, 1 - t) * 50, 0);
}

/* The bank, `out` cells outside the pool: a deck has a coping of 7 cells and
   slabs of 20; else the ground of the pool goes over into grass. Fine noise is
   bent by the broad, so that its tiles form no grid. */
static Colour cover_bank(const ShadeArgs *args, Colour ground, float x, float y,
                         float out, float z)
{
    const Scenery *scenery = &args->scenery;
    float scale = scenery->tile;
    float broad = read_waves(args->sea, (x * 0.8f + y * 0.6f) * scale,
                             (y * 0.8f - x * 0.6f) * scale)
                      .noise;
    float wide =
        read_waves(args->sea, x * scale * 0.23f, y * scale * 0.23f).noise;
    float fine = read_waves(args->sea, x * scale * 17 + broad * 4,
                            y * scale * 17 + wide * 4)
                     .noise;
    float near = 1 / (z * z * scenery->smooth * 3 + 1);
    float grain = fine * near * 0.14f + (broad + wide) * 0.15f + 1;
    float slabs = clamp_real((out - 7) * 2, 0, 1), edge, joints, grass;

    if (args->terrain.is_deck) {
        edge = 1 - clamp_real(max_real(out - 7, 7 - out) * 2, 0, 1);
        joints = max_real(find_joint(x * 0.05f), find_joint(y * 0.05f));
        joints = max_real(joints * slabs * near, edge * 0.8f);
        return brighten(mix_colours((Colour){232, 226, 212},
                                    (Colour){206, 188, 160}, slabs),
                        grain * (1 - joints * 0.4f));
    }
    grass = ease((out - 26 + broad * 46 + fine * 9) * 0.09f);
    return mix_colours(
        brighten(ground, grain),
        brighten((Colour){92, 112, 54},
                 fine * near * 0.5f + (broad + wide) * 0.35f + 0.85f),
        grass);
}

/* The ground at a spot, lit by the sun. */
static Colour light_ground(const ShadeArgs *args, float x, float y,
                           const Spot *spot, float bare, float z)
{
    float light = read_floor(&args->terrain.floor->light, &args->terrain, spot);

    light = light * (1.0f / (1 << (RIPPLE_SUN_BITS + RIPPLE_ACROSS_BITS)));
    if (args->terrain.bank > 0 && spot->out > (args->terrain.is_deck ? 3 : 0))
        return cover_bank(args, cover_ground(args, x, y, bare, z), x, y,
                          spot->out, z);
    return brighten(cover_ground(args, x, y, bare, z),
                    mix(1, light, own_light_share(spot->out)));
}

typedef struct Sky {
    Colour colour; /* without the sun itself */
    float sun;     /* nearness of the sun, 0..1 */
} Sky;

/* Clouds lie on a ceiling and are brighter toward the sun, which is `near`,
   0..1. Mirrored ones have no details. */
static Colour add_clouds(const ShadeArgs *args, Colour sky, Vector to,
                         float near, int is_mirrored)
{
    const Scenery *scenery = &args->scenery;
    float up = clamp_real(to.up, 0, 1), scale = 0.4f / (up + 0.16f);
    float u = to.x * scale + scenery->cloud_u;
    float v = to.y * scale + scenery->cloud_v;
    float noise = read_waves(args->sea, u, v).noise, lit = 0.5f, share;

    if (!is_mirrored) {
        float toward = read_waves(args->sea, u + scenery->sun.x * 0.035f,
                                  v + scenery->sun.y * 0.035f)
                           .noise;

        noise =
            noise +
            read_waves(args->sea, u * 4 - v * 3, u * 3 + v * 4).noise * 0.3f;
        lit = clamp_real((noise - toward) * 1.1f + 0.5f, 0, 1);
    }
    share = ease((noise + 0.02f) * 2.6f) * ease(up * 9) * 0.9f;
    return mix_colours(
        sky,
        mix_colours((Colour){170, 184, 206},
                    (Colour){255, 252 - near * 8, 246 - near * 40}, lit),
        share);
}

/* A gradient, sampled `higher` above `to`, clouds, and a bloom around the sun.
 */
static Sky sample_sky(const ShadeArgs *args, Vector to, float higher,
                      float shine, int is_mirrored)
{
    const Scenery *scenery = &args->scenery;
    float low = 1 - clamp_real(to.up + higher, 0, 1), low2 = low * low;
    float near = clamp_real(dot(to, scenery->sun), 0, 1), bloom;
    Colour sky =
        mix_colours(scenery->zenith, scenery->horizon, low2 * low2 * low);

    near = near * near;
    near = near * near;
    to.up = to.up + higher;
    sky = add_clouds(args, sky, to, near, is_mirrored);
    bloom = near * near * shine;
    near = near * near * near;
    near = near * near;
    near = near * near;
    bloom = bloom + near * shine;
    return (Sky){
        {sky.red + bloom * 34, sky.green + bloom * 24, sky.blue + bloom * 8},
        near * near,
    };
}

static Colour add_sun(Colour colour, float light)
{
    return (Colour){colour.red + light * 255, colour.green + light * 240,
                    colour.blue + light * 200};
}

static Mirrored mix_mirrored(Mirrored a, Mirrored b, float share)
{
    return (Mirrored){mix_colours(a.colour, b.colour, share),
                      mix(a.top, b.top, share)};
}

static Mirrored find_mirrored(const ShadeArgs *args, int x, int y)
{
    const Mirrored *above = args->mirrored +
                            y / RIPPLE_MIRROR_ROWS * args->mirrored_stride +
                            x / RIPPLE_CAST_GROUP;
    const Mirrored *below = above + args->mirrored_stride;
    float down = (float)(y % RIPPLE_MIRROR_ROWS) * (1.0f / RIPPLE_MIRROR_ROWS);

    return mix_mirrored(mix_mirrored(above[0], below[0], down),
                        mix_mirrored(above[1], below[1], down),
                        (float)(x % RIPPLE_CAST_GROUP) *
                            (1.0f / RIPPLE_CAST_GROUP));
}

/* The mirrored colour: land, and above it the sky without the sun. */
static Colour sample_mirror(const ShadeArgs *args, Vector to, float higher,
                            const Mirrored *land)
{
    float cover = clamp_real((land->top - to.up) * RIPPLE_MIRROR_EDGE, 0, 1);

    return mix_colours(
        sample_sky(args, to, higher, args->scenery.shine, 1).colour,
        land->colour, cover);
}

/* Smooth waves of length 1, from -1 to 1. */
static float find_wave(float v)
{
    float t = v - (float)(int)v;

    t = max_real(t, -t) * 2 - 1;
    t = max_real(t, -t);
    return t * t * (6 - t * 4) - 1;
}

/* Wind at a place. */
typedef struct Wind {
    float slope_x, slope_y; /* of waves that the frame can show */
    float sharp_x, sharp_y; /* of all waves */
    float lost;             /* variance of the slopes it cannot show */
    float gust;             /* wind here above its mean, -0.5 to 0.5 */
    float light;            /* that waves gather on the floor */
} Wind;

/* Adds waves, `slope` steep. A pixel covers `size` texels of their tile: the
   more, the smaller the share that the frame shows. */
static void add_waves(Wind *wind, Waves waves, float slope, float size)
{
    float share = clamp_real(1.6f - size * 0.25f, 0, 1), shown = slope * share;

    wind->sharp_x = wind->sharp_x + waves.slope_x * slope;
    wind->sharp_y = wind->sharp_y + waves.slope_y * slope;
    wind->slope_x = wind->slope_x + waves.slope_x * shown;
    wind->slope_y = wind->slope_y + waves.slope_y * shown;
    wind->lost = wind->lost + slope * slope * (1 - share * share);
}

/* Reads a tile whose axes are turned: its x axis is (cosine, sine). */
static Waves read_turned(const SeaTexel *tile, float x, float y, float cosine,
                         float sine)
{
    Waves waves =
        read_waves(tile, x * cosine + y * sine, y * cosine - x * sine);

    return (Waves){waves.slope_x * cosine - waves.slope_y * sine,
                   waves.slope_y * cosine + waves.slope_x * sine, waves.light,
                   waves.noise};
}

/* The wind waves in water of a depth. Each of three scales is 4.3 times as fine
   as the one before. Gusts wander; the longest waves are lower in shallows. */
static Wind find_wind(const ShadeArgs *args, float x, float y, float z,
                      float depth)
{
    const Scenery *scenery = &args->scenery;
    const SeaTexel *fine = args->sea + RIPPLE_SEA_TEXELS;
    float u = clamp_real(x * scenery->breeze, -1e6f, 1e6f) + scenery->gust_u;
    float v = clamp_real(y * scenery->breeze, -1e6f, 1e6f) + scenery->gust_v;
    float turn = find_wave(u * 0.137f - v * 0.291f);
    float a = find_wave(u * 0.31f + v * 0.93f + turn * 0.4f);
    float b = find_wave(u * 0.83f - v * 0.57f - turn * 0.4f);
    float gust = (a + b + (a - b) * turn * 0.7f) * 0.25f;
    float open = ease(depth * scenery->breeze * 6) * 0.7f + 0.3f;
    float strong = gust * 0.9f + 1, scale = scenery->tile;
    float texels = z * args->eye.inverse_focal * RIPPLE_SEA_SIDE *
                   sqrtf(clamp_real(z * (1 / args->eye.place.up), 1, 40));
    Waves middle;
    Wind wind = {.gust = gust};

    add_waves(&wind, read_waves(args->sea, x * scale, y * scale),
              open * strong * 0.045f, texels * scale);
    scale = scale * 4.3f;
    middle = read_turned(fine, x * scale, y * scale, 0.8f, -0.6f);
    add_waves(&wind, middle, strong * 0.06f, texels * scale);
    wind.light = middle.light;
    scale = scale * 4.3f;
    add_waves(&wind, read_turned(fine, x * scale, y * scale, 0.28f, 0.96f),
              strong * 0.06f, texels * scale);
    return wind;
}

/* How fast foam ends with depth: a factor of 0.5 to 2.1. */
static float find_raggedness(const Scenery *scenery, float x, float y)
{
    float u = clamp_real(x * scenery->breeze, -1e6f, 1e6f);
    float v = clamp_real(y * scenery->breeze, -1e6f, 1e6f);
    float a = find_wave(u * 3.7f + v * 2.9f);
    float b = find_wave(u * 8.3f - v * 6.1f + a * 0.5f);

    return (a + b) * 0.4f + 1.3f;
}

/* Distance measure of single waves; they are visible up to 1. */
static float find_farness(const Scenery *scenery, float z)
{
    return min_real(z * z * scenery->smooth, RIPPLE_FAR);
}

/* A colour after a path through water: by channel 1 / (1 + path * thickness),
   with one division for all. */
static Colour absorb(const Scenery *scenery, Colour colour, float path)
{
    float red = 1 + path * scenery->thickness.red;
    float green = 1 + path * scenery->thickness.green;
    float blue = 1 + path * scenery->thickness.blue;
    float both = red * green, each = 1 / (both * blue);

    return (Colour){
        mix(scenery->deep.red, colour.red, green * blue * each),
        mix(scenery->deep.green, colour.green, red * blue * each),
        mix(scenery->deep.blue, colour.blue, both * each),
    };
}

/* The distance of a place beyond the rim, squared. The rim follows the edges of
   the pool, rounded at the corners and uneven by the wind. */
static float find_beyond(const ShadeArgs *args, float x, float y, float gust)
{
    const Terrain *terrain = &args->terrain;
    float rim = args->scenery.rim * (1 + gust);
    float half_x = terrain->max_x * 0.5f, half_y = terrain->max_y * 0.5f;

    x = x - half_x;
    y = y - half_y;
    x = max_real(max_real(x, -x) - half_x + rim, 0);
    y = max_real(max_real(y, -y) - half_y + rim, 0);
    return x * x + y * y;
}

/* The light that waves add to the floor, a share of it: sharpest where it is
   neither shallow nor deep. `light` is that of Wind. */
static float find_caustic(const ShadeArgs *args, float x, float y, float depth,
                          float light, float z)
{
    const Scenery *scenery = &args->scenery;
    float scale = scenery->tile * 3.7f, deep = depth * scenery->breeze * 12;
    float sharp = max_real(1 - deep * 0.25f, 0);
    float near = max_real(1 - z * z * scenery->smooth * 0.5f, 0);
    Waves other;

    sharp = sharp * sharp * sharp * near;
    if (!(sharp > 0))
        return 0;
    other = read_turned(args->sea + RIPPLE_SEA_TEXELS, x * scale, y * scale,
                        0.6f, 0.8f);
    light = clamp_real((light + other.light) * 0.2f, -0.16f, 0.7f) *
            min_real(deep * 2, 1);
    return light * clamp_real(other.noise * 1.5f + 0.75f, 0.15f, 1.3f) * sharp;
}

/* The floor through `depth` of water; `surface` is the height of the water at
   (x, y). The place where the ray would meet a level floor gives the depth and
   light of the place where it meets the real one. A ray that enters the water
   `out` cells outside the pool meets no floor nearer to the pool. */
static Colour sample_floor(const ShadeArgs *args, Vector view, Vector normal,
                           float x, float y, float out, const Wind *wind,
                           float surface, float depth, float z)
{
    const Terrain *terrain = &args->terrain;
    float longer = 1 / sqrtf(1 - 0.5625f * (1 - view.up * view.up));
    float slant = 0.75f * longer;
    float along_x = view.x * slant - normal.x * 0.33f;
    float along_y = view.y * slant - normal.y * 0.33f;
    Spot spot = find_spot(terrain, x + along_x * depth, y + along_y * depth);
    float beyond = 0, bare, ground, caustic, wall = 0;

    /* Walls of a bank are drawn as floor, unfolded, which is nearer. */
    if (terrain->bank > 0) {
        wall = spot.out / (max_real(along_x, -along_x) +
                           max_real(along_y, -along_y) + 0.01f);
        spot.out = 0;
    }
    spot.out = max_real(spot.out, out);
    ground = read_floor(&terrain->floor->ground, terrain, &spot);
    depth = max_real(surface - find_ground(terrain, &spot, ground), 0);
    x = x + along_x * depth;
    y = y + along_y * depth;
    if (!(terrain->bank > 0))
        beyond = find_beyond(args, x, y, wind->gust);
    bare = ease(beyond * args->scenery.bare);
    caustic = find_caustic(args, x, y, depth, wind->light, z);
    depth = max_real(depth - wall, 0);
    return absorb(
        &args->scenery,
        brighten(light_ground(args, x, y, &spot, bare, z), caustic + 1),
        min_real(depth * longer + depth + beyond * args->scenery.sink,
                 RIPPLE_FAR));
}

/* How much sun waves mirror: by the distance of a slope from the one that
   mirrors it, in a core and a halo that lost waves widen. */
static float find_glint(const Scenery *scenery, Vector view, float slope_x,
                        float slope_y, float lost)
{
    float inverse = 1 / (scenery->sun.up - view.up);
    float x = (scenery->sun.x - view.x) * inverse;
    float y = (scenery->sun.y - view.y) * inverse;
    float spread = lost * 0.25f + 0.0005f, wide = lost * 2 + 0.004f;
    float off, both, core, halo;

    if (!(x * x + y * y < 0.5f))
        return 0;
    x = x + slope_x;
    y = y + slope_y;
    off = (x * x + y * y) * 0.25f;
    /* core = spread / (off + spread), and 0.0036 / spread as bright */
    both = 1 / ((off + spread) * spread);
    core = spread * spread * both;
    core = core * core;
    core = core * core;
    core = core * core * ((off + spread) * 0.0036f * both);
    halo = wide / (off + wide);
    halo = halo * halo;
    return (core + halo * halo * 0.6f) * scenery->glitter;
}

/* Between two cast distances the far side of a wave may show. It is shaded like
   the near side. Troughs show the deep, and crests let light through; sides of
   waves of the pool that face the sun shine. */
static Colour sample_water(const ShadeArgs *args, Vector view, float x, float y,
                           const Spot *spot, float surface, float depth,
                           float z, const Mirrored *land)
{
    const Scenery *scenery = &args->scenery;
    const Terrain *terrain = &args->terrain;
    float scale = 1.0f / (1 << (RIPPLE_INCLINE_BITS + RIPPLE_ACROSS_BITS));
    float ring_x = read_place(&terrain->places->slope_x, terrain, spot) * scale;
    float ring_y = read_place(&terrain->places->slope_y, terrain, spot) * scale;
    float far = find_farness(scenery, z), keep = 1 / (far * far + 1);
    Wind wind = find_wind(args, x, y, z, depth);
    float slope_x = ring_x * keep + wind.slope_x;
    float slope_y = ring_y * keep + wind.slope_y;
    float length = 1 / sqrtf(slope_x * slope_x + slope_y * slope_y + 1);
    Vector normal = {-slope_x * length, -slope_y * length, length};
    float along = dot(view, normal);
    float cosine = min_real(max_real(-along, along), 1);
    float flat = 1 - cosine, flat2 = flat * flat;
    float fresnel =
        (flat2 * flat2 * flat * 0.98f / (wind.lost * 60 + 1) + 0.02f) *
        scenery->mirror;
    float twice = 2 * cosine;
    float up = view.up + twice * normal.up;
    Vector mirrored = {view.x + twice * normal.x, view.y + twice * normal.y,
                       max_real(up, -up)};
    float glint = find_glint(scenery, view, ring_x + wind.sharp_x,
                             ring_y + wind.sharp_y, wind.lost);
    float facing = -(slope_x * scenery->sun.x + slope_y * scenery->sun.y);
    float through = clamp_real(facing * 3 + 0.25f, 0, 1), shoulder, tone;
    Colour body = sample_floor(args, view, normal, x, y, spot->out, &wind,
                               surface, depth, z);

    facing = -(ring_x * scenery->sun.x + ring_y * scenery->sun.y) * keep;
    tone = surface * scenery->breeze * 8 + facing * 0.5f;
    shoulder = clamp_real(facing * 6 - 0.8f, 0, 1);
    glint = glint + shoulder * shoulder * 1.4f;
    body = brighten(body, clamp_real(tone, -0.3f, 0.3f) + 1);
    through = through * through;
    body = (Colour){body.red + through * 6, body.green + through * 46,
                    body.blue + through * 44};
    return add_sun(
        mix_colours(body, sample_mirror(args, mirrored, wind.lost * 2, land),
                    fresnel),
        glint * (fresnel + 0.12f));
}

/* The water's edge at a place: its depth as waves run up the beach and back,
   not everywhere at once, and foam, 0..1. */
typedef struct Edge {
    float depth, foam;
} Edge;

static Edge find_edge(const ShadeArgs *args, float x, float y, float depth,
                      float z)
{
    const Scenery *scenery = &args->scenery;
    float reach = 1 / scenery->foam, scale = scenery->tile;
    float broad, phase, swash, waded, lace, line, foam;
    Waves fine;

    if (!(depth < reach * 2.2f && depth > reach * -1.2f))
        return (Edge){depth, 0};
    broad = read_waves(args->sea, x * scale * 1.3f, y * scale * 1.3f).noise;
    fine =
        read_waves(args->sea + RIPPLE_SEA_TEXELS, x * scale * 6, y * scale * 6);
    phase = scenery->swash + broad * 0.9f + 4;
    swash = find_wave(phase);
    depth = depth +
            (swash * 0.5f + broad * 0.5f + fine.noise * 0.25f) * (reach * 0.4f);
    waded = depth * scenery->foam;
    lace = clamp_real(fine.noise * 1.3f + fine.light * 0.25f + 0.62f, 0, 1);
    /* A line that follows the edge in. */
    line = waded * 1.6f - 1.1f + find_wave(phase + 0.25f) * 0.9f;
    foam = clamp_real(1 - waded * find_raggedness(scenery, x, y) * 1.3f, 0, 1);
    foam = foam * foam * 0.75f +
           clamp_real(1 - line * line * 9, 0, 1) * lace * 0.7f;
    foam = foam * lace * (swash * 0.25f + 0.75f) /
           (z * z * scenery->smooth * 0.6f + 1);
    if (args->terrain.bank > 0)
        foam = foam * 0.2f;
    return (Edge){depth, foam};
}

/* Land at (x, y), under its grain, which goes up steep slopes as well: dark
   where it is wet. */
static Colour sample_land(const ShadeArgs *args, float x, float y,
                          const Spot *spot, float depth, float z)
{
    const Scenery *scenery = &args->scenery;
    float scale = scenery->tile * 13;
    float wet = clamp_real(
        (depth - 0.22f / scenery->foam) * scenery->moist + 1.3f, 0, 1);
    float grain =
        read_waves(args->sea, x * scale, (y - depth * 2) * scale).noise;

    grain = clamp_real(grain * 0.8f, -0.45f, 0.45f) *
            max_real(1 - z * z * scenery->smooth * 0.4f, 0);
    return brighten(light_ground(args, x, y, spot, 0, z),
                    (1 - wet * 0.25f) * (grain * (1 - wet * 0.7f) + 1));
}

/* Land, water and foam at (x, y), mixed by the depth of the water. */
static Colour sample_place(const ShadeArgs *args, Vector view, float x, float y,
                           float z, const Mirrored *land)
{
    Spot spot = find_spot(&args->terrain, x, y);
    float surface = read_water(&args->terrain, &spot);
    float depth = surface - read_ground(&args->terrain, &spot);
    Edge edge = find_edge(args, x, y, depth, z);
    float share = clamp_real(edge.depth * args->scenery.foam * 8, 0, 1);
    Colour colour = {0, 0, 0};

    if (share < 1)
        colour = sample_land(args, x, y, &spot, edge.depth, z);
    if (share > 0)
        colour = mix_colours(colour,
                             sample_water(args, view, x, y, &spot, surface,
                                          max_real(depth, 0), z, land),
                             share);
    return mix_colours(colour, (Colour){246, 249, 248},
                       min_real(edge.foam * share, 0.9f));
}

static uint32_t to_byte(float v)
{
    return (uint32_t)(int)(clamp_real(v, 0, 255) + 0.5f);
}

static uint32_t shade_pixel(const ShadeArgs *args, int x, int y)
{
    const Eye *eye = &args->eye;
    Vector ahead = look_ahead(eye, x), view;
    float inverse = args->inverse[y * args->inverse_stride + x];
    float up = (eye->horizon - ((float)y + 0.5f)) * eye->inverse_focal;
    float length = 1 / sqrtf(ahead.x * ahead.x + ahead.y * ahead.y + up * up);
    Colour colour;

    view = (Vector){ahead.x * length, ahead.y * length, up * length};
    if (inverse > 0) {
        float z = 1 / inverse, haze = z * z / (z * z + args->scenery.haze);
        Mirrored land = find_mirrored(args, x, y);

        colour = sample_place(args, view, eye->place.x + ahead.x * z,
                              eye->place.y + ahead.y * z, z, &land);
        colour = mix_colours(colour, args->scenery.horizon, haze);
    } else {
        Sky sky = sample_sky(args, view, 0, 1, 0);

        colour = add_sun(sky.colour,
                         clamp_real((sky.sun * sky.sun - 0.75f) * 8, 0, 1));
    }
    return 0xff000000u | to_byte(colour.red) << 16 |
           to_byte(colour.green) << 8 | to_byte(colour.blue);
}

RIPPLE_SHADE(ripple_scalar_shade)
{
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++)
            args->frame[y * args->frame_stride + x] = shade_pixel(args, x, y);
    }
}
