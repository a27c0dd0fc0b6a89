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
    RippleCamera camera;
    Perspective *perspective; /* NULL: another view */
};

#endif
