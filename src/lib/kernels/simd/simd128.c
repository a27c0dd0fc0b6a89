/* SPDX-License-Identifier: MIT */
/* WebAssembly SIMD: 8 heights at a time. */
#include <wasm_simd128.h>

#define RIPPLE_LANES    8
#define RIPPLE_FALLBACK ripple_kernels_scalar
#define RIPPLE_MIXES_ROWS
#define RIPPLE_STREAMS 0

typedef v128_t Lanes;

#include "lib/kernels/simd/vector.h"

/* Interleave the lower, or the upper, halves of two vectors. */

static inline v128_t zip_low16(v128_t a, v128_t b)
{
    return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

static inline v128_t zip_high16(v128_t a, v128_t b)
{
    return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/* WebAssembly has no streaming stores. */
static inline void lanes_stream(void *to, Lanes v)
{
    lanes_store(to, v);
}

/* Permutes bytes; byte indices are twice cell indices. */
static inline Neighbours lanes_load_neighbours(const int16_t *from,
                                               const int16_t *places, int first)
{
    Lanes cells = lanes_load(from + (places[0] - first));
    Lanes bytes = wasm_i16x8_shl(
        lanes_sub(lanes_load(places), lanes_splat(places[0])), 1);
    Lanes order = lanes_add(lanes_or(bytes, wasm_i16x8_shl(bytes, 8)),
                            lanes_splat(0x0100));

    return (Neighbours){
        wasm_i8x16_swizzle(cells, order),
        wasm_i8x16_swizzle(cells, lanes_add(order, lanes_splat(0x0202)))};
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return wasm_i16x8_add_sat(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return wasm_i16x8_sub_sat(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return wasm_i16x8_min(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return wasm_i16x8_max(a, b);
}

static inline Lanes lanes_blend(Lanes mask, Lanes a, Lanes b)
{
    return wasm_v128_bitselect(a, b, mask);
}

/* It saturates only if both are -32768, which no factor is. */
static inline Lanes lanes_scale(Lanes v, Lanes factor)
{
    return wasm_i16x8_q15mulr_sat(v, factor);
}

static inline int lanes_any(Lanes v)
{
    return wasm_v128_any_true(v);
}

static inline Sums sums_multiply(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    return (Sums){wasm_i32x4_dot_i16x8(zip_low16(a, b), zip_low16(ka, kb)),
                  wasm_i32x4_dot_i16x8(zip_high16(a, b), zip_high16(ka, kb))};
}

static inline Lanes lanes_dot(Lanes a, Lanes b)
{
    return wasm_i32x4_dot_i16x8(a, b);
}

static inline Lanes half_limit(Lanes v, Lanes max)
{
    return wasm_i32x4_max(wasm_i32x4_min(v, max), wasm_i32x4_neg(max));
}

static inline Lanes sums_pack(Sums sums, int bits)
{
    return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(sums.low, (uint32_t)bits),
                                   wasm_i32x4_shr(sums.high, (uint32_t)bits));
}

/* Indices are dot products of (x, y) and (1, stride). */
static inline Pixels pixels_indices(int stride, Lanes x, Lanes y)
{
    Lanes factors = wasm_i32x4_splat(stride << 16 | 1);

    return (Pixels){wasm_i32x4_dot_i16x8(zip_low16(x, y), factors),
                    wasm_i32x4_dot_i16x8(zip_high16(x, y), factors)};
}

static inline Lanes gather_four(const uint32_t *picture, Lanes indices)
{
    Uint32s at = (Uint32s)indices;
    Lanes pixels = wasm_v128_load32_zero(picture + at[0]);

    pixels = wasm_v128_load32_lane(picture + at[1], pixels, 1);
    pixels = wasm_v128_load32_lane(picture + at[2], pixels, 2);
    return wasm_v128_load32_lane(picture + at[3], pixels, 3);
}

static inline Pixels pixels_gather(const uint32_t *picture, Pixels indices,
                                   int streams)
{
    (void)streams;
    return (Pixels){gather_four(picture, indices.low),
                    gather_four(picture, indices.high)};
}

static inline Lanes lanes_gather(const uint16_t *picture, Pixels indices)
{
    Uint32s low = (Uint32s)indices.low, high = (Uint32s)indices.high;

    return (Lanes)(Uint16s){
        picture[low[0]],  picture[low[1]],  picture[low[2]],  picture[low[3]],
        picture[high[0]], picture[high[1]], picture[high[2]], picture[high[3]]};
}

static inline Pixels pixels_zip(Lanes low, Lanes high)
{
    return (Pixels){zip_low16(low, high), zip_high16(low, high)};
}

static inline Reals reals_min(Reals a, Reals b)
{
    return (Reals)wasm_f32x4_pmin((v128_t)a, (v128_t)b);
}

static inline Reals reals_max(Reals a, Reals b)
{
    return (Reals)wasm_f32x4_pmax((v128_t)a, (v128_t)b);
}

static inline Reals reals_sqrt(Reals v)
{
    return (Reals)wasm_f32x4_sqrt((v128_t)v);
}

static inline Lanes pick_even(Lanes a, Lanes b)
{
    return wasm_i32x4_shuffle(a, b, 0, 2, 4, 6);
}

static inline Lanes pick_odd(Lanes a, Lanes b)
{
    return wasm_i32x4_shuffle(a, b, 1, 3, 5, 7);
}

static inline Lanes load_pairs(const uint32_t *from, const uint32_t *indices)
{
    return wasm_v128_load64_lane(from + indices[1],
                                 wasm_v128_load64_zero(from + indices[0]), 1);
}

static inline Lanes load_quads(const int16_t *from, const uint32_t *indices)
{
    Lanes eight = lanes_load(from + 4 * (size_t)indices[0]);

    return wasm_i16x8_shuffle(eight, eight, 0, 4, 1, 5, 2, 6, 3, 7);
}

/* Plain stores need no fence. */
static inline void pixels_fence(void)
{
}

/* row * share / 2^9, rounded down, of the even lanes or the odd ones; the
   others have a share of 0. */
static inline Int32s weigh_row(Lanes row, Lanes share)
{
    return (Int32s)wasm_i32x4_dot_i16x8(row, share) >> 9;
}

static inline Lanes mix_rows(Lanes above, Lanes below, Lanes share)
{
    Lanes places = wasm_i32x4_splat(0xffff);
    Lanes even = share & places, odd = share & ~places;
    Int32s first =
        weigh_row(above, even ^ wasm_i32x4_splat(255)) + weigh_row(below, even);
    Int32s second = weigh_row(above, odd ^ wasm_i32x4_splat(255 << 16)) +
                    weigh_row(below, odd);
    Lanes mixed = lanes_blend(places, (Lanes)first, (Lanes)(second << 16));

    /* RIPPLE_MEAN_GAIN is 2^9 + 2^2. */
    mixed = lanes_add(mixed, lanes_splat(RIPPLE_MEAN_HALF));
    mixed = wasm_i16x8_shr(lanes_add(mixed, wasm_i16x8_shr(mixed, 7)), 7);
    return lanes_add(mixed, lanes_splat(128));
}

RIPPLE_KERNELS(simd128);
