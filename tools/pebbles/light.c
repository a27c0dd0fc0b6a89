/* SPDX-License-Identifier: MIT */
/*
 * There is one sun, which the waves gather and scatter, a sky that is brighter
 * on one side, and the bed itself wherever it hides the sky. Water takes red
 * from all of it on the way up and adds the blue of its own haze.
 */
#include "light.h"

#include <math.h>

#include "horizon.h"

#define WATER_LEVEL 250.0f

static const Vec3 SUN_COLOUR = {3.85f, 3.22f, 2.73f};
static const Vec3 SKY_COLOUR = {0.66f, 0.72f, 0.82f};
static const Vec3 BOUNCE_COLOUR = {0.24f, 0.215f, 0.19f};
static const Vec3 HAZE_COLOUR = {0.008f, 0.078f, 0.124f};
static const Vec3 ABSORPTION = {0.00185f, 0.00068f, 0.00027f};
static const Vec3 TO_SUN = {-0.46f, -0.40f, 0.793f};
static const Vec3 TO_BRIGHT_SKY = {0.38f, -0.32f, 0.868f};

static Vec3 caustics_at(const Bed *depth_map, Vec3 p)
{
    /* At full length the shift would tear the net of light to pieces. */
    float lift = 0.4f * p.z / TO_SUN.z;
    float x = p.x - lift * TO_SUN.x;
    float y = p.y - lift * TO_SUN.y;
    float light[3];
    for (int i = 0; i < 3; i++) {
        float bright = grid_at(&depth_map->caustics[i], x, y);
        light[i] = 0.13f + 1.05f * powf(bright, 1.2f) / (1.0f + 0.03f * bright);
    }
    return (Vec3){light[0], light[1], light[2]};
}

Vec3 light_surface(const Bed *depth_map, Surface surface, Vec3 p, float jitter)
{
    float facing = dot(surface.normal, TO_SUN);
    float shade = 0.0f;
    if (facing > 0.0f)
        shade = horizon_sun(&depth_map->heights, p, TO_SUN, jitter);
    Vec3 sun = times(SUN_COLOUR, caustics_at(depth_map, p));
    sun = scaled(sun, shade * clamped(facing, 0.0f, 1.0f));
    float open = horizon_sky(&depth_map->heights, p, jitter);
    float side = clamped(dot(surface.normal, TO_BRIGHT_SKY), 0.0f, 1.0f);
    Vec3 sky = scaled(SKY_COLOUR, open * (0.35f + 0.65f * side));
    Vec3 light = add(add(sun, sky), scaled(BOUNCE_COLOUR, 1.0f - open));
    Vec3 half = unit(add(TO_SUN, (Vec3){0.0f, 0.0f, 1.0f}));
    float shine = clamped(dot(surface.normal, half), 0.0f, 1.0f);
    shine = 0.07f * surface.gloss * powf(shine, 36.0f);
    return add(times(surface.colour, light), scaled(sun, shine));
}

Vec3 light_through_water(Vec3 colour, float z)
{
    float path = 2.0f * clamped(WATER_LEVEL - z, 0.0f, 2.0f * WATER_LEVEL);
    Vec3 pass = {expf(-ABSORPTION.x * path), expf(-ABSORPTION.y * path),
                 expf(-ABSORPTION.z * path)};
    Vec3 lost = {1.0f - pass.x, 1.0f - pass.y, 1.0f - pass.z};
    return add(times(colour, pass), times(HAZE_COLOUR, lost));
}
