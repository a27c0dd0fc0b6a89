/* SPDX-License-Identifier: MIT */
/* AVX2: 16 heights at a time. Most instructions work on halves of 128 bits. */
#include <immintrin.h>

#define RIPPLE_LANES    16
#define RIPPLE_FALLBACK ripple_kernels_sse2

typedef __m256i Lanes;

#include "lib/kernels/simd/gather.h"
#include "lib/kernels/simd/vector.h"

static inline void lanes_stream(void *to, Lanes v)
{
    _mm256_stream_si256((__m256i *)(void *)to, v);
}

static inline Lanes lanes_join(__m128i low, __m128i high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

static inline Lanes load_halves(const int16_t *low, const int16_t *high)
{
    return lanes_join(_mm_loadu_si128((const __m128i *)(const void *)low),
                      _mm_loadu_si128((const __m128i *)(const void *)high));
}

/* Permutes bytes in each half; byte indices are twice cell indices. */
static inline Neighbours lanes_load_neighbours(const int16_t *from,
                                               const int16_t *places, int first)
{
    __m256i cells =
        load_halves(from + (places[0] - first), from + (places[8] - first));
    __m256i all = lanes_load(places);
    __m256i start = _mm256_shuffle_epi8(all, _mm256_set1_epi16(0x0100));
    __m256i bytes = _mm256_slli_epi16(_mm256_sub_epi16(all, start), 1);
    __m256i order =
        _mm256_add_epi16(_mm256_or_si256(bytes, _mm256_slli_epi16(bytes, 8)),
                         _mm256_set1_epi16(0x0100));
    __m256i next = _mm256_add_epi8(order, _mm256_set1_epi8(2));

    return (Neighbours){_mm256_shuffle_epi8(cells, order),
                        _mm256_shuffle_epi8(cells, next)};
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return _mm256_adds_epi16(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return _mm256_subs_epi16(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return _mm256_min_epi16(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return _mm256_max_epi16(a, b);
}

static inline Lanes lanes_blend(Lanes mask, Lanes a, Lanes b)
{
    return _mm256_blendv_epi8(b, a, mask);
}

static inline Lanes lanes_scale(Lanes v, Lanes factor)
{
    return _mm256_mulhrs_epi16(v, factor);
}

static inline Sums sums_multiply(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    return (Sums){_mm256_madd_epi16(_mm256_unpacklo_epi16(a, b),
                                    _mm256_unpacklo_epi16(ka, kb)),
                  _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b),
                                    _mm256_unpackhi_epi16(ka, kb))};
}

static inline Lanes lanes_dot(Lanes a, Lanes b)
{
    return _mm256_madd_epi16(a, b);
}

static inline Lanes half_limit(Lanes v, Lanes max)
{
    return _mm256_max_epi32(_mm256_min_epi32(v, max),
                            _mm256_sub_epi32(_mm256_setzero_si256(), max));
}

static inline Lanes sums_pack(Sums sums, int bits)
{
    return _mm256_packs_epi32(_mm256_srai_epi32(sums.low, bits),
                              _mm256_srai_epi32(sums.high, bits));
}

static inline int lanes_any(Lanes v)
{
    return !_mm256_testz_si256(v, v);
}

/* Unpacking works within halves. If quarters are in the order 0, 2, 1, 3, its
   results are in the order of the lanes. */
static inline Lanes order_quarters(Lanes v)
{
    return _mm256_permute4x64_epi64(v, 0xd8);
}

/* Indices are dot products of (x, y) and (1, stride). */
static inline Pixels pixels_indices(int stride, Lanes x, Lanes y)
{
    __m256i factors = _mm256_set1_epi32(stride << 16 | 1);

    x = order_quarters(x);
    y = order_quarters(y);
    return (Pixels){_mm256_madd_epi16(_mm256_unpacklo_epi16(x, y), factors),
                    _mm256_madd_epi16(_mm256_unpackhi_epi16(x, y), factors)};
}

static inline Pixels pixels_gather(const uint32_t *picture, Pixels indices,
                                   int streams)
{
    const int *pixels = (const void *)picture;
    if (streams)
        return (Pixels){_mm256_i32gather_epi32(pixels, indices.low, 4),
                        _mm256_i32gather_epi32(pixels, indices.high, 4)};
    return (Pixels){gather_eight(picture, indices.low),
                    gather_eight(picture, indices.high)};
}

static inline __m128i gather_half565(const uint16_t *picture, __m256i indices)
{
    return gather_eight565(picture, _mm256_castsi256_si128(indices),
                           _mm256_extracti128_si256(indices, 1));
}

static inline Lanes lanes_gather(const uint16_t *picture, Pixels indices)
{
    return lanes_join(gather_half565(picture, indices.low),
                      gather_half565(picture, indices.high));
}

/* Loads a pixel and its right neighbour into each 64 bits. */
static inline __m256i load_pixel_pair(const uint32_t *from)
{
    int64_t pairs;

    memcpy(&pairs, from, sizeof pairs);
    return _mm256_set1_epi64x(pairs);
}

/* Loads pairs at places 0, 1 (low half) and 8, 9 (high half) of a row.
   Broadcasts and blends run on more ports than shuffles. */
static inline __m256i load_pixel_pairs(const uint32_t *row,
                                       const uint32_t *places)
{
    __m256i low = _mm256_blend_epi32(load_pixel_pair(row + places[0]),
                                     load_pixel_pair(row + places[1]), 0x0c);
    __m256i high = _mm256_blend_epi32(load_pixel_pair(row + places[8]),
                                      load_pixel_pair(row + places[9]), 0xc0);

    return _mm256_blend_epi32(low, high, 0xf0);
}

/* Repeats values `first` and `first` + 1 of each half four times in it. */
static inline __m256i repeat_two(__m256i values, int first)
{
    __m128i order = _mm_add_epi8(
        _mm_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3),
        _mm_set1_epi8((char)(2 * first)));

    return _mm256_shuffle_epi8(values, _mm256_broadcastsi128_si256(order));
}

/* Mixes pixels with their right neighbours, in 16-bit channels. */
static inline __m256i mix_columns(__m256i pairs, __m256i shares)
{
    __m256i order = _mm256_broadcastsi128_si256(interleave_mask());
    __m256i channels = _mm256_xor_si256(_mm256_shuffle_epi8(pairs, order),
                                        _mm256_set1_epi8(-128));

    return _mm256_maddubs_epi16(shares, channels);
}

static inline __m256i mix_rows(__m256i above, __m256i below, __m256i share)
{
    __m256i rest = _mm256_xor_si256(share, _mm256_set1_epi16(255 << 7));
    __m256i mixed = _mm256_add_epi16(_mm256_mulhi_epi16(above, rest),
                                     _mm256_mulhi_epi16(below, share));

    return _mm256_mulhi_epi16(
        _mm256_add_epi16(mixed, _mm256_set1_epi16(RIPPLE_MEAN_HALF)),
        _mm256_set1_epi16(RIPPLE_MEAN_GAIN));
}

/* Mixes two pixels per half of 128 bits, with shares[first] and the next. */
static inline __m256i mix_four(const uint32_t *picture, ptrdiff_t down,
                               const uint32_t *places, __m256i shares_x,
                               __m256i shares_y, int first)
{
    __m256i shares = repeat_two(shares_x, first);
    __m256i above = mix_columns(load_pixel_pairs(picture, places), shares);
    __m256i below =
        mix_columns(load_pixel_pairs(picture + down, places), shares);

    return mix_rows(above, below, repeat_two(shares_y, first));
}

static inline Pixels pixels_bilinear(const uint32_t *picture, ptrdiff_t down,
                                     const uint32_t *places, Lanes share_x,
                                     Lanes share_y)
{
    __m256i rest = _mm256_xor_si256(share_x, _mm256_set1_epi16(255));
    __m256i shares_x = _mm256_or_si256(rest, _mm256_slli_epi16(share_x, 8));
    __m256i shares_y = _mm256_slli_epi16(share_y, 7);
    __m256i pixels[4], first, second;

    pixels[0] = mix_four(picture, down, places, shares_x, shares_y, 0);
    pixels[1] = mix_four(picture, down, places + 2, shares_x, shares_y, 2);
    pixels[2] = mix_four(picture, down, places + 4, shares_x, shares_y, 4);
    pixels[3] = mix_four(picture, down, places + 6, shares_x, shares_y, 6);
    first = _mm256_packs_epi16(pixels[0], pixels[1]);
    second = _mm256_packs_epi16(pixels[2], pixels[3]);
    first = _mm256_xor_si256(first, _mm256_set1_epi8(-128));
    second = _mm256_xor_si256(second, _mm256_set1_epi8(-128));
    return (Pixels){_mm256_permute2x128_si256(first, second, 0x20),
                    _mm256_permute2x128_si256(first, second, 0x31)};
}

static inline Pixels pixels_zip(Lanes low, Lanes high)
{
    low = order_quarters(low);
    high = order_quarters(high);
    return (Pixels){_mm256_unpacklo_epi16(low, high),
                    _mm256_unpackhi_epi16(low, high)};
}

static inline Reals reals_min(Reals a, Reals b)
{
    return (Reals)_mm256_min_ps((__m256)b, (__m256)a);
}

static inline Reals reals_max(Reals a, Reals b)
{
    return (Reals)_mm256_max_ps((__m256)b, (__m256)a);
}

static inline Reals reals_sqrt(Reals v)
{
    return (Reals)_mm256_sqrt_ps((__m256)v);
}

static inline Lanes pick_even(Lanes a, Lanes b)
{
    return (Lanes)_mm256_shuffle_ps((__m256)a, (__m256)b, 0x88);
}

static inline Lanes pick_odd(Lanes a, Lanes b)
{
    return (Lanes)_mm256_shuffle_ps((__m256)a, (__m256)b, 0xdd);
}

static inline Lanes load_pairs(const uint32_t *from, const uint32_t *indices)
{
    return lanes_join(load_two_pairs(from + indices[0], from + indices[1]),
                      load_two_pairs(from + indices[4], from + indices[5]));
}

static inline Lanes load_quads(const int16_t *from, const uint32_t *indices)
{
    Lanes eights = load_halves(from + 4 * (size_t)indices[0],
                               from + 4 * (size_t)indices[4]);

    return _mm256_shuffle_epi8(eights, _mm256_broadcastsi128_si256(zip_mask()));
}

static inline void pixels_fence(void)
{
    _mm_sfence();
}

RIPPLE_KERNELS(avx2);
