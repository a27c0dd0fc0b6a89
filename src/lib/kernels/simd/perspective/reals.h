/* SPDX-License-Identifier: MIT */
/*
 * Reals: RIPPLE_LANES / 2 floats in one register, with 32-bit integers as masks
 * and indices. All operations are exactly rounded, in the order in which they
 * are written: no reciprocal estimates, no fused multiply-add.
 */
#ifndef RIPPLE_KERNELS_SIMD_PERSPECTIVE_REALS_H
#define RIPPLE_KERNELS_SIMD_PERSPECTIVE_REALS_H

#define REALS (RIPPLE_LANES / 2)

typedef float Reals RIPPLE_VECTOR;
typedef Reals UnalignedReals __attribute__((aligned(4), may_alias));

/* Adjacent 32-bit values in memory, one vector for each. */
typedef struct Pairs {
    Lanes first, second;
} Pairs;

typedef struct Quads {
    Lanes first, second, third, fourth;
} Quads;

/* Part 1: operations that each level defines. */

/* b < a ? b : a, and a < b ? b : a */
static inline Reals reals_min(Reals a, Reals b);
static inline Reals reals_max(Reals a, Reals b);

static inline Reals reals_sqrt(Reals v);

/* 64 bits from each of from + indices[i], i = 0, 1, 4, 5, 8, 9, ... */
static inline Lanes load_pairs(const uint32_t *from, const uint32_t *indices);

/* 128 bits from each of from + 4 * indices[i], i = 0, 4, 8, ...; the eight
   values of each are in the order 0 4 1 5 2 6 3 7. */
static inline Lanes load_quads(const int16_t *from, const uint32_t *indices);

/* Of each 128 bits: the first and third 32-bit values of a, then those of b; or
   the second and fourth ones. */
static inline Lanes pick_even(Lanes a, Lanes b);
static inline Lanes pick_odd(Lanes a, Lanes b);

/* Part 2: operations of the compiler's vectors. */

static inline Reals reals_splat(float value)
{
    return value - (Reals){0};
}

static inline Reals reals_load(const float *from)
{
    return *(const UnalignedReals *)(const void *)from;
}

static inline void reals_store(float *to, Reals v)
{
    *(UnalignedReals *)(void *)to = v;
}

static inline Reals reals_iota(void)
{
    static const float numbers[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                    8, 9, 10, 11, 12, 13, 14, 15};

    return reals_load(numbers);
}

/* Convert values in the range of int32 to their whole parts, and back. */

static inline Int32s reals_truncate(Reals v)
{
    return __builtin_convertvector(v, Int32s);
}

static inline Reals reals_convert(Int32s v)
{
    return __builtin_convertvector(v, Reals);
}

static inline Int32s half_splat(int value)
{
    return (Int32s){0} + value;
}

static inline void half_store(void *to, Lanes v)
{
    *(UnalignedLanes *)to = v;
}

/* The lower, or the upper, halves of 32-bit values, as signed numbers. */

static inline Reals reals_low(Lanes v)
{
    return reals_convert((Int32s)((Uint32s)v << 16) >> 16);
}

static inline Reals reals_high(Lanes v)
{
    return reals_convert((Int32s)v >> 16);
}

/* Part 3: operations made of these. */

/* a where mask is all ones, b where it is 0. */
RIPPLE_INLINE Reals reals_blend(Int32s mask, Reals a, Reals b)
{
    return (Reals)lanes_blend((Lanes)mask, (Lanes)a, (Lanes)b);
}

RIPPLE_INLINE int reals_any(Int32s mask)
{
    return lanes_any((Lanes)mask);
}

RIPPLE_INLINE Reals reals_clamp(Reals v, Reals min, Reals max)
{
    return reals_max(reals_min(v, max), min);
}

RIPPLE_INLINE Reals reals_mix(Reals a, Reals b, Reals share)
{
    return a + (b - a) * share;
}

/* 64 bits from each of from + indices[i]. */
RIPPLE_INLINE Pairs pairs_gather(const uint32_t *from, const uint32_t *indices)
{
    Lanes a = load_pairs(from, indices), b = load_pairs(from, indices + 2);

    return (Pairs){pick_even(a, b), pick_odd(a, b)};
}

/* The pairs (0, 4), (1, 5), (2, 6), (3, 7) of the eight values from each of
   from + 4 * indices[i] on. */
RIPPLE_INLINE Quads quads_gather(const int16_t *from, const uint32_t *indices)
{
    Lanes a = load_quads(from, indices), b = load_quads(from, indices + 1);
    Lanes c = load_quads(from, indices + 2), d = load_quads(from, indices + 3);
    Lanes even = pick_even(a, b), even2 = pick_even(c, d);
    Lanes odd = pick_odd(a, b), odd2 = pick_odd(c, d);

    return (Quads){pick_even(even, even2), pick_even(odd, odd2),
                   pick_odd(even, even2), pick_odd(odd, odd2)};
}

/* The minimum, and the maximum, of all lanes. */

RIPPLE_INLINE float reals_lowest(Reals v)
{
    float values[REALS], lowest;

    reals_store(values, v);
    lowest = values[0];
    for (int i = 1; i < REALS; i++)
        lowest = values[i] < lowest ? values[i] : lowest;
    return lowest;
}

RIPPLE_INLINE float reals_highest(Reals v)
{
    return -reals_lowest(-v);
}

#endif
