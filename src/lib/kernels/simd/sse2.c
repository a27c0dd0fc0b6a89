/* SPDX-License-Identifier: MIT */
/* SSE2, which every x86-64 has: 8 heights at a time. */
#include <emmintrin.h>

#define RIPPLE_LANES    8
#define RIPPLE_FALLBACK ripple_kernels_scalar
#define RIPPLE_MIXES_ROWS

typedef __m128i Lanes;

#include "lib/kernels/simd/gather.h"
#include "lib/kernels/simd/vector.h"

static inline void lanes_stream(void *to, Lanes v)
{
    _mm_stream_si128(to, v);
}

/* SSE2 has no permutation by indices in a vector. */
static inline Neighbours lanes_load_neighbours(const int16_t *from,
                                               const int16_t *places, int first)
{
    int16_t picked[RIPPLE_LANES], next[RIPPLE_LANES];

    for (int i = 0; i < RIPPLE_LANES; i++) {
        picked[i] = from[places[i] - first];
        next[i] = from[places[i] - first + 1];
    }
    return (Neighbours){lanes_load(picked), lanes_load(next)};
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return _mm_adds_epi16(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return _mm_subs_epi16(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return _mm_min_epi16(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return _mm_max_epi16(a, b);
}

static inline Lanes lanes_blend(Lanes mask, Lanes a, Lanes b)
{
    return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}

/* Builds 32-bit products from their low and high halves. */
static inline Lanes lanes_scale(Lanes v, Lanes factor)
{
    __m128i low = _mm_mullo_epi16(v, factor);
    __m128i high = _mm_mulhi_epi16(v, factor);
    __m128i half = _mm_set1_epi32(1 << 14);
    __m128i first = _mm_add_epi32(_mm_unpacklo_epi16(low, high), half);
    __m128i second = _mm_add_epi32(_mm_unpackhi_epi16(low, high), half);

    return _mm_packs_epi32(_mm_srai_epi32(first, 15),
                           _mm_srai_epi32(second, 15));
}

static inline Sums sums_multiply(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    return (Sums){
        _mm_madd_epi16(_mm_unpacklo_epi16(a, b), _mm_unpacklo_epi16(ka, kb)),
        _mm_madd_epi16(_mm_unpackhi_epi16(a, b), _mm_unpackhi_epi16(ka, kb))};
}

static inline Lanes lanes_dot(Lanes a, Lanes b)
{
    return _mm_madd_epi16(a, b);
}

/* SSE2 has no 32-bit minimum. */
static inline Lanes half_limit(Lanes v, Lanes max)
{
    Lanes min = _mm_sub_epi32(_mm_setzero_si128(), max);

    v = lanes_blend(_mm_cmpgt_epi32(v, max), max, v);
    return lanes_blend(_mm_cmpgt_epi32(min, v), min, v);
}

static inline Lanes sums_pack(Sums sums, int bits)
{
    return _mm_packs_epi32(_mm_srai_epi32(sums.low, bits),
                           _mm_srai_epi32(sums.high, bits));
}

static inline int lanes_any(Lanes v)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) != 0xffff;
}

/* Indices are dot products of (x, y) and (1, stride). */
static inline Pixels pixels_indices(int stride, Lanes x, Lanes y)
{
    __m128i factors = _mm_set1_epi32(stride << 16 | 1);

    return (Pixels){_mm_madd_epi16(_mm_unpacklo_epi16(x, y), factors),
                    _mm_madd_epi16(_mm_unpackhi_epi16(x, y), factors)};
}

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

static inline Pixels pixels_gather(const uint32_t *picture, Pixels indices,
                                   int streams)
{
    (void)streams;
    return (Pixels){gather_four(picture, indices.low),
                    gather_four(picture, indices.high)};
}

static inline Lanes lanes_gather(const uint16_t *picture, Pixels indices)
{
    return gather_eight565(picture, indices.low, indices.high);
}

static inline Pixels pixels_zip(Lanes low, Lanes high)
{
    return (Pixels){_mm_unpacklo_epi16(low, high),
                    _mm_unpackhi_epi16(low, high)};
}

static inline Reals reals_min(Reals a, Reals b)
{
    return (Reals)_mm_min_ps((__m128)b, (__m128)a);
}

static inline Reals reals_max(Reals a, Reals b)
{
    return (Reals)_mm_max_ps((__m128)b, (__m128)a);
}

static inline Reals reals_sqrt(Reals v)
{
    return (Reals)_mm_sqrt_ps((__m128)v);
}

static inline Lanes pick_even(Lanes a, Lanes b)
{
    return (Lanes)_mm_shuffle_ps((__m128)a, (__m128)b, 0x88);
}

static inline Lanes pick_odd(Lanes a, Lanes b)
{
    return (Lanes)_mm_shuffle_ps((__m128)a, (__m128)b, 0xdd);
}

static inline Lanes load_pairs(const uint32_t *from, const uint32_t *indices)
{
    return load_two_pairs(from + indices[0], from + indices[1]);
}

static inline Lanes load_quads(const int16_t *from, const uint32_t *indices)
{
    Lanes eight = lanes_load(from + 4 * (size_t)indices[0]);

    return _mm_unpacklo_epi16(eight, _mm_srli_si128(eight, 8));
}

static inline void pixels_fence(void)
{
    _mm_sfence();
}

static inline Lanes mix_rows(Lanes above, Lanes below, Lanes share)
{
    Lanes rest = lanes_shift_left(share ^ lanes_splat(255), 7);
    Lanes mixed = lanes_add(_mm_mulhi_epi16(above, rest),
                            _mm_mulhi_epi16(below, lanes_shift_left(share, 7)));

    mixed = _mm_mulhi_epi16(lanes_add(mixed, lanes_splat(RIPPLE_MEAN_HALF)),
                            lanes_splat(RIPPLE_MEAN_GAIN));
    return lanes_add(mixed, lanes_splat(128));
}

RIPPLE_KERNELS(sse2);
