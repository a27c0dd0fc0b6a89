/* SPDX-License-Identifier: MIT */
/* AVX-512 (F, BW and VL): 32 heights at a time. */
#include <immintrin.h>
#include <stdint.h>

#define RIPPLE_LANES  32
#define RIPPLE_WEAKER ripple_kernels_avx2

typedef __m512i Lanes;

static inline Lanes lanes_load(const int16_t *from)
{
    return _mm512_loadu_si512(from);
}

static inline void lanes_store(int16_t *to, Lanes v)
{
    _mm512_storeu_si512(to, v);
}

static inline Lanes lanes_all(int16_t value)
{
    return _mm512_set1_epi16(value);
}

static inline Lanes lanes_count(void)
{
    return _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19,
                            18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5,
                            4, 3, 2, 1, 0);
}

static inline Lanes lanes_add(Lanes a, Lanes b)
{
    return _mm512_add_epi16(a, b);
}

static inline Lanes lanes_sub(Lanes a, Lanes b)
{
    return _mm512_sub_epi16(a, b);
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return _mm512_adds_epi16(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return _mm512_subs_epi16(a, b);
}

static inline Lanes lanes_shift(Lanes v, int n)
{
    return _mm512_sra_epi16(v, _mm_cvtsi32_si128(n));
}

static inline Lanes lanes_and(Lanes a, Lanes b)
{
    return _mm512_and_si512(a, b);
}

static inline Lanes lanes_or(Lanes a, Lanes b)
{
    return _mm512_or_si512(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return _mm512_min_epi16(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return _mm512_max_epi16(a, b);
}

static inline Lanes lanes_select(Lanes mask, Lanes a, Lanes b)
{
    return _mm512_ternarylogic_epi64(mask, a, b, 0xca);
}

static inline Lanes lanes_scale(Lanes v, Lanes factor)
{
    return _mm512_mulhrs_epi16(v, factor);
}

static inline int lanes_any(Lanes v)
{
    return _mm512_test_epi64_mask(v, v) != 0;
}

static inline int lanes_first(Lanes v)
{
    return (int)(_mm512_test_epi16_mask(v, v) & 1);
}

static inline int lanes_last(Lanes v)
{
    return (int)(_mm512_test_epi16_mask(v, v) >> 31);
}

static inline void lanes_copy(uint32_t *to, const uint32_t *from)
{
    _mm512_storeu_si512(to, _mm512_loadu_si512(from));
    _mm512_storeu_si512(to + 16, _mm512_loadu_si512(from + 16));
}

/* Pairs of (x, y) times (1, stride) make indices; the pairing works within
   quarters, so these are brought into their places first. */
static inline void lanes_lookup(uint32_t *to, const uint32_t *picture,
                                int stride, Lanes x, Lanes y)
{
    __m512i quarters = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    __m512i factors = _mm512_set1_epi32(stride << 16 | 1);

    x = _mm512_permutexvar_epi64(quarters, x);
    y = _mm512_permutexvar_epi64(quarters, y);

    __m512i low = _mm512_madd_epi16(_mm512_unpacklo_epi16(x, y), factors);
    __m512i high = _mm512_madd_epi16(_mm512_unpackhi_epi16(x, y), factors);

    _mm512_storeu_si512(to, _mm512_i32gather_epi32(low, picture, 4));
    _mm512_storeu_si512(to + 16, _mm512_i32gather_epi32(high, picture, 4));
}

#include "body.h"

const Kernels ripple_kernels_avx512 = {
    .name = "avx512",
    .step = {[RIPPLE_MODEL_CLASSIC] = step_classic,
             [RIPPLE_MODEL_ROUND] = step_round},
    .refract = refract,
};
