/* SPDX-License-Identifier: MIT */
/*
 * The vector operations in which all kernels are written once. Lanes is a
 * register of RIPPLE_LANES int16, Pixels two registers with as many 32-bit
 * pixels.
 *
 * A level's file (sse2.c, ...) defines RIPPLE_LANES, RIPPLE_FALLBACK (the
 * table of the next weaker level) and the type Lanes; includes this file;
 * defines by intrinsics each operation of part 1, and ends with
 * RIPPLE_KERNELS(its name). The list is complete: the kernels are compiled at
 * the end of this file, before the level's operations, so they can use only
 * those declared here. The compiler names any that a level leaves out.
 *
 * A row of n cells is split into vectors from the left; the last vector ends at
 * the last cell and overlaps the one before it (n = 21, 8 lanes):
 *
 *     cell      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0
 *     vector 0  - - - - - - - -
 *     vector 1                  - - - - - - - -
 *     vector 2                            = = = - - - - -
 *
 * Write-only kernels compute the lanes marked = twice, with the same result.
 * Kernels that read the cells they write (step) blend the old values into these
 * lanes. RIPPLE_FALLBACK does rows of fewer than RIPPLE_LANES cells.
 *
 * A part of each level's file, which does not compile alone.
 */
#include "lib/util/fixed.h"
#include "lib/kernels/kernels.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* 0: the level has no streaming stores and no prefetches. */
#ifndef RIPPLE_STREAMS
#define RIPPLE_STREAMS 1
#endif

/* The vector extension of GCC and clang. Unsigned sums wrap around. */
#define RIPPLE_VECTOR __attribute__((vector_size(2 * RIPPLE_LANES)))
typedef int16_t Int16s RIPPLE_VECTOR;
typedef uint16_t Uint16s RIPPLE_VECTOR;
typedef int32_t Int32s RIPPLE_VECTOR;
typedef uint32_t Uint32s RIPPLE_VECTOR;
typedef Lanes UnalignedLanes __attribute__((aligned(1), may_alias));

/* For functions that constant arguments specialise. Coverage builds keep them
   as functions: each branch is then counted once, not for each constant. */
#ifdef RIPPLE_COUNTED
#define RIPPLE_INLINE static inline
#else
#define RIPPLE_INLINE static inline __attribute__((always_inline))
#endif

/* For functions that are worth less than their size on a page: clang decides
   there. */
#ifdef __wasm__
#define RIPPLE_INLINE_OFF_PAGE static
#else
#define RIPPLE_INLINE_OFF_PAGE RIPPLE_INLINE
#endif

/* Int32 results for all lanes, in an order that only the level knows. */
typedef struct Sums {
    Lanes low, high;
} Sums;

/* Pixels 0..RIPPLE_LANES / 2 - 1, then the others; or as many 32-bit indices of
   pixels. The bytes of a pixel are blue, green, red, alpha from the lowest. */
typedef struct Pixels {
    Lanes low, high;
} Pixels;

/* The values to the left and right of points between cells. */
typedef struct Neighbours {
    Lanes left, right;
} Neighbours;

/*
 * Part 1: operations that each level defines. Addresses need no alignment
 * unless stated. `streams` is set if the frame is written by streaming stores;
 * a level may ignore it.
 */

/* Signed lanes: a + b and a - b, saturated; minimum and maximum. */
static inline Lanes lanes_adds(Lanes a, Lanes b);
static inline Lanes lanes_subs(Lanes a, Lanes b);
static inline Lanes lanes_min(Lanes a, Lanes b);
static inline Lanes lanes_max(Lanes a, Lanes b);

/* (v * factor + 2^14) >> 15, factor in -32767..32767 */
static inline Lanes lanes_scale(Lanes v, Lanes factor);

/* a where mask is all ones, b where it is 0. */
static inline Lanes lanes_blend(Lanes mask, Lanes a, Lanes b);

/* 1 if any lane is not 0. */
static inline int lanes_any(Lanes v);

/* Streaming store, if the level has it, to a multiple of sizeof(Lanes). */
static inline void lanes_stream(void *to, Lanes v);

/* left[i] = from[places[i] - first], right[i] = the value after it. Places
   never decrease, and increase by at most 6 within each 8 lanes. RIPPLE_LANES
   values may be read from the places of lanes 0, 8, ... on. */
static inline Neighbours lanes_load_neighbours(const int16_t *from,
                                               const int16_t *places,
                                               int first);

/* The 16-bit pixels at `indices`. */
static inline Lanes lanes_gather(const uint16_t *picture, Pixels indices);

/* a * ka + b * kb, which must fit in 32 bits. */
static inline Sums sums_multiply(Lanes a, Lanes ka, Lanes b, Lanes kb);

/* Sums of a * b over two adjacent lanes: RIPPLE_LANES / 2 int32, in the order
   of the lanes; no lane of b is -32768. */
static inline Lanes lanes_dot(Lanes a, Lanes b);

/* sums >> bits, rounding down, saturated; `bits` is constant, in 0..31. */
static inline Lanes sums_pack(Sums sums, int bits);

/* 32-bit values clamped to -max..max. */
static inline Lanes half_limit(Lanes v, Lanes max);

/* y[i] * stride + x[i], with x, y and stride in 0..32767. */
static inline Pixels pixels_indices(int stride, Lanes x, Lanes y);

/* The pixels of the picture at `indices`. If `streams`, the picture is in
   memory, else in the caches. */
static inline Pixels pixels_gather(const uint32_t *picture, Pixels indices,
                                   int streams);

/* Bilinear means of the pixels at RIPPLE_LANES indices, their right neighbours,
   and the pixels `down` after both. Shares weigh the right and lower pixels,
   0..255 in 1/255. The formula is that of sample_linear in scalar_render.c. */
static inline Pixels pixels_bilinear(const uint32_t *picture, ptrdiff_t down,
                                     const uint32_t *indices, Lanes share_x,
                                     Lanes share_y);

/* Levels of 8 lanes without an instruction that mixes bytes define
   RIPPLE_MIXES_ROWS and mix_rows, not pixels_bilinear: the mean of two results
   of mix_columns, with share / 255 of `below`; see scalar_render.c. */
#ifdef RIPPLE_MIXES_ROWS
static inline Lanes mix_rows(Lanes above, Lanes below, Lanes share);
#endif

/* The pixels low[i] | high[i] << 16. */
static inline Pixels pixels_zip(Lanes low, Lanes high);

/* Orders the stores of lanes_stream before all later stores. */
static inline void pixels_fence(void);

/* Part 2: operations of the compiler's vectors, for every level. */

static inline Lanes lanes_load(const int16_t *from)
{
    return *(const UnalignedLanes *)(const void *)from;
}

static inline void lanes_store(int16_t *to, Lanes v)
{
    *(UnalignedLanes *)(void *)to = v;
}

static inline Lanes lanes_splat(int16_t value)
{
    return (Lanes)((Int16s){0} + value);
}

/* 0, 1, 2, ... */
static inline Lanes lanes_iota(void)
{
    static const int16_t numbers[] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

    return lanes_load(numbers);
}

/* Sums, differences and products wrap around. */

static inline Lanes lanes_add(Lanes a, Lanes b)
{
    return (Lanes)((Uint16s)a + (Uint16s)b);
}

static inline Lanes lanes_sub(Lanes a, Lanes b)
{
    return (Lanes)((Uint16s)a - (Uint16s)b);
}

static inline Lanes lanes_multiply(Lanes a, Lanes b)
{
    return (Lanes)((Uint16s)a * (Uint16s)b);
}

/* v >> n, rounding down, and v << n, n in 0..15. */
static inline Lanes lanes_shift_right(Lanes v, int n)
{
    return (Lanes)((Int16s)v >> (int16_t)n);
}

static inline Lanes lanes_shift_left(Lanes v, int n)
{
    return (Lanes)((Uint16s)v << (uint16_t)n);
}

/* v >> n of unsigned lanes. */
static inline Lanes lanes_shift_down(Lanes v, int n)
{
    return (Lanes)((Uint16s)v >> (uint16_t)n);
}

static inline Lanes lanes_and(Lanes a, Lanes b)
{
    return a & b;
}

static inline Lanes lanes_or(Lanes a, Lanes b)
{
    return a | b;
}

/* All ones in the lanes where a == b, or a > b. */

static inline Lanes lanes_equal(Lanes a, Lanes b)
{
    return (Lanes)((Int16s)a == (Int16s)b);
}

static inline Lanes lanes_greater(Lanes a, Lanes b)
{
    return (Lanes)((Int16s)a > (Int16s)b);
}

/* 1 if the first lane, or the last, is not 0. */

static inline int lanes_first(Lanes v)
{
    return ((Int16s)v)[0] != 0;
}

static inline int lanes_last(Lanes v)
{
    return ((Int16s)v)[RIPPLE_LANES - 1] != 0;
}

/* Wraps around. */
static inline Sums sums_add(Sums a, Sums b)
{
    return (Sums){(Lanes)((Uint32s)a.low + (Uint32s)b.low),
                  (Lanes)((Uint32s)a.high + (Uint32s)b.high)};
}

static inline Sums sums_splat(int value)
{
    Lanes all = (Lanes)((Int32s){0} + value);

    return (Sums){all, all};
}

static inline Sums sums_and(Sums a, Sums b)
{
    return (Sums){a.low & b.low, a.high & b.high};
}

static inline Pixels pixels_load(const uint32_t *from)
{
    const UnalignedLanes *vectors = (const void *)from;

    return (Pixels){vectors[0], vectors[1]};
}

/* Uses lanes_stream if `streams`, a constant, is set. */
static inline void pixels_store(uint32_t *to, Pixels pixels, int streams)
{
    UnalignedLanes *vectors = (void *)to;

    if (streams) {
        lanes_stream(vectors, pixels.low);
        lanes_stream(vectors + 1, pixels.high);
    } else {
        vectors[0] = pixels.low;
        vectors[1] = pixels.high;
    }
}

/* Prefetches RIPPLE_LANES pixels into the second-level cache. */
RIPPLE_INLINE void pixels_prefetch(const void *from)
{
    for (int i = 0; i < 4 * RIPPLE_LANES; i += 64)
        __builtin_prefetch((const char *)from + i, 0, 2);
}

/* Part 3: operations made of these. */

/* value clamped to min..max; min <= max */
RIPPLE_INLINE Lanes clamp(Lanes value, Lanes min, Lanes max)
{
    return lanes_max(lanes_min(value, max), min);
}

/* value clamped to -max..max */
RIPPLE_INLINE Lanes limit(Lanes value, Lanes max)
{
    return clamp(value, lanes_sub(lanes_splat(0), max), max);
}

/* 2 * v, saturated */
RIPPLE_INLINE Lanes twice(Lanes v)
{
    return lanes_adds(v, v);
}

/* |v|, saturated */
RIPPLE_INLINE Lanes magnitude(Lanes v)
{
    return lanes_max(v, lanes_subs(lanes_splat(0), v));
}

/* Moves a toward b by share / 2^15. */
RIPPLE_INLINE Lanes lanes_lerp(Lanes a, Lanes b, Lanes share)
{
    return lanes_add(a, lanes_scale(lanes_subs(b, a), share));
}

/* Masks: all ones in the lanes that are negative, positive or 0. */
RIPPLE_INLINE Lanes is_negative(Lanes v)
{
    return lanes_shift_right(v, 15);
}

RIPPLE_INLINE Lanes is_positive(Lanes v)
{
    return lanes_shift_right(lanes_sub(lanes_splat(0), v), 15);
}

RIPPLE_INLINE Lanes is_zero(Lanes v)
{
    return lanes_equal(v, lanes_splat(0));
}

/* Opaque pixels of channels in 0..255. */
RIPPLE_INLINE Pixels pixels_colour(Lanes red, Lanes green, Lanes blue)
{
    return pixels_zip(lanes_or(blue, lanes_shift_left(green, 8)),
                      lanes_or(red, lanes_splat((int16_t)0xff00)));
}

/* The RIPPLE_ACTIVE flags of a block written in columns from the left. */
typedef struct Activity {
    Lanes any, top, bottom;
    int left, right;
} Activity;

RIPPLE_INLINE Activity no_activity(void)
{
    Lanes none = lanes_splat(0);

    return (Activity){none, none, none, 0, 0};
}

/* Adds a column; `heights` is the OR of all its heights. */
RIPPLE_INLINE void add_column(Activity *active, Lanes heights,
                              const int16_t *top, const int16_t *bottom,
                              int is_first)
{
    if (is_first)
        active->left = lanes_first(heights);
    active->right = lanes_last(heights);
    active->any = lanes_or(active->any, heights);
    active->top = lanes_or(active->top, lanes_load(top));
    active->bottom = lanes_or(active->bottom, lanes_load(bottom));
}

RIPPLE_INLINE int get_flags(const Activity *active)
{
    if (!lanes_any(active->any))
        return 0;
    return RIPPLE_ACTIVE | (lanes_any(active->top) ? RIPPLE_ACTIVE_TOP : 0) |
           (lanes_any(active->bottom) ? RIPPLE_ACTIVE_BOTTOM : 0) |
           (active->left ? RIPPLE_ACTIVE_LEFT : 0) |
           (active->right ? RIPPLE_ACTIVE_RIGHT : 0);
}

/* The kernels, in this order: each may use functions of earlier ones. */
#include "lib/kernels/simd/perspective/cast.h"
#include "lib/kernels/simd/perspective/shade.h"
#include "lib/kernels/simd/simd_advect.h"
#include "lib/kernels/simd/simd_energy.h"
#include "lib/kernels/simd/simd_traits.h"
#include "lib/kernels/simd/simd_caustics.h"
#include "lib/kernels/simd/simd_render.h"
#include "lib/kernels/simd/simd_stencil.h"
#include "lib/kernels/simd/simd_fine.h"
#include "lib/kernels/simd/simd_step.h"

/* The table of a level. */
#define RIPPLE_STEP_ROW(NAME, name) step_##name,
#define RIPPLE_KERNELS(level) \
    const Kernels ripple_kernels_##level = { \
        .name = #level, \
        .step = {RIPPLE_STENCILS(RIPPLE_STEP_ROW)}, \
        .advect = advect, \
        .measure = measure, \
        .scatter = scatter, \
        .collect = collect, \
        .blend = blend, \
        .interpolate = interpolate, \
        .render = render, \
        .cast = cast, \
        .shade = shade_rect, \
    }
