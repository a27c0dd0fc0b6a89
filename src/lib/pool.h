/* SPDX-License-Identifier: MIT */
/* The parts of a pool. */
#ifndef RIPPLE_POOL_H
#define RIPPLE_POOL_H

#include "ripple.h"
#include "lib/cpu/cpu.h"
#include "lib/view3d/perspective.h"

/* At most this many stones sink or wait at a time; further stones drop at once.
   A stone starts to wait only if there are fewer than RIPPLE_MAX_WAITING. */
#define RIPPLE_MAX_SINKING 256
#define RIPPLE_MAX_WAITING 128

typedef struct SinkingStone {
    RippleStone stone;
    int age, steps; /* parts dropped so far; all parts, one a step */
    int delay;      /* steps until the next part */
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
    uint16_t *land; /* heights by cell, lib/view3d/land_map.h; or NULL */
    RippleCamera camera;
    Perspective *perspective; /* NULL in other views */
    Colour tint;              /* of that view */
};

/* RIPPLE_ERROR_SIZE unless both are 1..RIPPLE_MAX_SIZE. */
static inline int ripple_check_size(int width, int height)
{
    return width < 1 || width > RIPPLE_MAX_SIZE || height < 1 ||
                   height > RIPPLE_MAX_SIZE
               ? RIPPLE_ERROR_SIZE
               : RIPPLE_OK;
}

/* Makes the land map of a pool for its next size; stores NULL if it has none.
   The caller frees it or passes it to ripple_land_accept. Errors: MEMORY. */
int ripple_land_prepare(uint16_t **next, const Ripple *pool,
                        const GridSize *size);

/* Replaces the pool's map and frees the old one. */
void ripple_land_accept(Ripple *pool, uint16_t *next);

/* Stores the perspective view for a size and settings: the pool's own if it
   fits, else a new one; NULL if another view is set. Errors: MEMORY. */
int ripple_view_prepare(Perspective **next, const Ripple *pool,
                        const GridSize *size, const RippleSettings *settings);

/* Replaces the pool's view; call after its size and settings have changed. */
void ripple_view_accept(Ripple *pool, Perspective *next);

/* Frees a prepared view unless it is the pool's own. */
void ripple_view_reject(const Ripple *pool, Perspective *next);

/* Applies one step's share of every sinking stone; call before the step. */
void ripple_stones_sink(Ripple *pool);

#endif
