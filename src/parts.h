/* SPDX-License-Identifier: MIT */
/* The parts of a pool. A backend does the work, with valid arguments. */
#ifndef RIPPLE_PARTS_H
#define RIPPLE_PARTS_H

#include "ripple.h"
#include "backend/backend.h"
#include "landscape/perspective.h"
#include "sinking.h"

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

#endif
