/* SPDX-License-Identifier: MIT */
/* Eight pixels of 16 bits by index, one load each, for all levels of x86. */
#ifndef RIPPLE_KERNELS_SIMD_GATHER565_H
#define RIPPLE_KERNELS_SIMD_GATHER565_H

#include <emmintrin.h>
#include <stdint.h>

/* In the lower half. */
static inline __m128i look_up_four565(const uint16_t *picture, __m128i indices)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    uint64_t high =
        (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(indices, indices));
    __m128i pixels = _mm_cvtsi32_si128(picture[(uint32_t)low]);

    pixels = _mm_insert_epi16(pixels, (int16_t)picture[low >> 32], 1);
    pixels = _mm_insert_epi16(pixels, (int16_t)picture[(uint32_t)high], 2);
    return _mm_insert_epi16(pixels, (int16_t)picture[high >> 32], 3);
}

static inline __m128i look_up_eight565(const uint16_t *picture, __m128i low,
                                       __m128i high)
{
    return _mm_unpacklo_epi64(look_up_four565(picture, low),
                              look_up_four565(picture, high));
}

#endif
