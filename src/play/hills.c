/* SPDX-License-Identifier: MIT */
/*
 * What a place shows depends on its height, its slope and noise: values of a
 * hash at the corners of a lattice, with smooth steps between them, on lattices
 * from 1/4 of the picture down to 2 pixels. Stones, tufts, ripples and layers
 * of rock also raise the place a little; what they turn to the usual sun is
 * brighter. Rows are surveyed one ahead of the row that is painted:
 *
 *     survey(y + 1)  ->  places of y - 1, y, y + 1  ->  paint(y)
 */
#include "play/hills.h"

#include "lib/util/fixed.h"
#include "lib/util/trig.h"
#include "lib/view3d/land_map.h"

#include <math.h>
#include <stdlib.h>

#define HALF      32768.0f /* of the range of heights */
#define WIDTH     1024.0f  /* in which lengths of noise are given */
#define DEGREES   (0.1 * 180 / PI)
#define ROUGHNESS 0.5f
#define FINEST    2.0f /* pixels that a lattice is long at least */

/* Toward the sun of preset hills, in the picture, per length up. */
#define SUN_X 0.66f
#define SUN_Y (-0.79f)

#define SIDE 160 /* of the map of the formula */

/* The height of the largest tree; a height of 1 is 1/16 of the width. */
#define TREE 0.056f

typedef struct Colour {
    float red, green, blue;
} Colour;

static double height_at(int x, int z)
{
    return z * ripple_sine(x * DEGREES) + x * ripple_cosine(z * DEGREES);
}

/* 0..1 for a corner of a lattice. */
static float hash(int x, int y, int seed)
{
    uint32_t value = (uint32_t)x * 0x8da6b343u + (uint32_t)y * 0xd8163841u +
                     (uint32_t)seed * 0xcb1ab31fu;

    value = (value ^ value >> 15) * 0x2c1b3c6du;
    value = (value ^ value >> 12) * 0x297a2d39u;
    return (float)(value >> 8 & 0xffff) / 65535.0f;
}

static float ease(float t)
{
    return t * t * (3 - 2 * t);
}

static float mix(float a, float b, float share)
{
    return a + (b - a) * share;
}

/* 0 at and below `from`, 1 at and above `to`, smoothly between. */
static float ramp(float value, float from, float to)
{
    float t = (value - from) / (to - from);

    return ease(t > 1 ? 1 : t > 0 ? t : 0);
}

static float noise(float x, float y, int seed)
{
    int left = (int)x, top = (int)y;
    float right = ease(x - (float)left), down = ease(y - (float)top);

    return mix(
        mix(hash(left, top, seed), hash(left + 1, top, seed), right),
        mix(hash(left, top + 1, seed), hash(left + 1, top + 1, seed), right),
        down);
}

/* The picture's pixel, in units of length; noise goes no finer than it. */
typedef struct Grain {
    float x, y, pixel;
} Grain;

/* Noise of `octaves` lattices, the first of `length`, each half of the one
   before and turned by about 37 degrees against it. */
static float fractal(const Grain *at, float length, int octaves, int seed)
{
    float x = at->x / length + 300, y = at->y / length + 300;
    float sum = 0, part = 1, all = 0;

    for (int i = 0; i < octaves; i++) {
        float turned = 1.6f * x - 1.2f * y + 1000;

        sum +=
            part * (length < FINEST * at->pixel ? 0.5f : noise(x, y, seed + i));
        all += part;
        part *= ROUGHNESS;
        length *= 0.5f;
        y = 1.2f * x + 1.6f * y;
        x = turned;
    }
    return sum / all;
}

/* Round things, one in a cell of a lattice or none, `share` of the cells: 0
   beside them, up to 1 on top of the largest. */
static float lump(const Grain *at, float length, float share, int seed)
{
    float x = (0.8f * at->x - 0.6f * at->y) / length + 900;
    float y = (0.6f * at->x + 0.8f * at->y) / length + 300;
    int column = (int)x, row = (int)y;
    float chance = hash(column, row, seed), radius, dx, dy, out;

    if (chance >= share)
        return 0;
    radius = 0.2f + 0.25f * hash(column, row, seed + 1);
    dx = hash(column, row, seed + 2);
    dy = hash(column, row, seed + 3);
    dx = x - (float)column - mix(radius, 1 - radius, dx);
    dy = y - (float)row - mix(radius, 1 - radius, dy);
    out = (dx * dx + dy * dy) / (radius * radius);
    return out < 1 ? (1 - out) * radius * 2.2f : 0;
}

/* A map of the land without trees. */
typedef struct Ground {
    const uint16_t *heights;
    int columns, rows;
} Ground;

/* The height of a cell, -1..1; the nearest outside. */
static float height_of(const Ground *ground, int x, int y)
{
    x = clamp_int(x, 0, ground->columns - 1);
    y = clamp_int(y, 0, ground->rows - 1);
    return ((float)ground
                ->heights[(size_t)y * (size_t)ground->columns + (size_t)x] -
            HALF) /
           HALF;
}

/* Length per length. */
static float slope_of(const Ground *ground, int x, int y)
{
    float dx = height_of(ground, x + 1, y) - height_of(ground, x - 1, y);
    float dy = height_of(ground, x, y + 1) - height_of(ground, x, y - 1);

    return sqrtf(dx * dx + dy * dy) * (float)ground->columns / 32;
}

static Grain grain_of(int columns, int x, int y)
{
    float pixel = WIDTH / (float)columns;

    return (Grain){(float)x * pixel, (float)y * pixel, pixel};
}

/* Makes coasts and ridges uneven, the more the higher they are. */
static void roughen(uint16_t *heights, int columns, int rows)
{
    for (int i = 0; i < columns * rows; i++) {
        Grain at = grain_of(columns, i % columns, i / columns);
        float height = ((float)heights[i] - HALF) / HALF;
        float uneven = fractal(&at, 110, 4, 90) - 0.5f;

        height += uneven * (0.3f + 0.5f * (height > 0 ? height : 0));
        heights[i] =
            (uint16_t)clamp_int((int)(HALF + height * HALF), 0, UINT16_MAX);
    }
}

/* Makes the land without trees: the hills of the formula, roughened. */
static void make_ground(uint16_t *heights, int columns, int rows)
{
    uint16_t smooth[SIDE * SIDE];
    LandSource source = {smooth, SIDE, SIDE, SIDE};
    double peak = 0;

    for (int i = 0; i < SIDE * SIDE; i++)
        peak = max_double(
            peak, fabs(height_at(i % SIDE - SIDE / 2, i / SIDE - SIDE / 2)));
    for (int i = 0; i < SIDE * SIDE; i++)
        smooth[i] = (uint16_t)lround(
            RIPPLE_SEA_LEVEL +
            height_at(i % SIDE - SIDE / 2, i / SIDE - SIDE / 2) *
                (RIPPLE_SEA_LEVEL - 1) / peak);
    ripple_land_map_scale(heights, columns, rows, &source);
    roughen(heights, columns, rows);
}

/* How high a tree is, 0..1: in woods that leave beaches, peaks and cliffs. */
static float find_tree(const Grain *at, float height, float slope)
{
    Grain warped = *at;
    float wood, share;

    if (height < 0.065f || height > 0.8f)
        return 0;
    wood = fractal(at, 62, 3, 11) - 0.9f * fmaxf(slope - 0.45f, 0);
    share = (wood - 0.46f) * 5;
    if (share <= 0)
        return 0;
    warped.x += 24 * (fractal(at, 26, 2, 15) - 0.5f);
    warped.y += 24 * (fractal(at, 26, 2, 17) - 0.5f);
    return fmaxf(lump(&warped, 7, share, 85),
                 fmaxf(0.8f * lump(&warped, 5.3f, share, 89),
                       0.7f * lump(at, 4.4f, share, 93)));
}

int hills_make(uint16_t *heights, int columns, int rows)
{
    size_t cells = (size_t)columns * (size_t)rows;
    uint16_t *copy = malloc(cells * sizeof *copy);
    Ground ground = {copy, columns, rows};

    if (copy == NULL)
        return -1;
    make_ground(copy, columns, rows);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++, heights++) {
            Grain at = grain_of(columns, x, y);
            float height = height_of(&ground, x, y);

            height += TREE * find_tree(&at, height, slope_of(&ground, x, y));
            *heights = (uint16_t)clamp_int((int)lroundf(HALF + height * HALF),
                                           0, UINT16_MAX);
        }
    }
    free(copy);
    return 0;
}

/* -1..1 with a wave length of 1, crests sharper than troughs. */
static float wave(float phase)
{
    float t = phase - (float)(int)phase;

    t = t < 0.5f ? 2 * t : 2 - 2 * t;
    return 2 * t * ease(t) - 0.7f;
}

static Colour blend(Colour a, Colour b, float share)
{
    return (Colour){mix(a.red, b.red, share), mix(a.green, b.green, share),
                    mix(a.blue, b.blue, share)};
}

static Colour shade(Colour colour, float factor)
{
    return (Colour){colour.red * factor, colour.green * factor,
                    colour.blue * factor};
}

/* A place: position in units of which WIDTH are the picture's width, height
   -1..1, slope as length per length; noise over wide, middle and short lengths;
   shares of what covers it; its own small height, in units. */
typedef struct Place {
    Grain at, warped; /* where, and where of uneven round things */
    float height, slope;
    float broad, middle, fine;
    float grass, rock;
    float stone, tuft, layer, ripple, tree;
    float relief;
} Place;

static float survey_sand(Place *place)
{
    const Grain *at = &place->at;
    float under = ramp(-place->height, 0.0f, 0.05f);
    float turn = 2 * place->broad + 0.5f * place->middle;
    float length = mix(5, 8, under);
    float strewn =
        ramp(place->middle + 0.4f * (place->broad - 0.5f), 0.5f, 0.66f);

    place->ripple =
        wave((at->x * 0.87f + at->y * 0.5f) / length + 4 * turn + 200) *
        ramp(place->middle + 0.6f * place->fine, 0.5f, 0.9f) *
        ramp(fabsf(place->height - 0.01f), 0.01f, 0.04f);
    place->stone = lump(&place->warped, 6, 0.24f * strewn, 70);
    return 0.17f * place->ripple + 1.2f * place->stone;
}

static float survey_grass(Place *place)
{
    float bushes = ramp(place->middle - 0.5f * place->broad, 0.2f, 0.42f);

    place->tuft = lump(&place->warped, 8, 0.1f + 0.6f * bushes, 41);
    place->tuft = fmaxf(
        place->tuft, 0.7f * lump(&place->warped, 5, 0.1f + 0.5f * bushes, 46));
    return 1.8f * place->tuft + 3.6f * place->fine;
}

/* Layers lie level, a little uneven, and break into blocks. */
static float survey_rock(Place *place)
{
    const Grain *at = &place->at;
    float block = fractal(at, 22, 4, 61);

    place->layer = noise(place->height * 20 + 5 * place->middle + 100,
                         at->x / 60 + 4 * place->broad + 50, 60);
    block = 1 - ramp(fabsf(block - 0.5f), 0, 0.1f); /* dark in cracks */
    place->layer = 0.25f + 0.6f * place->layer - 0.4f * block;
    return 3.5f * place->layer + 4 * place->fine;
}

/* The share of rock: steep or high places. */
static float find_rock(const Place *place, float uneven)
{
    float steep =
        ramp(place->slope + 0.9f * uneven + 0.5f * (place->broad - 0.5f) +
                 0.5f * (place->fine - 0.5f),
             0.5f, 0.85f);

    return mix(steep, 1, ramp(place->height + 0.5f * uneven, 0.66f, 0.95f)) *
           ramp(place->height, 0.0f, 0.06f);
}

/* Grass ends in tongues and tufts; stones lie where rock ends. */
static void survey(Place *place)
{
    const Grain *at = &place->at;
    float uneven, scree = 0;

    place->broad = fractal(at, 150, 4, 1);
    place->middle = fractal(at, 34, 4, 20);
    place->fine = fractal(at, 8, 3, 30);
    place->warped = (Grain){at->x + 9 * (place->fine - 0.5f),
                            at->y - 6 * (place->fine - 0.5f), at->pixel};
    place->stone = place->tuft = place->layer = place->ripple = 0;
    place->relief = 0;
    place->tree = find_tree(at, place->height, place->slope);
    uneven = place->middle - 0.5f;
    place->grass =
        ramp(place->height + 0.13f * uneven + 0.06f * (place->fine - 0.5f),
             0.04f, 0.062f);
    place->rock = place->height > 0 ? find_rock(place, uneven) : 0;
    if (place->grass < 1)
        place->relief += (1 - place->grass) * survey_sand(place);
    if (place->grass > 0)
        place->relief += place->grass * survey_grass(place);
    place->relief *= 1 - place->rock;
    if (place->rock > 0) {
        place->relief += place->rock * survey_rock(place);
        scree = 4 * place->rock * (1 - place->rock);
    }
    if (scree > 0) {
        float stone = lump(&place->warped, 5, 0.8f * scree, 80);

        place->stone = fmaxf(place->stone, stone);
        place->relief += 2 * stone;
    }
    place->relief += 3 * place->tree;
}

static Colour tree_at(const Place *place)
{
    const Colour dark = {30, 50, 22}, light = {74, 98, 40};
    float top = place->tree + 0.5f * (place->fine - 0.5f);

    return shade(blend(dark, light, ramp(top, 0.2f, 1.2f)),
                 0.75f + 0.5f * place->fine);
}

static Colour grass_at(const Place *place)
{
    const Colour dark = {58, 80, 34}, fresh = {98, 118, 50};
    const Colour dry = {152, 142, 84}, bush = {44, 62, 30};
    Colour grass = blend(dark, fresh, ramp(place->middle, 0.3f, 0.7f));
    float arid = place->broad + 0.35f * (place->fine - 0.5f) +
                 0.3f * (place->middle - 0.5f);

    grass = blend(grass, dry, 0.8f * ramp(arid, 0.44f, 0.7f));
    grass = blend(grass, bush, 0.45f * place->tuft);
    return shade(grass, 0.72f + 0.6f * place->fine);
}

static Colour rock_at(const Place *place)
{
    const Colour pale = {168, 156, 138}, dark = {84, 77, 70};
    const Colour lichen = {122, 118, 78};
    Colour rock =
        blend(dark, pale, ramp(place->layer + 0.5f * place->fine, 0.1f, 1));

    rock = blend(rock, lichen, 0.45f * ramp(place->middle, 0.5f, 0.7f));
    return shade(rock, 0.78f + 0.44f * place->fine);
}

/* Dry above the water, moist beside it; ripples and stones below, weed where it
   is deeper, which frays into the sand. */
static Colour sand_at(const Place *place)
{
    const Colour dry = {226, 210, 170}, moist = {184, 164, 126};
    const Colour under = {208, 194, 154};
    const Colour deep = {178, 180, 150}, weed = {104, 120, 88};
    float lap = place->height + 0.04f * (place->middle - 0.5f) +
                0.012f * (place->fine - 0.5f);
    float depth = ramp(-place->height, 0.05f, 0.5f);
    float grown = 0.6f * place->broad + 0.5f * place->middle +
                  0.45f * (place->fine - 0.5f);
    Colour sand = blend(moist, under, ramp(-place->height, 0, 0.03f));

    sand = blend(sand, dry, ramp(lap, 0.004f, 0.014f));
    sand = blend(sand, deep, depth);
    sand = shade(sand, 0.82f + 0.2f * place->middle + 0.16f * place->fine +
                           0.03f * place->ripple);
    return blend(sand, weed,
                 0.45f * ramp(-place->height, 0.08f, 0.3f) *
                     ramp(grown, 0.52f, 0.86f));
}

static Colour stone_at(const Place *place)
{
    const Colour pale = {164, 156, 142}, dark = {112, 104, 94};

    return shade(blend(dark, pale, ramp(place->fine, 0.3f, 0.7f)),
                 0.8f + 0.2f * ramp(place->height, 0.0f, 0.03f));
}

static Colour colour_at(const Place *place)
{
    Colour colour = {0, 0, 0};

    if (place->grass < 1)
        colour = sand_at(place);
    if (place->grass > 0)
        colour = blend(colour, grass_at(place), place->grass);
    if (place->rock > 0)
        colour = blend(colour, rock_at(place), place->rock);
    if (place->tree > 0)
        colour = blend(colour, tree_at(place), ramp(place->tree, 0.02f, 0.3f));
    if (place->stone > 0)
        colour = blend(colour, stone_at(place),
                       mix(0.55f, 0.8f, ramp(place->height, -0.05f, 0.03f)) *
                           ramp(place->stone, 0.02f, 0.25f));
    return colour;
}

static uint32_t round_channel(float value)
{
    return (uint32_t)(value > 254 ? 255 : value > 0 ? value + 0.5f : 0);
}

/* A picture that is being painted. The ground has its size. */
typedef struct Painter {
    const RipplePixels *picture;
    Ground ground;
    Place *places; /* of 3 rows of pixels */
} Painter;

/* The places of a row; the nearest outside. */
static Place *places_of(const Painter *painter, int y)
{
    y = clamp_int(y, 0, painter->picture->height - 1);
    return painter->places + (size_t)(y % 3) * (size_t)painter->picture->width;
}

static void survey_row(const Painter *painter, int y)
{
    int width = painter->picture->width;
    Place *places = places_of(painter, y);

    for (int x = 0; x < width; x++) {
        Place *place = &places[x];

        place->at = grain_of(width, x, y);
        place->slope = slope_of(&painter->ground, x, y);
        place->height = height_of(&painter->ground, x, y);
        survey(place);
    }
}

static void paint_row(const Painter *painter, int y)
{
    const RipplePixels *picture = painter->picture;
    const Place *above = places_of(painter, y - 1);
    const Place *places = places_of(painter, y);
    const Place *below = places_of(painter, y + 1);
    uint32_t *row = picture->pixels + (size_t)y * picture->stride;
    /* NOLINTNEXTLINE(clang-analyzer-core.*): survey_row has set it */
    float per_length = 0.5f / places->at.pixel;

    for (int x = 0; x < picture->width; x++) {
        int left = max_int(x - 1, 0),
            right = min_int(x + 1, picture->width - 1);
        float across = places[right].relief - places[left].relief;
        float down = below[x].relief - above[x].relief;
        float light = -(across * SUN_X + down * SUN_Y) * per_length;
        Colour colour = shade(colour_at(&places[x]),
                              1 + 0.34f * light / (1 + fabsf(light)));

        row[x] = 0xff000000u | round_channel(colour.red) << 16 |
                 round_channel(colour.green) << 8 | round_channel(colour.blue);
    }
}

static void paint(const Painter *painter)
{
    int height = painter->picture->height;

    survey_row(painter, 0);
    for (int y = 0; y < height; y++) {
        if (y < height - 1)
            survey_row(painter, y + 1);
        paint_row(painter, y);
    }
}

int hills_paint(const RipplePixels *picture)
{
    size_t width = (size_t)picture->width;
    uint16_t *map = malloc(width * (size_t)picture->height * sizeof *map);
    Place *places = malloc(3 * width * sizeof *places);
    int result = -1;

    if (map != NULL && places != NULL) {
        make_ground(map, picture->width, picture->height);
        ripple_land_map_sink(map, picture->width, picture->height);
        paint(&(Painter){
            picture, {map, picture->width, picture->height}, places});
        result = 0;
    }
    free(map);
    free(places);
    return result;
}
