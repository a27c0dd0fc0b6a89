/* SPDX-License-Identifier: MIT */
/*
 * Wind waves of the view in perspective, as tiles that repeat. A tile is a sum
 * of waves. Each fits a whole number of times across the tile and down. Slopes
 * and light depend on the step alone; noise never changes.
 */
#ifndef RIPPLE_VIEW3D_SEA_H
#define RIPPLE_VIEW3D_SEA_H

#include "lib/kernels/perspective_kernels.h"

#include <stdint.h>

typedef struct Sea {
    SeaTexel *tiles;
    struct SeaScratch *scratch;
    int64_t step_q8; /* of the tiles, in 1/256; -1: none */
} Sea;

/* Allocates the tiles. Returns 0 or RIPPLE_ERROR_MEMORY; on error *sea is as
   after clear. */
int ripple_sea_init(Sea *sea);

/* Frees the memory and zeroes the struct. */
void ripple_sea_clear(Sea *sea);

/* Moves the waves to a step, 0 or more in 1/256. */
void ripple_sea_set_step(Sea *sea, int64_t step_q8);

#endif
