/* SPDX-License-Identifier: MIT */
/*
 * Every pattern is noise in the space of the stone, so that it runs through
 * the stone and turns with it. In the order in which they are laid on: bands
 * or patches, crystals, veins, wear, grain.
 */
#include "surface.h"

#include <math.h>

#include "noise.h"

#define TEXTURED_SIZE 4.5f /* smaller stones have one colour */

static float vein_at(const Stone *stone, Vec3 q)
{
    const Material *material = &stone->material;
    if (dot(material->vein, material->vein) == 0.0f)
        return 0.0f;
    Vec3 local = scaled(add(q, material->origin), 1.0f / stone->size);
    float warp = noise_fractal(scaled(local, 1.2f), 4).value;
    float swell = noise_at(scaled(local, 2.6f)).value;
    float place = dot(material->vein, q) / stone->size - material->vein_place;
    float distance = fabsf(place + 0.24f * warp);
    float width = material->vein_width * (0.8f + 1.1f * swell);
    float main = 1.0f - smoothstep(width * 0.4f, width, distance);
    width =
        0.5f * material->vein_width * clamped(0.2f + 2.0f * warp, 0.0f, 1.0f);
    distance = fabsf(place - 0.17f + 0.3f * swell);
    float side = 1.0f - smoothstep(width * 0.3f, width + 1e-4f, distance);
    return main > side ? main : 0.7f * side;
}

static float patches_at(const Stone *stone, Vec3 q, float mottle)
{
    const Material *material = &stone->material;
    float edge = 0.1f + 0.5f * material->wear;
    float patch = 1.4f * material->mottle *
                  smoothstep(0.15f - edge, 0.15f + edge, mottle);
    if (dot(material->band, material->band) > 0.0f) {
        float phase = dot(material->band, q) / stone->size * 2.2f;
        float wave = sinf(phase + 1.8f * mottle) +
                     0.5f * sinf(phase * 2.7f + 2.0f * mottle);
        patch = 0.35f * patch + 0.65f * smoothstep(-0.3f, 0.8f, wave);
    }
    return patch;
}

/* Crystals: darker ones of the second colour, and a few light ones. */
static Vec3 speckled(const Material *material, Vec3 colour, Vec3 local)
{
    float amount = material->speckle;
    float coarse = noise_at(scaled(local, 1.0f / material->crystal)).value;
    float fine = noise_at(scaled(local, 2.0f / material->crystal)).value;
    float rim = 0.36f - 0.3f * amount;
    float dark = smoothstep(rim, rim + 0.14f, 0.6f * coarse + 0.5f * fine);
    float pale = smoothstep(rim, rim + 0.14f, 0.3f * fine - 0.6f * coarse);
    colour = mixed(colour, material->second, dark * amount);
    return mixed(colour, (Vec3){0.46f, 0.42f, 0.37f}, pale * amount * 0.6f);
}

/* Pits and scars that hold dirt, 0..1. */
static float wear_at(const Stone *stone, Vec3 local)
{
    float pits = noise_at(scaled(local, 1.0f / 6.5f)).value;
    float where = noise_at(scaled(local, 2.2f / stone->size)).value;
    return smoothstep(0.22f, 0.5f, pits + 0.35f * where);
}

Surface surface_of_stone(const Stone *stone, Vec3 p)
{
    const Material *material = &stone->material;
    Vec3 d = add(p, scaled(stone->centre, -1.0f));
    Surface surface = {material->colour, stone_normal(stone, d), 0.5f};
    Vec3 q = stone_from_world(stone, d);
    Vec3 local = add(q, material->origin);
    Noise grain = noise_fractal(scaled(local, 1.0f / 4.2f), 2);
    if (stone->size < TEXTURED_SIZE) {
        surface.colour = scaled(material->colour, 1.0f + 0.3f * grain.value);
        return surface;
    }
    Noise mottle = noise_fractal(scaled(local, 1.9f / (stone->size + 8.0f)), 4);
    Vec3 colour = mixed(material->colour, material->second,
                        patches_at(stone, q, mottle.value));
    if (material->speckle > 0.0f)
        colour = speckled(material, colour, local);
    Vec3 vein = mixed((Vec3){0.66f, 0.62f, 0.55f}, material->second, 0.15f);
    colour = mixed(colour, vein, vein_at(stone, q));
    float wear = material->wear * wear_at(stone, local);
    surface.colour =
        scaled(colour, (1.0f - 0.5f * wear) *
                           (1.0f + 0.42f * grain.value + 0.55f * mottle.value));
    float rough = 0.3f + material->wear;
    Vec3 bump = add(scaled(grain.slope, 0.09f * rough),
                    scaled(mottle.slope, 0.10f * rough));
    surface.normal =
        unit(add(surface.normal, scaled(stone_to_world(stone, bump), -1.0f)));
    surface.gloss =
        clamped(1.2f - material->wear + 0.8f * mottle.value, 0.1f, 1.5f);
    return surface;
}

Surface surface_of_sand(const Bed *depth_map, Vec3 p)
{
    Noise grain = noise_fractal((Vec3){p.x / 2.2f, p.y / 2.2f, 0.5f}, 2);
    Noise tone = noise_fractal((Vec3){p.x / 70.0f, p.y / 70.0f, 3.5f}, 2);
    float dx = grid_at(&depth_map->heights, p.x + 2, p.y) -
               grid_at(&depth_map->heights, p.x - 2, p.y);
    float dy = grid_at(&depth_map->heights, p.x, p.y + 2) -
               grid_at(&depth_map->heights, p.x, p.y - 2);
    dx = clamped(dx, -1.0f, 1.0f);
    dy = clamped(dy, -1.0f, 1.0f);
    Vec3 normal = {-dx / 4 - 0.4f * grain.slope.x,
                   -dy / 4 - 0.4f * grain.slope.y, 1.0f};
    Vec3 colour = linear_colour((Vec3){154, 128, 106});
    float light = 1.0f + 0.7f * grain.value + 0.4f * tone.value;
    return (Surface){scaled(colour, light), unit(normal), 0.2f};
}
