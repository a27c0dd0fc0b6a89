/* SPDX-License-Identifier: MIT */
/*
 * What a place shows depends on its height, its slope and noise: values of a
 * hash at the corners of a lattice, with smooth steps between them, on lattices
 * from 1/4 of the picture down to 2 pixels.
 */
#include "play/hills.h"

#include "base/fixed.h"
#include "base/sine.h"
#include "landscape/land_map.h"

#include <math.h>
#include <stdlib.h>

#define HALF      32768.0f /* of the range of heights */
#define WIDTH     1024.0f  /* in which lengths of noise are given */
#define DEGREES   (0.1 * 180 / PI)
#define ROUGHNESS 0.5f

typedef struct Colour {
    float red, green, blue;
} Colour;

static double height_at(int x, int z)
{
    return z * ripple_sine(x * DEGREES) + x * ripple_cosine(z * DEGREES);
}

void hills_make(uint16_t *heights)
{
    int half = HILLS_SIDE / 2;
    double peak = 0;

    for (int i = 0; i < HILLS_SIDE * HILLS_SIDE; i++)
        peak = max_double(peak, fabs(height_at(i % HILLS_SIDE - half,
                                               i / HILLS_SIDE - half)));
    for (int i = 0; i < HILLS_SIDE * HILLS_SIDE; i++)
        heights[i] = (uint16_t)lround(
            RIPPLE_SEA_LEVEL +
            height_at(i % HILLS_SIDE - half, i / HILLS_SIDE - half) *
                (RIPPLE_SEA_LEVEL - 1) / peak);
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

/* Noise of `octaves` lattices, the first of `length`, each half of the one
   before and turned by about 37 degrees against it. */
static float fractal(float x, float y, float length, int octaves, int seed)
{
    float sum = 0, part = 1, all = 0;

    x = x / length + 300;
    y = y / length + 300;
    for (int i = 0; i < octaves; i++) {
        float turned = 1.6f * x - 1.2f * y + 1000;

        sum += part * noise(x, y, seed + i);
        all += part;
        part *= ROUGHNESS;
        y = 1.2f * x + 1.6f * y;
        x = turned;
    }
    return sum / all;
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
   -1..1, slope as length per length; noise over wide, middle and short lengths.
 */
typedef struct Place {
    float x, y, height, slope;
    float broad, middle, grain;
} Place;

static Colour grass_at(const Place *place)
{
    const Colour dark = {66, 88, 38}, fresh = {104, 124, 52};
    const Colour dry = {148, 140, 78};
    float tufts = fractal(place->x, place->y, 9, 3, 40);
    Colour grass = blend(dark, fresh, ramp(place->middle, 0.3f, 0.7f));

    grass = blend(grass, dry, 0.75f * ramp(place->broad, 0.48f, 0.72f));
    return shade(grass, 0.72f + 0.34f * tufts + 0.22f * place->grain);
}

/* Layers lie level, a little uneven, and break into blocks. */
static Colour rock_at(const Place *place)
{
    const Colour pale = {150, 140, 124}, dark = {92, 86, 80};
    const Colour lichen = {118, 116, 76};
    float layers = noise(place->height * 22 + 9 * place->middle + 100,
                         place->x / 90 + 4 * place->broad + 50, 60);
    float blocks = fractal(place->x, place->y, 24, 4, 61);
    Colour rock = blend(dark, pale, 0.45f * layers + 0.55f * blocks);

    rock = blend(rock, lichen, 0.5f * ramp(place->middle, 0.5f, 0.7f));
    return shade(rock, 0.8f + 0.4f * place->grain);
}

/* Dry above the water, ripples and stones below, weed where it is deeper. */
static Colour sand_at(const Place *place)
{
    const Colour dry = {216, 198, 154}, moist = {186, 168, 126};
    const Colour deep = {142, 142, 116}, weed = {70, 86, 56};
    const Colour stone = {120, 114, 104};
    float under = ramp(-place->height, 0, 0.06f);
    float depth = ramp(-place->height, 0.05f, 0.5f);
    float waver = 26 * place->middle + 9 * place->grain;
    float ripples = (float)ripple_sine(
        (double)(place->x * 26 + place->y * 15 + waver * 20));
    float stones = fractal(place->x, place->y, 7, 2, 70);
    Colour sand = blend(blend(dry, moist, under), deep, depth);

    sand = shade(sand, 0.84f + 0.12f * place->middle + 0.12f * place->grain +
                           0.035f * under * ripples);
    sand = blend(sand, stone,
                 0.7f * ramp(stones + 0.4f * place->middle, 0.95f, 1.02f));
    return blend(sand, weed,
                 0.6f * depth * ramp(place->broad + place->middle, 1.0f, 1.3f));
}

static Colour colour_at(const Place *place)
{
    float uneven = place->middle - 0.5f;
    float grass = ramp(place->height + 0.11f * uneven, 0.03f, 0.075f);
    float rock = ramp(place->slope + 0.9f * uneven +
                          0.5f * (place->broad - 0.5f) + 0.12f * place->grain,
                      0.5f, 0.85f);
    float height = ramp(place->height + 0.5f * uneven, 0.66f, 0.95f);
    Colour colour = sand_at(place);

    if (grass > 0)
        colour = blend(colour, grass_at(place), grass);
    rock = mix(rock, 1, height) * ramp(place->height, 0.0f, 0.06f);
    return rock > 0 ? blend(colour, rock_at(place), rock) : colour;
}

static uint32_t round_channel(float value)
{
    return (uint32_t)(value > 254 ? 255 : value > 0 ? value + 0.5f : 0);
}

/* The height in the map, which has the picture's size; the nearest outside. */
static float map_at(const uint16_t *map, const RipplePixels *picture, int x,
                    int y)
{
    x = clamp_int(x, 0, picture->width - 1);
    y = clamp_int(y, 0, picture->height - 1);
    return ((float)map[(size_t)y * (size_t)picture->width + (size_t)x] - HALF) /
           HALF;
}

static uint32_t paint_pixel(const uint16_t *map, const RipplePixels *picture,
                            int x, int y)
{
    float pixel = WIDTH / (float)picture->width;
    float dx = map_at(map, picture, x + 1, y) - map_at(map, picture, x - 1, y);
    float dy = map_at(map, picture, x, y + 1) - map_at(map, picture, x, y - 1);
    Place place = {.x = (float)x * pixel, .y = (float)y * pixel};
    Colour colour;

    /* A height of 1 is 1/16 of the picture's width. */
    place.slope = sqrtf(dx * dx + dy * dy) * (float)picture->width / 32;
    place.height = map_at(map, picture, x, y);
    place.broad = fractal(place.x, place.y, 150, 4, 1);
    place.middle = fractal(place.x, place.y, 34, 4, 20);
    place.grain = fractal(place.x, place.y, 3, 2, 30);
    colour = colour_at(&place);
    return 0xff000000u | round_channel(colour.red) << 16 |
           round_channel(colour.green) << 8 | round_channel(colour.blue);
}

int hills_paint(const RipplePixels *picture)
{
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    uint16_t heights[HILLS_SIDE * HILLS_SIDE];
    LandSource source = {heights, HILLS_SIDE, HILLS_SIDE, HILLS_SIDE};
    uint16_t *map = malloc(pixels * sizeof *map);

    if (map == NULL)
        return -1;
    hills_make(heights);
    ripple_land_map_scale(map, picture->width, picture->height, &source);
    ripple_land_map_sink(map, picture->width, picture->height);
    for (int y = 0; y < picture->height; y++) {
        uint32_t *row = picture->pixels + (size_t)y * picture->stride;

        for (int x = 0; x < picture->width; x++)
            row[x] = paint_pixel(map, picture, x, y);
    }
    free(map);
    return 0;
}
