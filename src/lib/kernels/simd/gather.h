/* SPDX-License-Identifier: MIT */
/*
 * Loads pixels by index on x86, one by one. If the picture is in the caches,
 * this takes two thirds of the time of gather instructions. If lookups wait for
 * memory, gathers keep more of them in flight.
 *
 * AVX2 and AVX-512 also mix pixels, by the formula of draw.inc. With 128
 * subtracted, channels are signed bytes, so one instruction (maddubs) mixes a
 * pixel with its neighbour.
 */
#ifndef RIPPLE_KERNELS_SIMD_GATHER_H
#define RIPPLE_KERNELS_SIMD_GATHER_H

#include "lib/kernels/render_kernels.h"

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Loads four 16-bit pixels into the lower half. */
static inline __m128i gather_four565(const uint16_t *picture, __m128i indices)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    uint64_t high =
        (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(indices, indices));
    __m128i pixels = _mm_cvtsi32_si128(picture[(uint32_t)low]);

    pixels = _mm_insert_epi16(pixels, (int16_t)picture[low >> 32], 1);
    pixels = _mm_insert_epi16(pixels, (int16_t)picture[(uint32_t)high], 2);
    return _mm_insert_epi16(pixels, (int16_t)picture[high >> 32], 3);
}

static inline __m128i gather_eight565(const uint16_t *picture, __m128i low,
                                      __m128i high)
{
    return _mm_unpacklo_epi64(gather_four565(picture, low),
                              gather_four565(picture, high));
}

/* Loads 32 bits. */
static inline __m128i load_four_bytes(const int16_t *from)
{
    int bytes;

    memcpy(&bytes, from, sizeof bytes);
    return _mm_cvtsi32_si128(bytes);
}

/* Loads 64 bits from each address. */
static inline __m128i load_two_pairs(const uint32_t *low, const uint32_t *high)
{
    return _mm_unpacklo_epi64(
        _mm_loadl_epi64((const __m128i *)(const void *)low),
        _mm_loadl_epi64((const __m128i *)(const void *)high));
}

#if RIPPLE_LANES > 8 /* AVX2 */

/* The byte shuffle that orders eight 16-bit values as 0 4 1 5 2 6 3 7. */
static inline __m128i zip_mask(void)
{
    return _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
}

static inline __m128i gather_four(const uint32_t *picture, __m128i indices)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    uint64_t high = (uint64_t)_mm_extract_epi64(indices, 1);
    __m128i pixels = _mm_cvtsi32_si128((int)picture[(uint32_t)low]);

    pixels = _mm_insert_epi32(pixels, (int)picture[low >> 32], 1);
    pixels = _mm_insert_epi32(pixels, (int)picture[(uint32_t)high], 2);
    return _mm_insert_epi32(pixels, (int)picture[high >> 32], 3);
}

static inline __m256i gather_eight(const uint32_t *picture, __m256i indices)
{
    __m128i low = gather_four(picture, _mm256_castsi256_si128(indices));
    __m128i high = gather_four(picture, _mm256_extracti128_si256(indices, 1));

    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* The byte shuffle that puts each channel of a pixel beside that of its right
   neighbour, for two pairs. */
static inline __m128i interleave_mask(void)
{
    return _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
}

#endif

#endif
