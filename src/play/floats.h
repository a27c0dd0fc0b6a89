/* SPDX-License-Identifier: MIT */
/*
 * Paper boats and rubber ducks that float on a pool: waves push them downhill
 * and onward, currents and wind carry them; they bump into shores, edges and
 * each other. Where they are depends on the water, the seed and the number of
 * steps alone.
 */
#ifndef RIPPLE_PLAY_FLOATS_H
#define RIPPLE_PLAY_FLOATS_H

#include "play/boat.h"

#include <stdint.h>

#define FLOATS_MAX 8 /* of each kind */

typedef struct Float {
    SeenBoat seen;
    double speed_x, speed_y; /* pixels a step */
    double level;            /* of the water under it */
} Float;

/* Zeroed: none. */
typedef struct Floats {
    Float item[2 * FLOATS_MAX]; /* boats first */
    int boats, count;
    int rowed;         /* 1 + the boat that is rowed in this step; 0: none */
    int width, height; /* of the frame that the places are in */
} Floats;

/* Makes it so many of each, 0..FLOATS_MAX, and follows a change of the pool's
   size. */
void floats_fit(Floats *floats, const Ripple *pool, uint64_t seed, int boats,
                int ducks);

/* The same, and a step. */
void floats_step(Floats *floats, const Ripple *pool, uint64_t seed, int boats,
                 int ducks);

/* Whether a step on calm water would move none of them. */
int floats_are_still(const Floats *floats);

/* The boat at (x, y), in pixels; -1 if there is none. */
int floats_find_boat(const Floats *floats, int x, int y);

/* Rows boat i to a place, in pixels, before a step; not onto land. */
void floats_row(Floats *floats, const Ripple *pool, int i, double x, double y);

#endif
