/* SPDX-License-Identifier: MIT */
/* AVX-512 (F, BW and VL): 32 heights at a time. */
#include "kernels.h"
#include "lookup.h"

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

/* Of the lower and the upper half of each 128 bits. */
typedef struct Sums {
    __m512i low, high;
} Sums;

static inline Sums sums_of(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    return (Sums){_mm512_madd_epi16(_mm512_unpacklo_epi16(a, b),
                                    _mm512_unpacklo_epi16(ka, kb)),
                  _mm512_madd_epi16(_mm512_unpackhi_epi16(a, b),
                                    _mm512_unpackhi_epi16(ka, kb))};
}

static inline Sums sums_add(Sums a, Sums b)
{
    return (Sums){_mm512_add_epi32(a.low, b.low),
                  _mm512_add_epi32(a.high, b.high)};
}

static inline Lanes sums_pack(Sums sums, int bits)
{
    return _mm512_packs_epi32(_mm512_srai_epi32(sums.low, (unsigned)bits),
                              _mm512_srai_epi32(sums.high, (unsigned)bits));
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

static inline void pixels_copy(uint32_t *to, const uint32_t *from, int streams)
{
    __m512i low = _mm512_loadu_si512(from);
    __m512i high = _mm512_loadu_si512(from + 16);

    if (streams) {
        _mm512_stream_si512((__m512i *)(void *)to, low);
        _mm512_stream_si512((__m512i *)(void *)(to + 16), high);
    } else {
        _mm512_storeu_si512(to, low);
        _mm512_storeu_si512(to + 16, high);
    }
}

static inline void look_up(uint32_t *to, const uint32_t *picture,
                           __m512i indices, int streams)
{
    if (streams) {
        _mm512_stream_si512((__m512i *)(void *)to,
                            _mm512_i32gather_epi32(indices, picture, 4));
    } else {
        look_up_eight(to, picture, _mm512_castsi512_si256(indices));
        look_up_eight(to + 8, picture, _mm512_extracti64x4_epi64(indices, 1));
    }
}

/* Pairs of (x, y) times (1, stride) make indices; the pairing works within
   quarters, so these are brought into their places first. */
static inline void pixels_lookup(uint32_t *to, const uint32_t *picture,
                                 int stride, Lanes x, Lanes y, int streams)
{
    __m512i quarters = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    __m512i factors = _mm512_set1_epi32(stride << 16 | 1);

    x = _mm512_permutexvar_epi64(quarters, x);
    y = _mm512_permutexvar_epi64(quarters, y);
    look_up(to, picture,
            _mm512_madd_epi16(_mm512_unpacklo_epi16(x, y), factors), streams);
    look_up(to + 16, picture,
            _mm512_madd_epi16(_mm512_unpackhi_epi16(x, y), factors), streams);
}

static inline void pixels_fetch(const uint32_t *from)
{
    _mm_prefetch((const char *)from, _MM_HINT_T1);
    _mm_prefetch((const char *)(from + 16), _MM_HINT_T1);
}

static inline void pixels_fence(void)
{
    _mm_sfence();
}

#include "body.h"

RIPPLE_KERNELS(avx512);
