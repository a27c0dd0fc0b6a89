/* SPDX-License-Identifier: MIT */
/* The table of the scalar level. */
#include "lib/kernels/scalar.h"

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
