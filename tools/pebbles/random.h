/* SPDX-License-Identifier: MIT */
/*
 * Chance that can be repeated: every stone has a stream of its own, so that
 * one more number for one of them moves none of the others.
 */
#ifndef PEBBLES_RANDOM_H
#define PEBBLES_RANDOM_H

#include <stdint.h>

#include "vector.h"

typedef struct Random {
    uint64_t state;
} Random;

static inline uint32_t random_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
    return h ^ (h >> 15);
}

Random random_seeded(uint32_t seed, uint32_t stream, uint32_t index);

/* 0 <= result < 1. */
float random_chance(Random *random);

float random_between(Random *random, float low, float high);

/* A unit vector, all directions alike. */
Vec3 random_direction(Random *random);

#endif
