/* SPDX-License-Identifier: MIT */
/* Columns of eight heights for SSE2, and for each half of AVX2; vector.h has
   the contract. */
#ifndef RIPPLE_KERNELS_SIMD_TRANSPOSE_H
#define RIPPLE_KERNELS_SIMD_TRANSPOSE_H

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static inline __m128i load_four(const int16_t *from)
{
    return _mm_loadl_epi64((const __m128i *)(const void *)from);
}

static inline void lanes_load_columns(__m128i columns[4], const int16_t *from,
                                      ptrdiff_t down)
{
    __m128i pairs[4], low, high, low_down, high_down;

    for (int i = 0; i < 4; i++)
        pairs[i] = _mm_unpacklo_epi16(load_four(from + 2 * i * down),
                                      load_four(from + (2 * i + 1) * down));
    low = _mm_unpacklo_epi32(pairs[0], pairs[1]);
    high = _mm_unpackhi_epi32(pairs[0], pairs[1]);
    low_down = _mm_unpacklo_epi32(pairs[2], pairs[3]);
    high_down = _mm_unpackhi_epi32(pairs[2], pairs[3]);
    columns[0] = _mm_unpacklo_epi64(low, low_down);
    columns[1] = _mm_unpackhi_epi64(low, low_down);
    columns[2] = _mm_unpacklo_epi64(high, high_down);
    columns[3] = _mm_unpackhi_epi64(high, high_down);
}

static inline void lanes_store_column(int16_t *to, ptrdiff_t down, __m128i v)
{
    to[0] = (int16_t)_mm_extract_epi16(v, 0);
    to[down] = (int16_t)_mm_extract_epi16(v, 1);
    to[2 * down] = (int16_t)_mm_extract_epi16(v, 2);
    to[3 * down] = (int16_t)_mm_extract_epi16(v, 3);
    to[4 * down] = (int16_t)_mm_extract_epi16(v, 4);
    to[5 * down] = (int16_t)_mm_extract_epi16(v, 5);
    to[6 * down] = (int16_t)_mm_extract_epi16(v, 6);
    to[7 * down] = (int16_t)_mm_extract_epi16(v, 7);
}

#endif
