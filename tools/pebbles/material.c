/* SPDX-License-Identifier: MIT */
/*
 * The rocks of a mountain stream, and how one becomes the stuff of a stone.
 */
#include "material.h"

typedef struct Rock {
    float weight;
    Vec3 colour, second; /* body, and bands, patches and speckles */
    float mottle;        /* strength of patches, 0..1 */
    float speckle;       /* share of crystals, 0..1 */
    float bands;         /* chance of layers */
    float veins;         /* chance of a vein */
} Rock;

static const Rock ROCKS[] = {
    /* weight, colour, second, mottle, speckle, bands, veins */
    {2.0f, {134, 126, 115}, {98, 91, 84}, 0.5f, 0.2f, 0.1f, 0.24f},
    {2.0f, {110, 111, 112}, {80, 82, 86}, 0.4f, 0.2f, 0.2f, 0.36f},
    {1.6f, {90, 95, 101}, {118, 120, 121}, 0.4f, 0.0f, 0.4f, 0.36f},
    {1.5f, {170, 144, 110}, {136, 106, 76}, 0.7f, 0.1f, 0.4f, 0.12f},
    {0.7f, {136, 90, 70}, {100, 68, 58}, 0.7f, 0.1f, 0.4f, 0.24f},
    {0.9f, {112, 107, 84}, {84, 82, 68}, 0.6f, 0.2f, 0.2f, 0.24f},
    {1.0f, {192, 172, 142}, {160, 132, 100}, 0.6f, 0.1f, 0.2f, 0.12f},
    {1.1f, {54, 54, 58}, {80, 79, 79}, 0.4f, 0.1f, 0.0f, 0.48f},
    {0.6f, {214, 203, 188}, {190, 164, 132}, 0.6f, 0.0f, 0.0f, 0.00f},
    {1.0f, {178, 156, 142}, {64, 60, 60}, 0.3f, 1.0f, 0.0f, 0.12f},
    {0.9f, {166, 163, 157}, {56, 57, 60}, 0.2f, 1.0f, 0.0f, 0.12f},
    {0.4f, {94, 101, 90}, {126, 130, 112}, 0.7f, 0.1f, 0.2f, 0.48f},
    {1.0f, {114, 91, 73}, {150, 124, 99}, 0.6f, 0.2f, 0.5f, 0.12f},
    {0.6f, {110, 82, 80}, {134, 108, 102}, 0.5f, 0.3f, 0.2f, 0.36f},
};

static const Vec3 GRAVEL_COLOUR = {130, 111, 95};

static const Rock *random_rock(Random *random)
{
    int count = (int)(sizeof ROCKS / sizeof ROCKS[0]);
    float total = 0.0f;
    for (int i = 0; i < count; i++)
        total += ROCKS[i].weight;
    float pick = total * random_chance(random);
    int i = 0;
    while (i < count - 1 && pick >= ROCKS[i].weight)
        pick -= ROCKS[i++].weight;
    return &ROCKS[i];
}

Material material_pick(float size, Random *random)
{
    const Rock *rock = random_rock(random);
    float light = random_between(random, 0.5f, 1.0f);
    float plain = size < 11.0f ? 0.4f : 0.0f;
    float red = random_between(random, 0.93f, 1.07f);
    float blue = random_between(random, 0.92f, 1.08f);
    Vec3 tint = scaled((Vec3){red, 1.0f, blue}, light);
    Vec3 body =
        mixed(linear_colour(rock->colour), linear_colour(GRAVEL_COLOUR), plain);
    Material material = {.colour = times(body, tint),
                         .second = times(linear_colour(rock->second), tint),
                         .mottle = rock->mottle};
    material.speckle = rock->speckle * random_between(random, 0.3f, 1.0f);
    material.crystal = random_between(random, 2.4f, 6.0f);
    material.wear = random_chance(random);
    material.origin = scaled(random_direction(random), 9000.0f);
    if (random_chance(random) < rock->veins) {
        material.vein = unit(random_direction(random));
        material.vein_place = random_between(random, -0.4f, 0.4f);
        material.vein_width = random_between(random, 0.01f, 0.055f);
    }
    if (random_chance(random) < rock->bands) {
        float frequency = random_between(random, 2.0f, 8.0f);
        material.band = scaled(random_direction(random), frequency);
    }
    return material;
}
