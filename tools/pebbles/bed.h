/* SPDX-License-Identifier: MIT */
/*
 * The bed of the stream: sand, the stones on it, and the light that falls on
 * it through the waves.
 *
 * Lengths are in units of one pixel of a 1920x1080 picture. The layout never
 * sees the real size, so a larger picture shows the same bed in more detail.
 */
#ifndef PEBBLES_BED_H
#define PEBBLES_BED_H

#include <stdbool.h>
#include <stdint.h>

#include "grid.h"
#include "stone.h"

typedef struct Bed {
    uint32_t seed;
    float slice;         /* of the noise: the seed, kept small */
    float width, height; /* of the frame */
    Grid sand;           /* heights of the floor */
    Grid heights;        /* of floor and stones */
    Grid caustics[3];    /* red, green, blue */
    Stone *stones;
    int stone_count;
} Bed;

/*
 * Lays the bed for a picture of that shape. On false, for want of memory, it
 * is to be destroyed as well.
 */
bool bed_create(Bed *depth_map, uint32_t seed, int width, int height);
void bed_destroy(Bed *depth_map);

#endif
