/* SPDX-License-Identifier: MIT */
/*
 * The kernels of the perspective view: a column caster, as in games of 1992,
 * and a pixel shader. perspective_kernels.h has a drawing of the geometry. The
 * order of every sum and product is part of the specification.
 *
 * Water follows Fresnel and Snell, with Schlick's power of 5 and refraction for
 * small slopes. The flatter the view, the more sky the water mirrors. The floor
 * is seen refracted, and its light loses red first.
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

static Spot find_spot(const Terrain *terrain, float x, float y)
{
    float in_x = clamp_real(x, 0, terrain->max_x);
    float in_y = clamp_real(y, 0, terrain->max_y);
    int column = (int)in_x, row = (int)in_y;

    return (Spot){
        .at = row * terrain->stride + column,
        .across = (int)((in_x - (float)column) * RIPPLE_ACROSS),
        .share = in_y - (float)row,
        .out = max_real(x - in_x, in_x - x) + max_real(y - in_y, in_y - y),
    };
}

/* RIPPLE_ACROSS times the mix of two values, rounded to a float. */
static float mix_across(int left, int right, int across)
{
    return (float)(left * (RIPPLE_ACROSS - across) + right * across);
}

/* RIPPLE_ACROSS times the bilinear mix of neighbours, `step` apart. */
static float read_map(const int16_t *map, int step, const Terrain *terrain,
                      const Spot *spot)
{
    const int16_t *above = map + spot->at * step;
    const int16_t *below = above + terrain->stride * step;

    return mix(mix_across(above[0], above[step], spot->across),
               mix_across(below[0], below[step], spot->across), spot->share);
}

/* Reads a value of places; `first` is that of place 0. */
static float read_place(const int16_t *first, const Terrain *terrain,
                        const Spot *spot)
{
    return read_map(first, sizeof(Place) / sizeof *first, terrain, spot);
}

/* Reads a value of the floor. */
static float read_floor(const int16_t *first, const Terrain *terrain,
                        const Spot *spot)
{
    return read_map(first, sizeof(Floor) / sizeof *first, terrain, spot);
}

/* The height of the ground; `value` is that of read_map. */
static float find_ground(const Terrain *terrain, const Spot *spot, float value)
{
    return value * (terrain->unit / RIPPLE_ACROSS) -
           spot->out * spot->out * terrain->fall;
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
    return read_place(&terrain->places->water, terrain, spot) *
           (terrain->unit / RIPPLE_ACROSS);
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
    float row, inverse; /* of the place before */
} Skyline;

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
    Skyline skyline = {args->height, 1e9f, 1 / args->distances[0]};
    float per_row = 1 / (eye->focal * eye->place.up);

    for (int i = 0; i < args->count && skyline.top > 0; i++) {
        float z = args->distances[i], inverse = 1 / z;
        Spot spot = find_spot(&args->terrain, eye->place.x + ahead.x * z,
                              eye->place.y + ahead.y * z);
        float height = max_real(read_ground(&args->terrain, &spot),
                                read_water(&args->terrain, &spot));
        float row = horizon + (eye->place.up - height) * (eye->focal * inverse);

        draw_rise(args, x, &skyline, row, inverse);
        skyline.row = row;
        skyline.inverse = inverse;
    }
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

/* The ground at a spot, lit by the sun. */
static Colour light_ground(const ShadeArgs *args, float x, float y,
                           const Spot *spot, float bare, float z)
{
    float light = read_floor(&args->terrain.floor->light, &args->terrain, spot);

    light = light * (1.0f / (1 << (RIPPLE_SUN_BITS + RIPPLE_ACROSS_BITS)));
    return brighten(cover_ground(args, x, y, bare, z),
                    mix(1, light, own_light_share(spot->out)));
}

typedef struct Sky {
    Colour colour; /* without the sun itself */
    float sun;     /* nearness of the sun, 0..1 */
} Sky;

/* A gradient, sampled `higher` above `to`, and a bloom around the sun. */
static Sky sample_sky(const Scenery *scenery, Vector to, float higher,
                      float shine)
{
    float low = 1 - clamp_real(to.up + higher, 0, 1), low2 = low * low;
    float near = clamp_real(dot(to, scenery->sun), 0, 1), bloom;
    Colour sky =
        mix_colours(scenery->zenith, scenery->horizon, low2 * low2 * low);

    near = near * near;
    near = near * near;
    bloom = near * near * shine;
    near = near * near * near;
    near = near * near;
    near = near * near;
    bloom = bloom + near * shine;
    return (Sky){
        {sky.red + bloom * 30, sky.green + bloom * 22, sky.blue + bloom * 8},
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

/* The mirrored colour: land, and above it a sky with a sun blurred by waves. */
static Colour sample_mirror(const Scenery *scenery, Vector to, float higher,
                            const Mirrored *land)
{
    float cover = clamp_real((land->top - to.up) * RIPPLE_MIRROR_EDGE, 0, 1);
    Sky sky = sample_sky(scenery, to, higher, scenery->shine);
    float specular = sky.sun * sky.sun * sky.sun * scenery->specular;

    return mix_colours(add_sun(sky.colour, specular), land->colour, cover);
}

/* Smooth waves of length 1, from -1 to 1. */
static float find_wave(float v)
{
    float t = v - (float)(int)v;

    t = max_real(t, -t) * 2 - 1;
    t = max_real(t, -t);
    return t * t * (6 - t * 4) - 1;
}

/* Wind waves at a place. */
typedef struct Wind {
    float slope_x, slope_y; /* of small waves */
    float gust;             /* wind here above its mean, -0.5 to 0.5 */
    float higher;           /* added to the elevation of reflected rays */
} Wind;

/* Each wave warps the coordinates of finer ones, too little to fold them. The
   longest one chooses which of the next two is stronger here, so that no two
   places look alike. Waves too far away for the frame fade out. */
static Wind find_wind(const Scenery *scenery, float x, float y, float far)
{
    float u = clamp_real(x * scenery->breeze, -1e6f, 1e6f);
    float v = clamp_real(y * scenery->breeze, -1e6f, 1e6f);
    float turn = find_wave(u * 0.137f - v * 0.291f);
    float a = find_wave(u * 0.31f + v * 0.93f + turn * 0.4f);
    float b = find_wave(u * 0.83f - v * 0.57f - turn * 0.4f);
    float bend = find_wave(u * 4.7f + v * 2.2f + a * 0.4f);
    float c = find_wave(u * 3.1f + v * 9.7f + b * 0.5f + bend * 0.25f);
    float d = find_wave(v * 17 - u * 9.1f + a * 1.3f - bend * 0.4f);
    float e = find_wave(u * 23 + v * 11.3f + turn + c * 0.3f);
    float gust = (a + b + (a - b) * turn * 0.7f) * 0.25f;
    float small = (gust + 1.3f) * 0.014f;
    float lost = far * scenery->breeze * RIPPLE_WIND_FADE;

    return (Wind){
        .slope_x = (c * 0.4f - d * 0.5f + e) * small,
        .slope_y = (c + d + e * 0.5f) * small,
        .gust = gust,
        .higher = scenery->rough * (1 + gust / (1 + lost * lost)),
    };
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

/* The normal of the water, flatter beyond the range of single waves. */
static Vector incline(const ShadeArgs *args, const Spot *spot, const Wind *wind,
                      float far)
{
    const Terrain *terrain = &args->terrain;
    float scale = 1.0f / (1 << (RIPPLE_INCLINE_BITS + RIPPLE_ACROSS_BITS));
    float x = read_place(&terrain->places->slope_x, terrain, spot) * scale +
              wind->slope_x;
    float y = read_place(&terrain->places->slope_y, terrain, spot) * scale +
              wind->slope_y;
    float up = 1 + far * far, length = 1 / sqrtf(x * x + y * y + up * up);

    return (Vector){-x * length, -y * length, up * length};
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

/* The floor through `depth` of water; `surface` is the height of the water at
   (x, y). The place where the ray would meet a level floor gives the depth and
   light of the place where it meets the real one. A ray that enters the water
   `out` cells outside the pool meets no floor nearer to the pool. */
static Colour sample_floor(const ShadeArgs *args, Vector view, Vector normal,
                           float x, float y, float out, float gust,
                           float surface, float depth, float z)
{
    const Terrain *terrain = &args->terrain;
    float longer = 1 / sqrtf(1 - 0.5625f * (1 - view.up * view.up));
    float slant = 0.75f * longer;
    float along_x = view.x * slant - normal.x * 0.33f;
    float along_y = view.y * slant - normal.y * 0.33f;
    Spot spot = find_spot(terrain, x + along_x * depth, y + along_y * depth);
    float beyond, bare, ground;

    spot.out = max_real(spot.out, out);
    ground = read_floor(&terrain->floor->ground, terrain, &spot);
    depth = max_real(surface - find_ground(terrain, &spot, ground), 0);
    x = x + along_x * depth;
    y = y + along_y * depth;
    beyond = find_beyond(args, x, y, gust);
    bare = ease(beyond * args->scenery.bare);
    return absorb(&args->scenery, light_ground(args, x, y, &spot, bare, z),
                  min_real(depth * longer + depth + beyond * args->scenery.sink,
                           RIPPLE_FAR));
}

/* Between two cast distances the far side of a wave may show. It is shaded like
   the near side. */
static Colour sample_water(const ShadeArgs *args, Vector view, float x, float y,
                           const Spot *spot, float surface, float depth,
                           float z, const Mirrored *land)
{
    const Scenery *scenery = &args->scenery;
    float far = find_farness(scenery, z);
    Wind wind = find_wind(scenery, x, y, far);
    Vector normal = incline(args, spot, &wind, far);
    float along = dot(view, normal);
    float cosine = min_real(max_real(-along, along), 1);
    float flat = 1 - cosine, flat2 = flat * flat;
    float fresnel = (0.02f + 0.98f * (flat2 * flat2 * flat)) * scenery->mirror;
    float twice = 2 * cosine;
    float up = view.up + twice * normal.up;
    Vector mirrored = {view.x + twice * normal.x, view.y + twice * normal.y,
                       max_real(up, -up)};

    return mix_colours(sample_floor(args, view, normal, x, y, spot->out,
                                    wind.gust, surface, depth, z),
                       sample_mirror(scenery, mirrored, wind.higher, land),
                       fresnel);
}

/* Land, water and foam at (x, y), mixed by the depth of the water. */
static Colour sample_place(const ShadeArgs *args, Vector view, float x, float y,
                           float z, const Mirrored *land)
{
    const Scenery *scenery = &args->scenery;
    Spot spot = find_spot(&args->terrain, x, y);
    float surface = read_water(&args->terrain, &spot);
    float depth = surface - read_ground(&args->terrain, &spot);
    float waded = depth * scenery->foam, share = clamp_real(waded * 8, 0, 1);
    float far = z * z * scenery->smooth;
    float ragged = find_raggedness(scenery, x, y);
    float foam = clamp_real(1 - waded * ragged, 0, 1) * share / (1 + 2 * far);
    Colour colour = {0, 0, 0};

    if (share < 1)
        colour =
            brighten(light_ground(args, x, y, &spot, 0, z),
                     1 - clamp_real(1 + depth * scenery->moist, 0, 1) * 0.3f);
    if (share > 0)
        colour = mix_colours(colour,
                             sample_water(args, view, x, y, &spot, surface,
                                          max_real(depth, 0), z, land),
                             share);
    return mix_colours(colour, (Colour){235, 240, 240}, foam * foam * 0.5f);
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
        Sky sky = sample_sky(&args->scenery, view, 0, 1);

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
