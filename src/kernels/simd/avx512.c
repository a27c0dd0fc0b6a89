/* SPDX-License-Identifier: MIT */
/* AVX-512 (F, BW and VL): 32 heights at a time. */
#include "kernels/kernels.h"
#include "kernels/simd/gather.h"
#include "kernels/simd/gather565.h"
#include "kernels/simd/simd_mix.h"

#include <immintrin.h>
#include <stdint.h>

#define RIPPLE_LANES  32
#define RIPPLE_WEAKER ripple_kernels_avx2

typedef __m512i Lanes;

typedef struct Beside {
    Lanes left, right;
} Beside;

static inline Lanes lanes_load(const int16_t *from)
{
    return _mm512_loadu_si512(from);
}

static inline void lanes_store(int16_t *to, Lanes v)
{
    _mm512_storeu_si512(to, v);
}

static inline Beside lanes_pick(const int16_t *from, const int16_t *places,
                                int first)
{
    __m512i cells = lanes_load(from + (places[0] - first));
    __m512i order =
        _mm512_sub_epi16(lanes_load(places), _mm512_set1_epi16(places[0]));
    __m512i next = _mm512_add_epi16(order, _mm512_set1_epi16(1));

    return (Beside){_mm512_permutexvar_epi16(order, cells),
                    _mm512_permutexvar_epi16(next, cells)};
}

static inline void lanes_stream(int16_t *to, Lanes v)
{
    _mm512_stream_si512((__m512i *)(void *)to, v);
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

static inline Lanes lanes_raise(Lanes v, int n)
{
    return _mm512_sll_epi16(v, _mm_cvtsi32_si128(n));
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

/* Pixels 0..15 and 16..31. */
typedef struct Pixels {
    __m512i low, high;
} Pixels;

static inline Pixels pixels_load(const uint32_t *from)
{
    return (Pixels){_mm512_loadu_si512(from), _mm512_loadu_si512(from + 16)};
}

static inline void pixels_store(uint32_t *to, Pixels pixels, int streams)
{
    if (streams) {
        _mm512_stream_si512((__m512i *)(void *)to, pixels.low);
        _mm512_stream_si512((__m512i *)(void *)(to + 16), pixels.high);
    } else {
        _mm512_storeu_si512(to, pixels.low);
        _mm512_storeu_si512(to + 16, pixels.high);
    }
}

/* What unpacking makes of two Lanes works within quarters, so these are
   brought into their places first. */
static inline Lanes spread_quarters(Lanes v)
{
    return _mm512_permutexvar_epi64(_mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0),
                                    v);
}

/* Pairs of (x, y) times (1, stride) make indices. */
static inline Pixels find_indices(int stride, Lanes x, Lanes y)
{
    __m512i factors = _mm512_set1_epi32(stride << 16 | 1);

    x = spread_quarters(x);
    y = spread_quarters(y);
    return (Pixels){_mm512_madd_epi16(_mm512_unpacklo_epi16(x, y), factors),
                    _mm512_madd_epi16(_mm512_unpackhi_epi16(x, y), factors)};
}

static inline void places_store(uint32_t *places, int stride, Lanes x, Lanes y)
{
    pixels_store(places, find_indices(stride, x, y), 0);
}

static inline __m512i join(__m256i low, __m256i high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

static inline __m512i look_up(const uint32_t *picture, __m512i indices)
{
    return join(look_up_eight(picture, _mm512_castsi512_si256(indices)),
                look_up_eight(picture, _mm512_extracti64x4_epi64(indices, 1)));
}

static inline Pixels pixel_buffer_at(const uint32_t *picture, int stride,
                                     Lanes x, Lanes y, int streams)
{
    Pixels indices = find_indices(stride, x, y);

    if (streams)
        return (Pixels){_mm512_i32gather_epi32(indices.low, picture, 4),
                        _mm512_i32gather_epi32(indices.high, picture, 4)};
    return (Pixels){look_up(picture, indices.low),
                    look_up(picture, indices.high)};
}

static inline __m256i look_up_quarters(const uint16_t *picture, __m512i indices)
{
    __m128i low = look_up_eight565(picture, _mm512_castsi512_si128(indices),
                                   _mm512_extracti32x4_epi32(indices, 1));
    __m128i high =
        look_up_eight565(picture, _mm512_extracti32x4_epi32(indices, 2),
                         _mm512_extracti32x4_epi32(indices, 3));

    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

static inline Lanes lanes_find(const uint16_t *picture, int stride, Lanes x,
                               Lanes y)
{
    Pixels indices = find_indices(stride, x, y);

    return join(look_up_quarters(picture, indices.low),
                look_up_quarters(picture, indices.high));
}

/* As spread_two, of all lanes: eight values, four times each. */
static inline __m512i spread_eight(Lanes values, int first)
{
    __m512i order =
        _mm512_set_epi16(7, 7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3,
                         3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
    __m512i start = _mm512_set1_epi16((short)first);

    return _mm512_permutexvar_epi16(_mm512_add_epi16(order, start), values);
}

/* Eight pixels of a row and those to their right, mixed: each channel in 16
   bits. */
static inline __m512i gather_across(const uint32_t *row, __m256i places,
                                    __m512i shares)
{
    __m512i order = _mm512_broadcast_i32x4(interleave_sides());
    __m512i w_edge = _mm512_i32gather_epi64(places, row, 4);
    __m512i channels = _mm512_xor_si512(_mm512_shuffle_epi8(w_edge, order),
                                        _mm512_set1_epi8(-128));

    return _mm512_maddubs_epi16(shares, channels);
}

static inline __m512i gather_eight(const uint32_t *picture, ptrdiff_t down,
                                   const uint32_t *places, Lanes across,
                                   Lanes along, int first)
{
    __m256i eight = _mm256_loadu_si256((const void *)(places + first));
    __m512i shares = spread_eight(across, first);
    __m512i share = spread_eight(along, first);
    __m512i rest = _mm512_xor_si512(share, _mm512_set1_epi16(255 << 7));
    __m512i above = gather_across(picture, eight, shares);
    __m512i below = gather_across(picture + down, eight, shares);
    __m512i mixed = _mm512_add_epi16(_mm512_mulhi_epi16(above, rest),
                                     _mm512_mulhi_epi16(below, share));

    return _mm512_mulhi_epi16(
        _mm512_add_epi16(mixed, _mm512_set1_epi16(RIPPLE_MEAN_HALF)),
        _mm512_set1_epi16(RIPPLE_MEAN_GAIN));
}

static inline __m512i gather_sixteen(const uint32_t *picture, ptrdiff_t down,
                                     const uint32_t *places, Lanes across,
                                     Lanes along, int first)
{
    __m512i by_turns = _mm512_packs_epi16(
        gather_eight(picture, down, places, across, along, first),
        gather_eight(picture, down, places, across, along, first + 8));
    __m512i mixed = _mm512_permutexvar_epi64(
        _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0), by_turns);

    return _mm512_xor_si512(mixed, _mm512_set1_epi8(-128));
}

static inline Pixels mix_far(const uint32_t *picture, ptrdiff_t down,
                             const uint32_t *places, Lanes share_x,
                             Lanes share_y)
{
    Lanes rest = _mm512_xor_si512(share_x, _mm512_set1_epi16(255));
    Lanes across = _mm512_or_si512(rest, _mm512_slli_epi16(share_x, 8));
    Lanes along = _mm512_slli_epi16(share_y, 7);

    return (Pixels){gather_sixteen(picture, down, places, across, along, 0),
                    gather_sixteen(picture, down, places, across, along, 16)};
}

static inline Pixels mix_near(const uint32_t *picture, ptrdiff_t down,
                              const uint32_t *places, Lanes share_x,
                              Lanes share_y)
{
    Mixed a =
        mix_sixteen(picture, down, places, _mm512_castsi512_si256(share_x),
                    _mm512_castsi512_si256(share_y));
    Mixed b = mix_sixteen(picture, down, places + 16,
                          _mm512_extracti64x4_epi64(share_x, 1),
                          _mm512_extracti64x4_epi64(share_y, 1));

    return (Pixels){join(a.low, a.high), join(b.low, b.high)};
}

static inline Pixels pixel_buffer_mix(const uint32_t *picture, ptrdiff_t down,
                                      const uint32_t *places, Lanes share_x,
                                      Lanes share_y, int streams)
{
    return streams ? mix_far(picture, down, places, share_x, share_y)
                   : mix_near(picture, down, places, share_x, share_y);
}

/* Of each quarter of a and b the one, then the other. */
static inline Pixels bring_together(__m512i a, __m512i b)
{
    __m512i first = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    __m512i second = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);

    return (Pixels){_mm512_permutex2var_epi64(a, first, b),
                    _mm512_permutex2var_epi64(a, second, b)};
}

/* Bytes of four pixels from those of `all` and `red` in each quarter, by turns
   all, all, red and none. */
static inline __m512i spread_bytes(__m512i bytes, int first)
{
    __m128i order = _mm_add_epi8(_mm_setr_epi8(0, 0, 8, -128, 1, 1, 9, -128, 2,
                                               2, 10, -128, 3, 3, 11, -128),
                                 _mm_set1_epi8((char)first));

    return _mm512_shuffle_epi8(bytes, _mm512_broadcast_i32x4(order));
}

/* What is to be added, or taken away: nothing of what has the other sign. */
static inline Pixels spread_amounts(Lanes all, Lanes red)
{
    __m512i bytes = _mm512_packus_epi16(all, red);

    return (Pixels){spread_bytes(bytes, 0), spread_bytes(bytes, 4)};
}

static inline Pixels pixels_add(Pixels pixels, Lanes all, Lanes red)
{
    __m512i none = _mm512_setzero_si512();
    Pixels more, less;

    all = spread_quarters(all);
    red = spread_quarters(red);
    more = spread_amounts(all, red);
    less = spread_amounts(_mm512_subs_epi16(none, all),
                          _mm512_subs_epi16(none, red));
    return (Pixels){
        _mm512_subs_epu8(_mm512_adds_epu8(pixels.low, more.low), less.low),
        _mm512_subs_epu8(_mm512_adds_epu8(pixels.high, more.high), less.high)};
}

static inline Pixels pixels_colour(Lanes red, Lanes green, Lanes blue)
{
    __m512i low = _mm512_or_si512(blue, _mm512_slli_epi16(green, 8));
    __m512i high = _mm512_or_si512(red, _mm512_set1_epi16((short)0xff00));

    return bring_together(_mm512_unpacklo_epi16(low, high),
                          _mm512_unpackhi_epi16(low, high));
}

static inline void pixels_fetch(const void *from)
{
    _mm_prefetch((const char *)from, _MM_HINT_T1);
    _mm_prefetch((const char *)from + 64, _MM_HINT_T1);
}

static inline void pixels_fence(void)
{
    _mm_sfence();
}

#include "kernels/simd/simd_step.h"

RIPPLE_KERNELS(avx512);
