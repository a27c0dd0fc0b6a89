/* SPDX-License-Identifier: MIT */
/* AVX2: 16 heights at a time. */
#include "kernels/simd/transpose.h"
#include "kernels/kernels.h"
#include "kernels/simd/gather.h"
#include "kernels/simd/gather565.h"
#include "kernels/simd/simd_mix.h"

#include <immintrin.h>
#include <stdint.h>

#define RIPPLE_LANES  16
#define RIPPLE_WEAKER ripple_kernels_sse2

typedef __m256i Lanes;

typedef struct Beside {
    Lanes left, right;
} Beside;

static inline Lanes lanes_load(const int16_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

static inline void lanes_store(int16_t *to, Lanes v)
{
    _mm256_storeu_si256((__m256i *)(void *)to, v);
}

static inline void lanes_stream(int16_t *to, Lanes v)
{
    _mm256_stream_si256((__m256i *)(void *)to, v);
}

static inline Lanes lanes_join(__m128i low, __m128i high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

static inline Lanes lanes_load_halves(const int16_t *low, const int16_t *high)
{
    return lanes_join(_mm_loadu_si128((const __m128i *)(const void *)low),
                      _mm_loadu_si128((const __m128i *)(const void *)high));
}

static inline void lanes_store_halves(int16_t *low, int16_t *high, Lanes v)
{
    _mm_storeu_si128((__m128i *)(void *)low, _mm256_castsi256_si128(v));
    _mm_storeu_si128((__m128i *)(void *)high, _mm256_extracti128_si256(v, 1));
}

/* Four columns from one place to the right, and from another to the left. */
static inline void lanes_load_sides(Lanes columns[4], const int16_t *left,
                                    const int16_t *right, ptrdiff_t down)
{
    __m128i low[4], high[4];

    columns_load(low, left, down);
    columns_load(high, right - 3, down);
    for (int i = 0; i < 4; i++)
        columns[i] = lanes_join(low[i], high[3 - i]);
}

static inline void lanes_store_sides(int16_t *left, int16_t *right,
                                     ptrdiff_t down, Lanes v)
{
    column_store(left, down, _mm256_castsi256_si128(v));
    column_store(right, down, _mm256_extracti128_si256(v, 1));
}

/* In which halves anything is not zero: 1 the lower one, 2 the upper one. */
static inline int lanes_any_halves(Lanes v)
{
    int zero =
        _mm256_movemask_epi8(_mm256_cmpeq_epi16(v, _mm256_setzero_si256()));

    return ((zero & 0xffff) != 0xffff) | ((zero >> 16 & 0xffff) != 0xffff) << 1;
}

/* Of each half those of eight cells, by where their bytes are. */
static inline Beside lanes_pick(const int16_t *from, const int16_t *places,
                                int first)
{
    __m256i cells = lanes_load_halves(from + (places[0] - first),
                                      from + (places[8] - first));
    __m256i all = lanes_load(places);
    __m256i start = _mm256_shuffle_epi8(all, _mm256_set1_epi16(0x0100));
    __m256i bytes = _mm256_slli_epi16(_mm256_sub_epi16(all, start), 1);
    __m256i order =
        _mm256_add_epi16(_mm256_or_si256(bytes, _mm256_slli_epi16(bytes, 8)),
                         _mm256_set1_epi16(0x0100));
    __m256i next = _mm256_add_epi8(order, _mm256_set1_epi8(2));

    return (Beside){_mm256_shuffle_epi8(cells, order),
                    _mm256_shuffle_epi8(cells, next)};
}

static inline Lanes lanes_all(int16_t value)
{
    return _mm256_set1_epi16(value);
}

static inline Lanes lanes_count(void)
{
    return _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                             15);
}

static inline Lanes lanes_add(Lanes a, Lanes b)
{
    return _mm256_add_epi16(a, b);
}

static inline Lanes lanes_sub(Lanes a, Lanes b)
{
    return _mm256_sub_epi16(a, b);
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return _mm256_adds_epi16(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return _mm256_subs_epi16(a, b);
}

static inline Lanes lanes_shift(Lanes v, int n)
{
    return _mm256_sra_epi16(v, _mm_cvtsi32_si128(n));
}

static inline Lanes lanes_raise(Lanes v, int n)
{
    return _mm256_sll_epi16(v, _mm_cvtsi32_si128(n));
}

static inline Lanes lanes_and(Lanes a, Lanes b)
{
    return _mm256_and_si256(a, b);
}

static inline Lanes lanes_or(Lanes a, Lanes b)
{
    return _mm256_or_si256(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return _mm256_min_epi16(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return _mm256_max_epi16(a, b);
}

static inline Lanes lanes_select(Lanes mask, Lanes a, Lanes b)
{
    return _mm256_blendv_epi8(b, a, mask);
}

static inline Lanes lanes_scale(Lanes v, Lanes factor)
{
    return _mm256_mulhrs_epi16(v, factor);
}

/* Of the lower and the upper half of each 128 bits. */
typedef struct Sums {
    __m256i low, high;
} Sums;

static inline Sums sums_of(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    return (Sums){_mm256_madd_epi16(_mm256_unpacklo_epi16(a, b),
                                    _mm256_unpacklo_epi16(ka, kb)),
                  _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b),
                                    _mm256_unpackhi_epi16(ka, kb))};
}

static inline Sums sums_add(Sums a, Sums b)
{
    return (Sums){_mm256_add_epi32(a.low, b.low),
                  _mm256_add_epi32(a.high, b.high)};
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

static inline int lanes_first(Lanes v)
{
    return _mm256_extract_epi16(v, 0) != 0;
}

static inline int lanes_last(Lanes v)
{
    return _mm256_extract_epi16(v, 15) != 0;
}

/* Pixels 0..7 and 8..15. */
typedef struct Pixels {
    __m256i low, high;
} Pixels;

static inline Pixels pixels_load(const uint32_t *from)
{
    const __m256i *vectors = (const void *)from;

    return (Pixels){_mm256_loadu_si256(vectors),
                    _mm256_loadu_si256(vectors + 1)};
}

static inline void pixels_store(uint32_t *to, Pixels pixels, int streams)
{
    __m256i *vectors = (void *)to;

    if (streams) {
        _mm256_stream_si256(vectors, pixels.low);
        _mm256_stream_si256(vectors + 1, pixels.high);
    } else {
        _mm256_storeu_si256(vectors, pixels.low);
        _mm256_storeu_si256(vectors + 1, pixels.high);
    }
}

/* What unpacking makes of two Lanes works within halves, so the quarters of
   these are brought into their places first: 0, 2, 1, 3. */
static inline Lanes spread_quarters(Lanes v)
{
    return _mm256_permute4x64_epi64(v, 0xd8);
}

/* Pairs of (x, y) times (1, stride) make indices. */
static inline Pixels find_indices(int stride, Lanes x, Lanes y)
{
    __m256i factors = _mm256_set1_epi32(stride << 16 | 1);

    x = spread_quarters(x);
    y = spread_quarters(y);
    return (Pixels){_mm256_madd_epi16(_mm256_unpacklo_epi16(x, y), factors),
                    _mm256_madd_epi16(_mm256_unpackhi_epi16(x, y), factors)};
}

static inline void places_store(uint32_t *places, int stride, Lanes x, Lanes y)
{
    pixels_store(places, find_indices(stride, x, y), 0);
}

static inline Pixels pixel_buffer_at(const uint32_t *picture, int stride,
                                     Lanes x, Lanes y, int streams)
{
    const int *pixels = (const void *)picture;
    Pixels indices = find_indices(stride, x, y);

    if (streams)
        return (Pixels){_mm256_i32gather_epi32(pixels, indices.low, 4),
                        _mm256_i32gather_epi32(pixels, indices.high, 4)};
    return (Pixels){look_up_eight(picture, indices.low),
                    look_up_eight(picture, indices.high)};
}

static inline __m128i look_up_halves(const uint16_t *picture, __m256i indices)
{
    return look_up_eight565(picture, _mm256_castsi256_si128(indices),
                            _mm256_extracti128_si256(indices, 1));
}

static inline Lanes lanes_find(const uint16_t *picture, int stride, Lanes x,
                               Lanes y)
{
    Pixels indices = find_indices(stride, x, y);

    return lanes_join(look_up_halves(picture, indices.low),
                      look_up_halves(picture, indices.high));
}

static inline Pixels pixel_buffer_mix(const uint32_t *picture, ptrdiff_t down,
                                      const uint32_t *places, Lanes share_x,
                                      Lanes share_y, int streams)
{
    Mixed mixed = mix_sixteen(picture, down, places, share_x, share_y);

    (void)streams;
    return (Pixels){mixed.low, mixed.high};
}

/* Bytes of four pixels from those of `all` and `red` in each half, by turns
   all, all, red and none. */
static inline __m256i spread_bytes(__m256i bytes, int first)
{
    __m128i order = _mm_add_epi8(_mm_setr_epi8(0, 0, 8, -128, 1, 1, 9, -128, 2,
                                               2, 10, -128, 3, 3, 11, -128),
                                 _mm_set1_epi8((char)first));

    return _mm256_shuffle_epi8(bytes, _mm256_broadcastsi128_si256(order));
}

/* What is to be added, or taken away: nothing of what has the other sign. */
static inline Pixels spread_amounts(Lanes all, Lanes red)
{
    __m256i bytes = _mm256_packus_epi16(all, red);

    return (Pixels){spread_bytes(bytes, 0), spread_bytes(bytes, 4)};
}

static inline Pixels pixels_add(Pixels pixels, Lanes all, Lanes red)
{
    __m256i none = _mm256_setzero_si256();
    Pixels more, less;

    all = spread_quarters(all);
    red = spread_quarters(red);
    more = spread_amounts(all, red);
    less = spread_amounts(_mm256_subs_epi16(none, all),
                          _mm256_subs_epi16(none, red));
    return (Pixels){
        _mm256_subs_epu8(_mm256_adds_epu8(pixels.low, more.low), less.low),
        _mm256_subs_epu8(_mm256_adds_epu8(pixels.high, more.high), less.high)};
}

static inline Pixels pixels_colour(Lanes red, Lanes green, Lanes blue)
{
    __m256i low = _mm256_or_si256(blue, _mm256_slli_epi16(green, 8));
    __m256i high = _mm256_or_si256(red, _mm256_set1_epi16((short)0xff00));
    __m256i a = _mm256_unpacklo_epi16(low, high);
    __m256i b = _mm256_unpackhi_epi16(low, high);

    return (Pixels){_mm256_permute2x128_si256(a, b, 0x20),
                    _mm256_permute2x128_si256(a, b, 0x31)};
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

RIPPLE_KERNELS(avx2);
