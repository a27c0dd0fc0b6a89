/* SPDX-License-Identifier: MIT */
/*
 * The scalar kernels and their shared arithmetic. They are the specification
 * that every other level equals bit for bit, so they are written to be read.
 * The compiler is free to vectorise them.
 *
 * Every store saturates: a crest that grows too high is cut off and never wraps
 * to a trough. Sums saturate in pairs, as in vector units. If all |heights| <=
 * 8191, no sum saturates and the formulas are plain.
 */
#ifndef RIPPLE_KERNELS_SCALAR_H
#define RIPPLE_KERNELS_SCALAR_H

#include "lib/util/fixed.h"
#include "lib/kernels/kernels.h"

/* The RIPPLE_ACTIVE flags of a block of heights. */
int ripple_scalar_find_active(const int16_t *cells, ptrdiff_t stride,
                              int columns, int rows);

/* A trait of cell `at` of the planes, counted from cell (0, 0). */
int ripple_scalar_trait(Trait trait, const Surface *surface,
                        const Optics *optics, ptrdiff_t at);

#define RIPPLE_SCALAR_STEP(NAME, name) RIPPLE_STEP(ripple_scalar_step_##name);
RIPPLE_STENCILS(RIPPLE_SCALAR_STEP)
RIPPLE_ADVECT(ripple_scalar_advect);
RIPPLE_MEASURE(ripple_scalar_measure);
RIPPLE_SCATTER(ripple_scalar_scatter);
RIPPLE_COLLECT(ripple_scalar_collect);
RIPPLE_BLEND(ripple_scalar_blend);
RIPPLE_INTERPOLATE(ripple_scalar_interpolate);
RIPPLE_RENDER(ripple_scalar_render);
RIPPLE_CAST(ripple_scalar_cast);
RIPPLE_SHADE(ripple_scalar_shade);

#endif
