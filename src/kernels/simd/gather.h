/* SPDX-License-Identifier: MIT */
/*
 * Eight pixels by index, one load each. While the picture is in the caches
 * this takes two thirds of the time of the gather instructions; when lookups
 * wait for memory, gathers keep more of them on their way at once.
 */
#ifndef RIPPLE_KERNELS_SIMD_GATHER_H
#define RIPPLE_KERNELS_SIMD_GATHER_H

#include <immintrin.h>
#include <stdint.h>

static inline __m128i look_up_four(const uint32_t *picture, __m128i indices)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    uint64_t high = (uint64_t)_mm_extract_epi64(indices, 1);
    __m128i pixels = _mm_cvtsi32_si128((int)picture[(uint32_t)low]);

    pixels = _mm_insert_epi32(pixels, (int)picture[low >> 32], 1);
    pixels = _mm_insert_epi32(pixels, (int)picture[(uint32_t)high], 2);
    return _mm_insert_epi32(pixels, (int)picture[high >> 32], 3);
}

static inline __m256i look_up_eight(const uint32_t *picture, __m256i indices)
{
    __m128i low = look_up_four(picture, _mm256_castsi256_si128(indices));
    __m128i high = look_up_four(picture, _mm256_extracti128_si256(indices, 1));

    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

#endif
