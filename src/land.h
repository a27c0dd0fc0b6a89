/* SPDX-License-Identifier: MIT */
/* Masks and the land map of a pool. */
#ifndef RIPPLE_LAND_H
#define RIPPLE_LAND_H

#include "parts.h"

/* Makes the land map of a pool for its next size; NULL if it has none. The
   caller frees it or hands it to ripple_land_accept. Errors: MEMORY. */
int ripple_land_prepare(uint16_t **next, const Ripple *pool,
                        const GridSize *size);

/* Gives the pool that map, and frees the one it had. */
void ripple_land_accept(Ripple *pool, uint16_t *next);

#endif
