/* SPDX-License-Identifier: MIT */
/* The parts of a pool. */
#ifndef RIPPLE_POOL_H
#define RIPPLE_POOL_H

#include "ripple.h"
#include "lib/cpu/cpu.h"
#include "lib/view3d/perspective.h"

/* Further stones drop whole. */
#define RIPPLE_MAX_SINKING 256

typedef struct SinkingStone {
    RippleStone stone;
    int age, steps; /* steps since it touched the water, and that it takes */
} SinkingStone;

typedef struct Sinking {
    int count;
    SinkingStone stones[RIPPLE_MAX_SINKING];
} Sinking;

struct Ripple {
    Cpu *water;
    GridSize size;
    RippleSettings settings; /* checked */
    Tuning tuning;
    Sinking sinking;
    uint16_t *land; /* a map of the cells, lib/view3d/land_map.h; NULL: none */
    RippleCamera camera;
    Perspective *perspective; /* NULL: another view */
};

/* RIPPLE_ERROR_SIZE unless both are 1..RIPPLE_MAX_SIZE. */
static inline int ripple_check_size(int width, int height)
{
    return width < 1 || width > RIPPLE_MAX_SIZE || height < 1 ||
                   height > RIPPLE_MAX_SIZE
               ? RIPPLE_ERROR_SIZE
               : RIPPLE_OK;
}

/* Makes the land map of a pool for its next size; NULL if it has none. The
   caller frees it or hands it to ripple_land_accept. Errors: MEMORY. */
int ripple_land_prepare(uint16_t **next, const Ripple *pool,
                        const GridSize *size);

/* Replaces the pool's map and frees the old one. */
void ripple_land_accept(Ripple *pool, uint16_t *next);

/* Makes the view in perspective that a pool of this size and settings needs, or
   returns the one that it has; NULL if it needs none. Errors: MEMORY. */
int ripple_view_prepare(Perspective **next, const Ripple *pool,
                        const GridSize *size, const RippleSettings *settings);

/* Replaces the pool's view. The pool has its new size and settings by now. */
void ripple_view_accept(Ripple *pool, Perspective *next);

/* Frees a prepared view that the pool does not take. */
void ripple_view_reject(const Ripple *pool, Perspective *next);

/* Drops what the sinking stones press before a step. */
void ripple_stones_sink(Ripple *pool);

#endif
