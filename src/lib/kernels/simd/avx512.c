/* SPDX-License-Identifier: MIT */
/* AVX-512 (F, BW and VL): 32 heights at a time. Most instructions work on
   quarters of 128 bits. */
#include <immintrin.h>

#define RIPPLE_LANES    32
#define RIPPLE_FALLBACK ripple_kernels_avx2

typedef __m512i Lanes;

#include "lib/kernels/simd/gather.h"
#include "lib/kernels/simd/vector.h"

static inline Neighbours lanes_load_neighbours(const int16_t *from,
                                               const int16_t *places, int first)
{
    __m512i cells = lanes_load(from + (places[0] - first));
    __m512i order =
        _mm512_sub_epi16(lanes_load(places), _mm512_set1_epi16(places[0]));
    __m512i next = _mm512_add_epi16(order, _mm512_set1_epi16(1));

    return (Neighbours){_mm512_permutexvar_epi16(order, cells),
                        _mm512_permutexvar_epi16(next, cells)};
}

static inline void lanes_stream(void *to, Lanes v)
{
    _mm512_stream_si512((__m512i *)(void *)to, v);
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return _mm512_adds_epi16(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return _mm512_subs_epi16(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return _mm512_min_epi16(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return _mm512_max_epi16(a, b);
}

static inline Lanes lanes_blend(Lanes mask, Lanes a, Lanes b)
{
    return _mm512_ternarylogic_epi64(mask, a, b, 0xca);
}

static inline Lanes lanes_scale(Lanes v, Lanes factor)
{
    return _mm512_mulhrs_epi16(v, factor);
}

static inline Sums sums_multiply(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    return (Sums){_mm512_madd_epi16(_mm512_unpacklo_epi16(a, b),
                                    _mm512_unpacklo_epi16(ka, kb)),
                  _mm512_madd_epi16(_mm512_unpackhi_epi16(a, b),
                                    _mm512_unpackhi_epi16(ka, kb))};
}

static inline Lanes lanes_dot(Lanes a, Lanes b)
{
    return _mm512_madd_epi16(a, b);
}

static inline Lanes half_limit(Lanes v, Lanes max)
{
    return _mm512_max_epi32(_mm512_min_epi32(v, max),
                            _mm512_sub_epi32(_mm512_setzero_si512(), max));
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

/* Unpacking works within quarters. If eighths are in this order, its results
   are in the order of the lanes. */
static inline Lanes order_quarters(Lanes v)
{
    return _mm512_permutexvar_epi64(_mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0),
                                    v);
}

/* Indices are dot products of (x, y) and (1, stride). */
static inline Pixels pixels_indices(int stride, Lanes x, Lanes y)
{
    __m512i factors = _mm512_set1_epi32(stride << 16 | 1);

    x = order_quarters(x);
    y = order_quarters(y);
    return (Pixels){_mm512_madd_epi16(_mm512_unpacklo_epi16(x, y), factors),
                    _mm512_madd_epi16(_mm512_unpackhi_epi16(x, y), factors)};
}

static inline __m512i join_halves(__m256i low, __m256i high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

static inline __m512i gather_sixteen(const uint32_t *picture, __m512i indices)
{
    return join_halves(
        gather_eight(picture, _mm512_castsi512_si256(indices)),
        gather_eight(picture, _mm512_extracti64x4_epi64(indices, 1)));
}

static inline Pixels pixels_gather(const uint32_t *picture, Pixels indices,
                                   int streams)
{
    if (streams)
        return (Pixels){_mm512_i32gather_epi32(indices.low, picture, 4),
                        _mm512_i32gather_epi32(indices.high, picture, 4)};
    return (Pixels){gather_sixteen(picture, indices.low),
                    gather_sixteen(picture, indices.high)};
}

static inline __m256i gather_half565(const uint16_t *picture, __m512i indices)
{
    __m128i low = gather_eight565(picture, _mm512_castsi512_si128(indices),
                                  _mm512_extracti32x4_epi32(indices, 1));
    __m128i high =
        gather_eight565(picture, _mm512_extracti32x4_epi32(indices, 2),
                        _mm512_extracti32x4_epi32(indices, 3));

    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

static inline Lanes lanes_gather(const uint16_t *picture, Pixels indices)
{
    return join_halves(gather_half565(picture, indices.low),
                       gather_half565(picture, indices.high));
}

static inline Lanes join_quarters(__m128i a, __m128i b, __m128i c, __m128i d)
{
    return join_halves(
        _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1),
        _mm256_inserti128_si256(_mm256_castsi128_si256(c), d, 1));
}

/* Repeats eight values from lane `first` on, four times each. */
static inline __m512i repeat_eight(Lanes values, int first)
{
    __m512i order =
        _mm512_set_epi16(7, 7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3,
                         3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
    __m512i start = _mm512_set1_epi16((short)first);

    return _mm512_permutexvar_epi16(_mm512_add_epi16(order, start), values);
}

/* Loads eight pixels of a row, each with its right neighbour. */
static inline __m512i load_eight_pairs(const uint32_t *row,
                                       const uint32_t *places)
{
    return join_quarters(load_two_pairs(row + places[0], row + places[1]),
                         load_two_pairs(row + places[2], row + places[3]),
                         load_two_pairs(row + places[4], row + places[5]),
                         load_two_pairs(row + places[6], row + places[7]));
}

/* Mixes eight pixels with their right neighbours, in 16-bit channels. */
static inline __m512i mix_columns_wide(__m512i pairs, __m512i shares)
{
    __m512i order = _mm512_broadcast_i32x4(interleave_mask());
    __m512i channels = _mm512_xor_si512(_mm512_shuffle_epi8(pairs, order),
                                        _mm512_set1_epi8(-128));

    return _mm512_maddubs_epi16(shares, channels);
}

static inline __m512i mix_eight(const uint32_t *picture, ptrdiff_t down,
                                const uint32_t *places, Lanes shares_x,
                                Lanes shares_y, int first)
{
    __m512i shares = repeat_eight(shares_x, first);
    __m512i share = repeat_eight(shares_y, first);
    __m512i rest = _mm512_xor_si512(share, _mm512_set1_epi16(255 << 7));
    __m512i above =
        mix_columns_wide(load_eight_pairs(picture, places + first), shares);
    __m512i below = mix_columns_wide(
        load_eight_pairs(picture + down, places + first), shares);
    __m512i mixed = _mm512_add_epi16(_mm512_mulhi_epi16(above, rest),
                                     _mm512_mulhi_epi16(below, share));

    return _mm512_mulhi_epi16(
        _mm512_add_epi16(mixed, _mm512_set1_epi16(RIPPLE_MEAN_HALF)),
        _mm512_set1_epi16(RIPPLE_MEAN_GAIN));
}

static inline __m512i mix_wide(const uint32_t *picture, ptrdiff_t down,
                               const uint32_t *places, Lanes shares_x,
                               Lanes shares_y, int first)
{
    __m512i packed = _mm512_packs_epi16(
        mix_eight(picture, down, places, shares_x, shares_y, first),
        mix_eight(picture, down, places, shares_x, shares_y, first + 8));
    __m512i mixed = _mm512_permutexvar_epi64(
        _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0), packed);

    return _mm512_xor_si512(mixed, _mm512_set1_epi8(-128));
}

static inline Pixels pixels_bilinear(const uint32_t *picture, ptrdiff_t down,
                                     const uint32_t *places, Lanes share_x,
                                     Lanes share_y)
{
    Lanes rest = _mm512_xor_si512(share_x, _mm512_set1_epi16(255));
    Lanes shares_x = _mm512_or_si512(rest, _mm512_slli_epi16(share_x, 8));
    Lanes shares_y = _mm512_slli_epi16(share_y, 7);

    return (Pixels){mix_wide(picture, down, places, shares_x, shares_y, 0),
                    mix_wide(picture, down, places, shares_x, shares_y, 16)};
}

static inline Pixels pixels_zip(Lanes low, Lanes high)
{
    low = order_quarters(low);
    high = order_quarters(high);
    return (Pixels){_mm512_unpacklo_epi16(low, high),
                    _mm512_unpackhi_epi16(low, high)};
}

static inline Reals reals_min(Reals a, Reals b)
{
    return (Reals)_mm512_min_ps((__m512)b, (__m512)a);
}

static inline Reals reals_max(Reals a, Reals b)
{
    return (Reals)_mm512_max_ps((__m512)b, (__m512)a);
}

static inline Reals reals_sqrt(Reals v)
{
    return (Reals)_mm512_sqrt_ps((__m512)v);
}

static inline Lanes pick_even(Lanes a, Lanes b)
{
    return (Lanes)_mm512_shuffle_ps((__m512)a, (__m512)b, 0x88);
}

static inline Lanes pick_odd(Lanes a, Lanes b)
{
    return (Lanes)_mm512_shuffle_ps((__m512)a, (__m512)b, 0xdd);
}

static inline Lanes load_pairs(const uint32_t *from, const uint32_t *indices)
{
    return join_quarters(
        load_two_pairs(from + indices[0], from + indices[1]),
        load_two_pairs(from + indices[4], from + indices[5]),
        load_two_pairs(from + indices[8], from + indices[9]),
        load_two_pairs(from + indices[12], from + indices[13]));
}

static inline __m128i load_quad(const int16_t *from, size_t index)
{
    return _mm_loadu_si128((const __m128i *)(const void *)(from + 4 * index));
}

static inline Lanes load_quads(const int16_t *from, const uint32_t *indices)
{
    Lanes eights = join_quarters(
        load_quad(from, indices[0]), load_quad(from, indices[4]),
        load_quad(from, indices[8]), load_quad(from, indices[12]));

    return _mm512_shuffle_epi8(eights, _mm512_broadcast_i32x4(zip_mask()));
}

static inline void pixels_fence(void)
{
    _mm_sfence();
}

RIPPLE_KERNELS(avx512);
