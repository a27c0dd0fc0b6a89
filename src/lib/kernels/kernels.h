/* SPDX-License-Identifier: MIT */
/*
 * The table of inner loops of an instruction-set level, and its lookup.
 *
 * The scalar level is the specification. Every other level gives the same bits
 * for every input, so callers may use any level.
 *
 * Conventions of all kernels:
 *
 *   - A call works on a block of cells (or a rectangle of pixels). It may read
 *     the block and the cells next to it, corners included. These are valid,
 *     because every plane has a halo of one cell on all sides.
 *
 *         h h h h h h     h: may be read, never written
 *         h B B B B h
 *         h B B B B h     B: read and written
 *         h h h h h h
 *
 *   - It writes nothing outside the block. Blocks that do not overlap can run
 *     on several threads at once.
 *   - Addresses need the alignment of their element type, no more.
 *   - sat16(v) clamps to int16; >> rounds down (arithmetic shift);
 *     scale(v, f) = (v * f + 2^14) >> 15 multiplies v by f / 2^15, rounded.
 */
#ifndef RIPPLE_KERNELS_KERNELS_H
#define RIPPLE_KERNELS_KERNELS_H

#include "lib/util/fixed.h"
#include "lib/kernels/caustics_kernels.h"
#include "lib/kernels/perspective_kernels.h"
#include "lib/kernels/render_kernels.h"
#include "lib/kernels/step_kernels.h"

#include "lib/kernels/arithmetic.inc"

typedef struct Kernels {
    const char *name;
    Step *step[STENCIL_COUNT];
    Advect *advect;
    Measure *measure;
    Scatter *scatter;
    Collect *collect;
    Blend *blend;
    Interpolate *interpolate;
    Render *render;
    Cast *cast;
    Shade *shade;
} Kernels;

/* Level i; 0 is the weakest. NULL past the last one that this CPU can run. */
const Kernels *ripple_kernels_level(int i);

/* The strongest level this CPU can run. */
const Kernels *ripple_kernels_best(void);

/* The level with that name, or NULL if this CPU cannot run it. */
const Kernels *ripple_kernels_find(const char *name);

extern const Kernels ripple_kernels_scalar;
#if defined(__x86_64__)
extern const Kernels ripple_kernels_sse2;
extern const Kernels ripple_kernels_avx2;
extern const Kernels ripple_kernels_avx512;
#elif defined(__aarch64__)
extern const Kernels ripple_kernels_neon;
#elif defined(__wasm__)
extern const Kernels ripple_kernels_simd128;
#endif

#endif
