/* SPDX-License-Identifier: MIT */
/* The table of the scalar level. */
#include "kernels/scalar.h"

#define RIPPLE_SCALAR_ROW(NAME, name) ripple_scalar_step_##name,

const Kernels ripple_kernels_scalar = {
    .name = "scalar",
    .step = {RIPPLE_STENCILS(RIPPLE_SCALAR_ROW)},
    .advect = ripple_scalar_advect,
    .measure = ripple_scalar_measure,
    .scatter = ripple_scalar_scatter,
    .collect = ripple_scalar_collect,
    .blend = ripple_scalar_blend,
    .interpolate = ripple_scalar_interpolate,
    .render = ripple_scalar_render,
    .cast = ripple_scalar_cast,
    .shade = ripple_scalar_shade,
};

int ripple_scalar_find_active(const int16_t *cells, ptrdiff_t stride,
                              int columns, int rows)
{
    int active = 0;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            if (cells[y * stride + x] != 0)
                active |= RIPPLE_ACTIVE | (y == 0 ? RIPPLE_ACTIVE_TOP : 0) |
                          (y == rows - 1 ? RIPPLE_ACTIVE_BOTTOM : 0) |
                          (x == 0 ? RIPPLE_ACTIVE_LEFT : 0) |
                          (x == columns - 1 ? RIPPLE_ACTIVE_RIGHT : 0);
        }
    }
    return active;
}
