/* SPDX-License-Identifier: MIT */
/*
 * The inner loops of the pool: their signatures, their contract and the table
 * that callers pick them from.
 *
 * The scalar level is the specification. Every other level gives the same
 * bits for every input, and nothing above this line knows which one runs.
 *
 * A kernel works on one row. `now` points at the first cell of the span in
 * the newest heights, `stride` cells lie between rows. Cells around the span,
 * one to each side and one row up and down, may be read and hold valid
 * heights: Heights surrounds its cells with a border of zeros. Beyond that
 * ring nothing may be relied on. Nothing outside [0, count) is ever written.
 * Row starts are aligned like an int16_t or a uint32_t, no better.
 *
 * sat16(v) clamps v to int16; >> is the arithmetic shift, rounding down.
 */
#ifndef RIPPLE_KERNELS_H
#define RIPPLE_KERNELS_H

#include "../ripple.h"

#define RIPPLE_MODEL_COUNT 2

/* Fixed point of the refraction: 12 bits behind the point. */
#define RIPPLE_GAIN_BITS 12

/*
 * One step of a model over one row of cells: `next` holds the heights before
 * `now` and receives the heights after it. Returns nonzero when any height
 * written is nonzero. damping is 0..15, 0 for none.
 */
#define RIPPLE_STEP_ROW(name) \
    int name(int16_t *restrict next, const int16_t *restrict now, \
             ptrdiff_t stride, int count, int damping)
typedef RIPPLE_STEP_ROW(StepRow);

/* What a refraction looks through the water at, and how strongly it bends. */
typedef struct Refraction {
    RipplePixels picture;
    int gain_q12; /* 0..4 << RIPPLE_GAIN_BITS */
} Refraction;

/*
 * Refracts `count` pixels of row y, from column x on, into `frame`, which
 * points at the first of them. Here a cell is a pixel.
 */
#define RIPPLE_REFRACT_ROW(name) \
    void name(uint32_t *restrict frame, const int16_t *restrict now, \
              ptrdiff_t stride, const Refraction *refraction, int x, int y, \
              int count)
typedef RIPPLE_REFRACT_ROW(RefractRow);

typedef struct Kernels {
    const char *name;
    StepRow *step[RIPPLE_MODEL_COUNT]; /* by RippleModel */
    RefractRow *refract;
} Kernels;

/* Level i from 0, weakest first, or NULL past the last this CPU can run. */
const Kernels *kernels_level(int i);

/* The strongest level this CPU can run. */
const Kernels *kernels_best(void);

extern const Kernels ripple_kernels_scalar;

#endif
