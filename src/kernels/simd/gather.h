/* SPDX-License-Identifier: MIT */
/*
 * Pixels by index for the levels of x86, one load each. If the picture is in
 * the caches this takes two thirds of the time of gather instructions; if
 * lookups wait for memory, gathers keep more of them under way at once.
 */
#ifndef RIPPLE_KERNELS_SIMD_GATHER_H
#define RIPPLE_KERNELS_SIMD_GATHER_H

#include <immintrin.h>
#include <stdint.h>

/* Four pixels of 16 bits, in the lower half. */
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

#if defined(__AVX2__)

static inline __m128i insert_four(const uint32_t *picture, __m128i indices)
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
    __m128i low = insert_four(picture, _mm256_castsi256_si128(indices));
    __m128i high = insert_four(picture, _mm256_extracti128_si256(indices, 1));

    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

#else

static inline __m128i gather_two(const uint32_t *picture, __m128i indices)
{
    uint64_t both = (uint64_t)_mm_cvtsi128_si64(indices);

    return _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)picture[(uint32_t)both]),
                              _mm_cvtsi32_si128((int)picture[both >> 32]));
}

static inline __m128i gather_four(const uint32_t *picture, __m128i indices)
{
    __m128i high = _mm_unpackhi_epi64(indices, indices);

    return _mm_unpacklo_epi64(gather_two(picture, indices),
                              gather_two(picture, high));
}

#endif

#endif
