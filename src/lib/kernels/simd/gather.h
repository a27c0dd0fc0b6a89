/* SPDX-License-Identifier: MIT */
/*
 * Loads pixels by index on x86, one by one. If the picture is in the caches,
 * this takes two thirds of the time of gather instructions. If lookups wait for
 * memory, gathers keep more of them in flight.
 *
 * AVX2 and AVX-512 also compute bilinear means of sixteen pixels, by the
 * formula of scalar_render.c. With 128 subtracted, channels are signed bytes,
 * so one instruction (maddubs) mixes a pixel with its neighbour. Broadcasts and
 * blends, which run on more ports than shuffles, combine the pixels.
 */
#ifndef RIPPLE_KERNELS_SIMD_GATHER_H
#define RIPPLE_KERNELS_SIMD_GATHER_H

#include "lib/kernels/render_kernels.h"

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Loads four 16-bit pixels into the lower half. */
static inline __m128i gather_four565(const uint16_t *picture, __m128i indices)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    uint64_t high =
        (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(indices, indices));
    __m128i pixels = _mm_cvtsi32_si128(picture[(uint32_t)low]);

    pixels = _mm_insert_epi16(pixels, (int16_t)picture[low >> 32], 1);
    pixels = _mm_insert_epi16(pixels, (int16_t)picture[(uint32_t)high], 2);
    return _mm_insert_epi16(pixels, (int16_t)picture[high >> 32], 3);
}

static inline __m128i gather_eight565(const uint16_t *picture, __m128i low,
                                      __m128i high)
{
    return _mm_unpacklo_epi64(gather_four565(picture, low),
                              gather_four565(picture, high));
}

/* Loads 32 bits. */
static inline __m128i load_four_bytes(const int16_t *from)
{
    int bytes;

    memcpy(&bytes, from, sizeof bytes);
    return _mm_cvtsi32_si128(bytes);
}

/* Loads 64 bits from each address. */
static inline __m128i load_two_pairs(const uint32_t *low, const uint32_t *high)
{
    return _mm_unpacklo_epi64(
        _mm_loadl_epi64((const __m128i *)(const void *)low),
        _mm_loadl_epi64((const __m128i *)(const void *)high));
}

#if defined(__AVX2__)

/* The byte shuffle that orders eight 16-bit values as 0 4 1 5 2 6 3 7. */
static inline __m128i zip_eight(void)
{
    return _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
}

static inline __m128i insert_four(const uint32_t *picture, __m128i indices)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    uint64_t high = (uint64_t)_mm_extract_epi64(indices, 1);
    __m128i pixels = _mm_cvtsi32_si128((int)picture[(uint32_t)low]);

    pixels = _mm_insert_epi32(pixels, (int)picture[low >> 32], 1);
    pixels = _mm_insert_epi32(pixels, (int)picture[(uint32_t)high], 2);
    return _mm_insert_epi32(pixels, (int)picture[high >> 32], 3);
}

static inline __m256i gather_eight(const uint32_t *picture, __m256i indices)
{
    __m128i low = insert_four(picture, _mm256_castsi256_si128(indices));
    __m128i high = insert_four(picture, _mm256_extracti128_si256(indices, 1));

    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* Loads a pixel and its right neighbour into each 64 bits. */
static inline __m256i load_pixel_pair(const uint32_t *from)
{
    int64_t pairs;

    memcpy(&pairs, from, sizeof pairs);
    return _mm256_set1_epi64x(pairs);
}

/* Loads pairs at places 0, 1 (low half) and 8, 9 (high half) of a row. */
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

/* The byte shuffle that puts each channel of a pixel beside that of its right
   neighbour, for two pairs. */
static inline __m128i interleave_pairs(void)
{
    return _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
}

/* Mixes pixels with their right neighbours, in 16-bit channels. */
static inline __m256i mix_columns(__m256i pairs, __m256i shares)
{
    __m256i order = _mm256_broadcastsi128_si256(interleave_pairs());
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

/* Mixes two pixels of each half; their shares start at number `first`. */
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

/* Pixels 0..7 and 8..15. */
typedef struct Mixed {
    __m256i low, high;
} Mixed;

static inline Mixed mix_sixteen(const uint32_t *picture, ptrdiff_t down,
                                const uint32_t *places, __m256i share_x,
                                __m256i share_y)
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
    return (Mixed){_mm256_permute2x128_si256(first, second, 0x20),
                   _mm256_permute2x128_si256(first, second, 0x31)};
}

#else

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

#endif

#endif
