/* SPDX-License-Identifier: MIT */
/*
 * The inner loops of the pool: their signatures, their contract and the table
 * that callers pick them from.
 *
 * The scalar level is the specification. Every other level gives the same
 * bits for every input, and no caller knows which one runs.
 *
 * A kernel works on a block of cells, or on the pixels over one. Cells around
 * the block, one to each side and one row up and down, corners included, may
 * be read and hold valid heights: Heights surrounds its cells with a border
 * of zeros. Nothing beyond that ring is touched, nothing outside the block is
 * written, and blocks that do not overlap may be done side by side. Addresses
 * are aligned like an int16_t or a uint32_t, and need be no better.
 *
 * sat16(v) clamps v to int16; >> is the arithmetic shift, rounding down.
 */
#ifndef RIPPLE_KERNELS_H
#define RIPPLE_KERNELS_H

#include "../ripple.h"

#define RIPPLE_MODEL_COUNT 2

/* Fixed point of the refraction: 12 bits behind the point. */
#define RIPPLE_GAIN_BITS 12

/* What a step leaves in a block; the sides say where nonzero heights lie. */
enum {
    RIPPLE_WET = 1, /* some height is not zero */
    RIPPLE_WET_TOP = 2,
    RIPPLE_WET_BOTTOM = 4,
    RIPPLE_WET_LEFT = 8,
    RIPPLE_WET_RIGHT = 16,
    RIPPLE_WET_ALL = 31,
};

/*
 * One step of a model over a block of columns x rows cells, both at least 1.
 * `now` points at its first cell in the newest heights; `next` at its first
 * cell in the heights before, which receive the heights after; rows lie
 * `stride` cells apart in both. Returns RIPPLE_WET flags of the heights
 * written. damping is 0..15, 0 for none.
 */
#define RIPPLE_STEP(name) \
    int name(int16_t *restrict next, const int16_t *restrict now, \
             ptrdiff_t stride, int columns, int rows, int damping)
typedef RIPPLE_STEP(Step);

/* What to look at through which water, and how strongly it bends. */
typedef struct Refraction {
    RipplePixels picture, frame; /* of the same size */
    const int16_t *cells;        /* cell (0, 0) of the newest heights */
    size_t stride;               /* cells from one row to the next */
    int gain_q12;                /* 0..4 << RIPPLE_GAIN_BITS */
    int rows_ahead; /* how far ahead the picture is fetched, and the frame is
                       written past the caches; 0: they fit in the caches */
} Refraction;

/* Refracts the pixels of a rectangle of the frame; a cell is a pixel. */
#define RIPPLE_REFRACT(name) \
    void name(const Refraction *refraction, RippleRect rect)
typedef RIPPLE_REFRACT(Refract);

typedef struct Kernels {
    const char *name;
    Step *step[RIPPLE_MODEL_COUNT]; /* by RippleModel */
    Refract *refract;
} Kernels;

/* Level i from 0, weakest first, or NULL past the last this CPU can run. */
const Kernels *kernels_level(int i);

/* The strongest level this CPU can run. */
const Kernels *kernels_best(void);

/* The level of that name if this CPU can run it, else NULL. */
const Kernels *kernels_find(const char *name);

extern const Kernels ripple_kernels_scalar;
#if defined(__x86_64__)
extern const Kernels ripple_kernels_sse2;
extern const Kernels ripple_kernels_avx2;
extern const Kernels ripple_kernels_avx512;
#elif defined(__aarch64__)
extern const Kernels ripple_kernels_neon;
#endif

#endif
