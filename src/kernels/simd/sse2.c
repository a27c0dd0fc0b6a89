/* SPDX-License-Identifier: MIT */
/* SSE2, which every x86-64 has: 8 heights at a time. */
#include "kernels/simd/transpose.h"
#include "kernels/kernels.h"
#include "kernels/simd/gather565.h"

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

#define RIPPLE_LANES  8
#define RIPPLE_WEAKER ripple_kernels_scalar

typedef __m128i Lanes;

typedef struct Beside {
    Lanes left, right;
} Beside;

static inline Lanes lanes_load(const int16_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

static inline void lanes_store(int16_t *to, Lanes v)
{
    _mm_storeu_si128((__m128i *)(void *)to, v);
}

static inline void lanes_stream(int16_t *to, Lanes v)
{
    _mm_stream_si128((__m128i *)(void *)to, v);
}

static inline void lanes_load_columns(Lanes columns[4], const int16_t *from,
                                      ptrdiff_t down)
{
    columns_load(columns, from, down);
}

static inline void lanes_store_column(int16_t *to, ptrdiff_t down, Lanes v)
{
    column_store(to, down, v);
}

/* There is no shuffling by what a vector holds. */
static inline Beside lanes_pick(const int16_t *from, const int16_t *places,
                                int first)
{
    int16_t picked[RIPPLE_LANES], next[RIPPLE_LANES];

    for (int i = 0; i < RIPPLE_LANES; i++) {
        picked[i] = from[places[i] - first];
        next[i] = from[places[i] - first + 1];
    }
    return (Beside){lanes_load(picked), lanes_load(next)};
}

static inline Lanes lanes_all(int16_t value)
{
    return _mm_set1_epi16(value);
}

static inline Lanes lanes_count(void)
{
    return _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
}

static inline Lanes lanes_add(Lanes a, Lanes b)
{
    return _mm_add_epi16(a, b);
}

static inline Lanes lanes_sub(Lanes a, Lanes b)
{
    return _mm_sub_epi16(a, b);
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return _mm_adds_epi16(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return _mm_subs_epi16(a, b);
}

static inline Lanes lanes_shift(Lanes v, int n)
{
    return _mm_sra_epi16(v, _mm_cvtsi32_si128(n));
}

static inline Lanes lanes_raise(Lanes v, int n)
{
    return _mm_sll_epi16(v, _mm_cvtsi32_si128(n));
}

static inline Lanes lanes_and(Lanes a, Lanes b)
{
    return _mm_and_si128(a, b);
}

static inline Lanes lanes_or(Lanes a, Lanes b)
{
    return _mm_or_si128(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return _mm_min_epi16(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return _mm_max_epi16(a, b);
}

static inline Lanes lanes_select(Lanes mask, Lanes a, Lanes b)
{
    return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}

/* The 32-bit product is put together from its two halves. */
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

/* Of the lower and the upper half of each 128 bits. */
typedef struct Sums {
    __m128i low, high;
} Sums;

static inline Sums sums_of(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    return (Sums){
        _mm_madd_epi16(_mm_unpacklo_epi16(a, b), _mm_unpacklo_epi16(ka, kb)),
        _mm_madd_epi16(_mm_unpackhi_epi16(a, b), _mm_unpackhi_epi16(ka, kb))};
}

static inline Sums sums_add(Sums a, Sums b)
{
    return (Sums){_mm_add_epi32(a.low, b.low), _mm_add_epi32(a.high, b.high)};
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

static inline int lanes_first(Lanes v)
{
    return _mm_extract_epi16(v, 0) != 0;
}

static inline int lanes_last(Lanes v)
{
    return _mm_extract_epi16(v, 7) != 0;
}

/* Pixels 0..3 and 4..7. */
typedef struct Pixels {
    __m128i low, high;
} Pixels;

static inline Pixels pixels_load(const uint32_t *from)
{
    const __m128i *vectors = (const void *)from;

    return (Pixels){_mm_loadu_si128(vectors), _mm_loadu_si128(vectors + 1)};
}

static inline void pixels_store(uint32_t *to, Pixels pixels, int streams)
{
    __m128i *vectors = (void *)to;

    if (streams) {
        _mm_stream_si128(vectors, pixels.low);
        _mm_stream_si128(vectors + 1, pixels.high);
    } else {
        _mm_storeu_si128(vectors, pixels.low);
        _mm_storeu_si128(vectors + 1, pixels.high);
    }
}

/* Pairs of (x, y) times (1, stride) make indices. */
static inline Pixels find_indices(int stride, Lanes x, Lanes y)
{
    __m128i factors = _mm_set1_epi32(stride << 16 | 1);

    return (Pixels){_mm_madd_epi16(_mm_unpacklo_epi16(x, y), factors),
                    _mm_madd_epi16(_mm_unpackhi_epi16(x, y), factors)};
}

static inline void places_store(uint32_t *places, int stride, Lanes x, Lanes y)
{
    pixels_store(places, find_indices(stride, x, y), 0);
}

static inline __m128i look_up_two(const uint32_t *picture, __m128i indices)
{
    uint64_t both = (uint64_t)_mm_cvtsi128_si64(indices);

    return _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)picture[(uint32_t)both]),
                              _mm_cvtsi32_si128((int)picture[both >> 32]));
}

static inline __m128i look_up_four(const uint32_t *picture, __m128i indices)
{
    __m128i low = look_up_two(picture, indices);
    __m128i high = look_up_two(picture, _mm_unpackhi_epi64(indices, indices));

    return _mm_unpacklo_epi64(low, high);
}

static inline Pixels pixel_buffer_at(const uint32_t *picture, int stride,
                                     Lanes x, Lanes y, int streams)
{
    Pixels indices = find_indices(stride, x, y);

    (void)streams;
    return (Pixels){look_up_four(picture, indices.low),
                    look_up_four(picture, indices.high)};
}

static inline Lanes lanes_find(const uint16_t *picture, int stride, Lanes x,
                               Lanes y)
{
    Pixels indices = find_indices(stride, x, y);

    return look_up_eight565(picture, indices.low, indices.high);
}

/* Two pixels beside each other, mixed: the sum of both halves. */
static inline __m128i mix_pair(const uint32_t *from, __m128i shares)
{
    __m128i channels =
        _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)from),
                          _mm_setzero_si128());

    return _mm_mullo_epi16(_mm_sub_epi16(channels, _mm_set1_epi16(128)),
                           shares);
}

static inline __m128i mix_across(const uint32_t *row, const uint32_t *places,
                                 __m128i first, __m128i second)
{
    __m128i a = mix_pair(row + places[0], first);
    __m128i b = mix_pair(row + places[1], second);

    return _mm_add_epi16(_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b));
}

/* Two pixels, shares four times each: the channels in 16 bits. */
static inline __m128i mix_two(const uint32_t *picture, ptrdiff_t down,
                              const uint32_t *places, __m128i across,
                              __m128i along)
{
    __m128i left = _mm_setr_epi16(255, 255, 255, 255, 0, 0, 0, 0);
    __m128i first = _mm_xor_si128(_mm_unpacklo_epi64(across, across), left);
    __m128i second = _mm_xor_si128(_mm_unpackhi_epi64(across, across), left);
    __m128i above = mix_across(picture, places, first, second);
    __m128i below = mix_across(picture + down, places, first, second);
    __m128i rest = _mm_xor_si128(along, _mm_set1_epi16(255 << 7));
    __m128i mixed = _mm_add_epi16(_mm_mulhi_epi16(above, rest),
                                  _mm_mulhi_epi16(below, along));

    mixed =
        _mm_mulhi_epi16(_mm_add_epi16(mixed, _mm_set1_epi16(RIPPLE_MEAN_HALF)),
                        _mm_set1_epi16(RIPPLE_MEAN_GAIN));
    return _mm_add_epi16(mixed, _mm_set1_epi16(128));
}

/* Shares stand twice each. */
static inline __m128i mix_four(const uint32_t *picture, ptrdiff_t down,
                               const uint32_t *places, __m128i across,
                               __m128i along)
{
    __m128i first =
        mix_two(picture, down, places, _mm_unpacklo_epi32(across, across),
                _mm_unpacklo_epi32(along, along));
    __m128i second =
        mix_two(picture, down, places + 2, _mm_unpackhi_epi32(across, across),
                _mm_unpackhi_epi32(along, along));

    return _mm_packus_epi16(first, second);
}

static inline Pixels pixel_buffer_mix(const uint32_t *picture, ptrdiff_t down,
                                      const uint32_t *places, Lanes share_x,
                                      Lanes share_y, int streams)
{
    (void)streams;
    share_y = _mm_slli_epi16(share_y, 7);
    return (Pixels){mix_four(picture, down, places,
                             _mm_unpacklo_epi16(share_x, share_x),
                             _mm_unpacklo_epi16(share_y, share_y)),
                    mix_four(picture, down, places + 4,
                             _mm_unpackhi_epi16(share_x, share_x),
                             _mm_unpackhi_epi16(share_y, share_y))};
}

/* What is to be added, or taken away: nothing of what has the other sign. By
   turns all, all, red and none. */
static inline Pixels spread_amounts(Lanes all, Lanes red)
{
    __m128i bytes = _mm_packus_epi16(all, red);
    __m128i twos = _mm_unpacklo_epi8(bytes, bytes);
    __m128i reds = _mm_unpackhi_epi8(bytes, _mm_setzero_si128());

    return (Pixels){_mm_unpacklo_epi16(twos, reds),
                    _mm_unpackhi_epi16(twos, reds)};
}

static inline Pixels pixels_add(Pixels pixels, Lanes all, Lanes red)
{
    __m128i none = _mm_setzero_si128();
    Pixels more = spread_amounts(all, red);
    Pixels less =
        spread_amounts(_mm_subs_epi16(none, all), _mm_subs_epi16(none, red));

    return (Pixels){
        _mm_subs_epu8(_mm_adds_epu8(pixels.low, more.low), less.low),
        _mm_subs_epu8(_mm_adds_epu8(pixels.high, more.high), less.high)};
}

static inline Pixels pixels_colour(Lanes red, Lanes green, Lanes blue)
{
    __m128i low = _mm_or_si128(blue, _mm_slli_epi16(green, 8));
    __m128i high = _mm_or_si128(red, _mm_set1_epi16((short)0xff00));

    return (Pixels){_mm_unpacklo_epi16(low, high),
                    _mm_unpackhi_epi16(low, high)};
}

static inline void pixels_fetch(const void *from)
{
    _mm_prefetch((const char *)from, _MM_HINT_T1);
}

static inline void pixels_fence(void)
{
    _mm_sfence();
}

#include "kernels/simd/simd_step.h"

RIPPLE_KERNELS(sse2);
