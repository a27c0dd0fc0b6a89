/* SPDX-License-Identifier: MIT */
/*
 * Eight pixels by index, one load each. While the picture is in the caches
 * this takes two thirds of the time of the gather instructions; when lookups
 * wait for memory, gathers keep more of them on their way at once.
 */
#ifndef RIPPLE_KERNELS_LOOKUP_H
#define RIPPLE_KERNELS_LOOKUP_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

static inline __m128i look_up_four(const uint32_t *picture, __m128i indices)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    uint64_t high = (uint64_t)_mm_extract_epi64(indices, 1);
    __m128i pixels = _mm_cvtsi32_si128((int)picture[(uint32_t)low]);

    pixels = _mm_insert_epi32(pixels, (int)picture[low >> 32], 1);
    pixels = _mm_insert_epi32(pixels, (int)picture[(uint32_t)high], 2);
    return _mm_insert_epi32(pixels, (int)picture[high >> 32], 3);
}

static inline __m256i look_up_eight(const uint32_t *picture, __m256i indices)
{
    __m128i low = look_up_four(picture, _mm256_castsi256_si128(indices));
    __m128i high = look_up_four(picture, _mm256_extracti128_si256(indices, 1));

    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* Two pixels at each of four places, those of b in the upper half. */
static inline __m256i load_pairs(const uint32_t *picture, uint64_t a,
                                 uint64_t b)
{
    const uint32_t *places[4] = {picture + (uint32_t)a, picture + (a >> 32),
                                 picture + (uint32_t)b, picture + (b >> 32)};
    __m128i pairs[4];

    for (int i = 0; i < 4; i++)
        pairs[i] = _mm_loadl_epi64((const __m128i *)(const void *)places[i]);
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_unpacklo_epi64(pairs[0], pairs[1])),
        _mm_unpacklo_epi64(pairs[2], pairs[3]), 1);
}

/* Of two pairs of pixels the left ones, or the right ones. */
static inline __m256i pick_side(__m256i a, __m256i b, const int is_right)
{
    __m256 left = _mm256_castsi256_ps(a), right = _mm256_castsi256_ps(b);

    return _mm256_castps_si256(is_right ? _mm256_shuffle_ps(left, right, 0xdd)
                                        : _mm256_shuffle_ps(left, right, 0x88));
}

/* Of every other channel. */
static inline __m256i mix_channels(__m256i a, __m256i b, __m256i share)
{
    return _mm256_add_epi16(a,
                            _mm256_mulhrs_epi16(_mm256_sub_epi16(b, a), share));
}

/* Eight pixels, as blue and red, and green and alpha, each in 16 bits. */
typedef struct Channels {
    __m256i even, odd;
} Channels;

static inline Channels split_channels(__m256i pixels)
{
    return (Channels){_mm256_and_si256(pixels, _mm256_set1_epi16(0xff)),
                      _mm256_srli_epi16(pixels, 8)};
}

static inline Channels mix_pixels(Channels a, Channels b, __m256i share)
{
    return (Channels){mix_channels(a.even, b.even, share),
                      mix_channels(a.odd, b.odd, share)};
}

/* Eight pixels between those at the indices and their neighbours; shares stand
   twice in each 32 bits. */
static inline __m256i mix_eight(const uint32_t *picture, ptrdiff_t down,
                                __m256i indices, __m256i share_x,
                                __m256i share_y)
{
    const uint32_t *below = picture + down;
    __m128i low = _mm256_castsi256_si128(indices);
    __m128i high = _mm256_extracti128_si256(indices, 1);
    uint64_t a = (uint64_t)_mm_cvtsi128_si64(low);
    uint64_t b = (uint64_t)_mm_extract_epi64(low, 1);
    uint64_t c = (uint64_t)_mm_cvtsi128_si64(high);
    uint64_t d = (uint64_t)_mm_extract_epi64(high, 1);
    __m256i first = load_pairs(picture, a, c);
    __m256i second = load_pairs(picture, b, d);
    __m256i first_below = load_pairs(below, a, c);
    __m256i second_below = load_pairs(below, b, d);
    Channels left = mix_pixels(
        split_channels(pick_side(first, second, 0)),
        split_channels(pick_side(first_below, second_below, 0)), share_y);
    Channels right = mix_pixels(
        split_channels(pick_side(first, second, 1)),
        split_channels(pick_side(first_below, second_below, 1)), share_y);
    Channels mixed = mix_pixels(left, right, share_x);

    return _mm256_or_si256(mixed.even, _mm256_slli_epi16(mixed.odd, 8));
}

#endif
