/* SPDX-License-Identifier: MIT */
/*
 * Leaves that float on a pool, and where they are after so many steps. They
 * drift with the current and turn as it turns; a leaf that leaves the frame
 * comes in again where water does, or at the opposite side of a torus. All
 * depends on the pool's mask and current, the seed and the number of steps
 * alone. Flecks of foam are leaves that lie along the current, or the wind
 * in still water, and come and go.
 */
#ifndef RIPPLE_PLAY_NATURE_LEAVES_H
#define RIPPLE_PLAY_NATURE_LEAVES_H

#include "ripple.h"

#include <stdint.h>

#define LEAVES_MAX  64
#define LEAVES_ONE  32768 /* the length of `along` */
#define LEAVES_FADE 64    /* steps in which a leaf that land holds sinks */
#define FOAM_LENGTH 5     /* of a fleck, in leaves */

typedef struct Leaf {
    int64_t x, y;         /* of its middle, in 1/2^16 pixel */
    int along_x, along_y; /* from its stalk to its tip */
    int spin;             /* of its own, in 1/2^16 radian a step */
    int held;             /* steps that land has held it; foam: its age */
    int fade;             /* 0..LEAVES_FADE: how much of it is to be seen */
    uint64_t look;        /* random: its size, shape and colour */
    uint64_t entries;     /* times that it came in, and tries to */
} Leaf;

typedef struct Leaves {
    Leaf leaf[LEAVES_MAX];
    int count;
    int width, height; /* of the frame that the places are in */
    int is_foam;
} Leaves;

/* The usual length of a leaf in 1/256 pixel. */
int leaves_length(const Ripple *pool);

/* Whether a pixel of the frame, or the nearest one inside, is land. */
int leaves_on_land(const Ripple *pool, int x, int y);

/* Makes it `count` leaves, 0..LEAVES_MAX, and follows a change of the pool's
   size. New ones lie evenly on the water. */
void leaves_fit(Leaves *leaves, const Ripple *pool, uint64_t seed, int count);

/* The same, and a step. */
void leaves_step(Leaves *leaves, const Ripple *pool, uint64_t seed, int count);

/* Whether a step would change none of them. */
int leaves_are_still(const Leaves *leaves, const Ripple *pool);

#endif
