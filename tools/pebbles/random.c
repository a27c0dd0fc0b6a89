/* SPDX-License-Identifier: MIT */
/*
 * Streams of splitmix64, each begun at a hash of its three names.
 */
#include "random.h"

Random random_seeded(uint32_t seed, uint32_t stream, uint32_t index)
{
    return (Random){(uint64_t)random_hash(seed, stream, index) << 32 |
                    random_hash(index, seed, stream)};
}

float random_chance(Random *random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (float)((z ^ (z >> 31)) >> 40) * 0x1p-24f;
}

float random_between(Random *random, float low, float high)
{
    return mix(low, high, random_chance(random));
}

Vec3 random_direction(Random *random)
{
    float z = random_between(random, -1.0f, 1.0f);
    float angle = random_between(random, 0.0f, 2.0f * PI_F);
    float r = sqrtf(1.0f - z * z);
    return (Vec3){r * cosf(angle), r * sinf(angle), z};
}
