/* SPDX-License-Identifier: MIT */
/*
 * Fish that swim under a pool: they wander, turn away from land, edges and each
 * other, and flee from what falls in and from boats. Where they are depends on
 * the pool's mask, the seed, the number of steps and what scared them alone.
 */
#ifndef RIPPLE_PLAY_NATURE_FISH_H
#define RIPPLE_PLAY_NATURE_FISH_H

#include "ripple.h"

#include <stdint.h>

#define FISH_MAX 12

typedef struct Fish {
    double x, y;             /* of its middle, in pixels */
    double along_x, along_y; /* to its head, 1 long */
    double away_x, away_y;   /* where it flees to, 1 long */
    double fear;             /* 0..1 */
    double phase;            /* of its tail, in degrees, 0..360 */
    uint64_t look;           /* random: its size and colour */
} Fish;

typedef struct Shoal {
    Fish fish[FISH_MAX];
    int count;
    int width, height; /* of the frame that the places are in */
    uint64_t age;      /* in steps */
} Shoal;

/* The length of a fish of that look, in pixels. */
double fish_length(const Ripple *pool, uint64_t look);

/* Makes it `count` fish, 0..FISH_MAX, and follows a change of the pool's size.
   New ones come in from the edges. */
void fish_fit(Shoal *shoal, const Ripple *pool, uint64_t seed, int count);

/* The same, and a step. */
void fish_step(Shoal *shoal, const Ripple *pool, uint64_t seed, int count);

/* Something happens at (x, y), in pixels: fish nearer than `reach` flee. */
void fish_scare(Shoal *shoal, double x, double y, double reach);

#endif
