/* SPDX-License-Identifier: MIT */
/* The parts of a pool. A backend does the work, with valid arguments. */
#ifndef RIPPLE_PARTS_H
#define RIPPLE_PARTS_H

#include "ripple.h"
#include "backend/backend.h"
#include "landscape/perspective.h"

/* Further stones fall at once. */
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
    const Backend *backend;
    void *water; /* of the backend */
    GridSize size;
    RippleSettings settings; /* checked */
    BackendTuning tuning;
    Sinking sinking;
    uint16_t *land; /* a map of the cells, landscape/land_map.h; NULL: none */
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

/* Drops what the sinking stones press before a step. */
void ripple_stones_sink(Ripple *pool);

#endif
