/* SPDX-License-Identifier: MIT */
/* NEON, which every aarch64 has: 8 heights at a time. */
#include "kernels/kernels.h"

#include <arm_neon.h>
#include <stdint.h>

#define RIPPLE_LANES  8
#define RIPPLE_WEAKER ripple_kernels_scalar

typedef int16x8_t Lanes;

typedef struct Beside {
    Lanes left, right;
} Beside;

static inline Lanes lanes_load(const int16_t *from)
{
    return vld1q_s16(from);
}

static inline void lanes_store(int16_t *to, Lanes v)
{
    vst1q_s16(to, v);
}

/* There are no stores past the caches to be had in C. */
static inline void lanes_stream(int16_t *to, Lanes v)
{
    lanes_store(to, v);
}

static inline int16x8_t load_four(const int16_t *from)
{
    return vcombine_s16(vld1_s16(from), vdup_n_s16(0));
}

static inline int32x4_t load_pairs(const int16_t *from, ptrdiff_t down)
{
    return vreinterpretq_s32_s16(
        vzip1q_s16(load_four(from), load_four(from + down)));
}

static inline void lanes_load_columns(Lanes columns[4], const int16_t *from,
                                      ptrdiff_t down)
{
    int32x4_t a = load_pairs(from, down), b = load_pairs(from + 2 * down, down);
    int32x4_t c = load_pairs(from + 4 * down, down);
    int32x4_t d = load_pairs(from + 6 * down, down);
    int64x2_t low = vreinterpretq_s64_s32(vzip1q_s32(a, b));
    int64x2_t high = vreinterpretq_s64_s32(vzip2q_s32(a, b));
    int64x2_t low_down = vreinterpretq_s64_s32(vzip1q_s32(c, d));
    int64x2_t high_down = vreinterpretq_s64_s32(vzip2q_s32(c, d));

    columns[0] = vreinterpretq_s16_s64(vzip1q_s64(low, low_down));
    columns[1] = vreinterpretq_s16_s64(vzip2q_s64(low, low_down));
    columns[2] = vreinterpretq_s16_s64(vzip1q_s64(high, high_down));
    columns[3] = vreinterpretq_s16_s64(vzip2q_s64(high, high_down));
}

static inline void lanes_store_column(int16_t *to, ptrdiff_t down, Lanes v)
{
    vst1q_lane_s16(to, v, 0);
    vst1q_lane_s16(to + down, v, 1);
    vst1q_lane_s16(to + 2 * down, v, 2);
    vst1q_lane_s16(to + 3 * down, v, 3);
    vst1q_lane_s16(to + 4 * down, v, 4);
    vst1q_lane_s16(to + 5 * down, v, 5);
    vst1q_lane_s16(to + 6 * down, v, 6);
    vst1q_lane_s16(to + 7 * down, v, 7);
}

/* Those of eight cells, by where their bytes are. */
static inline Beside lanes_pick(const int16_t *from, const int16_t *places,
                                int first)
{
    uint8x16_t cells =
        vreinterpretq_u8_s16(vld1q_s16(from + (places[0] - first)));
    uint16x8_t all = vreinterpretq_u16_s16(vld1q_s16(places));
    uint16x8_t bytes = vshlq_n_u16(vsubq_u16(all, vdupq_laneq_u16(all, 0)), 1);
    uint8x16_t order, next;

    bytes = vorrq_u16(bytes, vshlq_n_u16(bytes, 8));
    order = vreinterpretq_u8_u16(vaddq_u16(bytes, vdupq_n_u16(0x0100)));
    next = vaddq_u8(order, vdupq_n_u8(2));
    return (Beside){vreinterpretq_s16_u8(vqtbl1q_u8(cells, order)),
                    vreinterpretq_s16_u8(vqtbl1q_u8(cells, next))};
}

static inline Lanes lanes_all(int16_t value)
{
    return vdupq_n_s16(value);
}

static inline Lanes lanes_count(void)
{
    static const int16_t count[RIPPLE_LANES] = {0, 1, 2, 3, 4, 5, 6, 7};

    return vld1q_s16(count);
}

static inline Lanes lanes_add(Lanes a, Lanes b)
{
    return vaddq_s16(a, b);
}

static inline Lanes lanes_sub(Lanes a, Lanes b)
{
    return vsubq_s16(a, b);
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return vqaddq_s16(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return vqsubq_s16(a, b);
}

static inline Lanes lanes_shift(Lanes v, int n)
{
    return vshlq_s16(v, vdupq_n_s16((int16_t)-n));
}

static inline Lanes lanes_raise(Lanes v, int n)
{
    return vshlq_s16(v, vdupq_n_s16((int16_t)n));
}

static inline Lanes lanes_and(Lanes a, Lanes b)
{
    return vandq_s16(a, b);
}

static inline Lanes lanes_or(Lanes a, Lanes b)
{
    return vorrq_s16(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return vminq_s16(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return vmaxq_s16(a, b);
}

static inline Lanes lanes_select(Lanes mask, Lanes a, Lanes b)
{
    return vbslq_s16(vreinterpretq_u16_s16(mask), a, b);
}

/* (2 v f + 2^15) >> 16 is (v f + 2^14) >> 15; it saturates only where both
   are -32768, which no factor is. */
static inline Lanes lanes_scale(Lanes v, Lanes factor)
{
    return vqrdmulhq_s16(v, factor);
}

/* Of the lower and the upper half. */
typedef struct Sums {
    int32x4_t low, high;
} Sums;

static inline Sums sums_of(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    return (Sums){vmlal_s16(vmull_s16(vget_low_s16(a), vget_low_s16(ka)),
                            vget_low_s16(b), vget_low_s16(kb)),
                  vmlal_high_s16(vmull_high_s16(a, ka), b, kb)};
}

static inline Sums sums_add(Sums a, Sums b)
{
    return (Sums){vaddq_s32(a.low, b.low), vaddq_s32(a.high, b.high)};
}

static inline Lanes sums_pack(Sums sums, int bits)
{
    int32x4_t shift = vdupq_n_s32(-bits);

    return vcombine_s16(vqmovn_s32(vshlq_s32(sums.low, shift)),
                        vqmovn_s32(vshlq_s32(sums.high, shift)));
}

static inline int lanes_any(Lanes v)
{
    return vmaxvq_u16(vreinterpretq_u16_s16(v)) != 0;
}

static inline int lanes_first(Lanes v)
{
    return vgetq_lane_s16(v, 0) != 0;
}

static inline int lanes_last(Lanes v)
{
    return vgetq_lane_s16(v, RIPPLE_LANES - 1) != 0;
}

/* Pixels 0..3 and 4..7. */
typedef struct Pixels {
    uint32x4_t low, high;
} Pixels;

static inline Pixels pixels_load(const uint32_t *from)
{
    return (Pixels){vld1q_u32(from), vld1q_u32(from + 4)};
}

/* As lanes_stream. */
static inline void pixels_store(uint32_t *to, Pixels pixels, int streams)
{
    (void)streams;
    vst1q_u32(to, pixels.low);
    vst1q_u32(to + 4, pixels.high);
}

static inline Pixels find_indices(int stride, Lanes x, Lanes y)
{
    int16_t pitch = (int16_t)stride;

    return (Pixels){vreinterpretq_u32_s32(vmlal_n_s16(
                        vmovl_s16(vget_low_s16(x)), vget_low_s16(y), pitch)),
                    vreinterpretq_u32_s32(vmlal_n_s16(
                        vmovl_s16(vget_high_s16(x)), vget_high_s16(y), pitch))};
}

static inline void places_store(uint32_t *places, int stride, Lanes x, Lanes y)
{
    pixels_store(places, find_indices(stride, x, y), 0);
}

static inline uint32x4_t look_up_four(const uint32_t *picture,
                                      uint32x4_t indices)
{
    uint32x4_t pixels = vdupq_n_u32(picture[vgetq_lane_u32(indices, 0)]);

    pixels = vld1q_lane_u32(picture + vgetq_lane_u32(indices, 1), pixels, 1);
    pixels = vld1q_lane_u32(picture + vgetq_lane_u32(indices, 2), pixels, 2);
    return vld1q_lane_u32(picture + vgetq_lane_u32(indices, 3), pixels, 3);
}

static inline Pixels pixel_buffer_at(const uint32_t *picture, int stride,
                                     Lanes x, Lanes y, int streams)
{
    Pixels indices = find_indices(stride, x, y);

    (void)streams;
    return (Pixels){look_up_four(picture, indices.low),
                    look_up_four(picture, indices.high)};
}

static inline uint16x4_t look_up_four565(const uint16_t *picture,
                                         uint32x4_t indices)
{
    uint16x4_t pixels = vdup_n_u16(picture[vgetq_lane_u32(indices, 0)]);

    pixels = vld1_lane_u16(picture + vgetq_lane_u32(indices, 1), pixels, 1);
    pixels = vld1_lane_u16(picture + vgetq_lane_u32(indices, 2), pixels, 2);
    return vld1_lane_u16(picture + vgetq_lane_u32(indices, 3), pixels, 3);
}

static inline Lanes lanes_find(const uint16_t *picture, int stride, Lanes x,
                               Lanes y)
{
    Pixels indices = find_indices(stride, x, y);

    return vreinterpretq_s16_u16(
        vcombine_u16(look_up_four565(picture, indices.low),
                     look_up_four565(picture, indices.high)));
}

/* Two pixels beside each other, mixed. */
static inline uint16x4_t mix_pair(const uint32_t *from, uint8_t share)
{
    uint8x8_t left = vcreate_u8(0xffffffff);
    uint8x8_t shares = veor_u8(vdup_n_u8(share), left);
    uint16x8_t mixed = vmull_u8(vreinterpret_u8_u32(vld1_u32(from)), shares);

    return vadd_u16(vget_low_u16(mixed), vget_high_u16(mixed));
}

/* Two pixels from places in a row, as 255 times what is above 128. */
static inline int16x8_t mix_across(const uint32_t *row, const uint32_t *places,
                                   const int16_t *shares)
{
    uint16x8_t mixed =
        vcombine_u16(mix_pair(row + places[0], (uint8_t)shares[0]),
                     mix_pair(row + places[1], (uint8_t)shares[1]));

    return vreinterpretq_s16_u16(vsubq_u16(mixed, vdupq_n_u16(128 * 255)));
}

/* Products are doubled, so factors are halves. */
static inline uint8x8_t mix_two(const uint32_t *picture, ptrdiff_t down,
                                const uint32_t *places, const int16_t *share_x,
                                const int16_t *share_y)
{
    int16x8_t along = vcombine_s16(vdup_n_s16((int16_t)(share_y[0] << 6)),
                                   vdup_n_s16((int16_t)(share_y[1] << 6)));
    int16x8_t rest = vsubq_s16(vdupq_n_s16(255 << 6), along);
    int16x8_t above = mix_across(picture, places, share_x);
    int16x8_t below = mix_across(picture + down, places, share_x);
    int16x8_t mixed =
        vaddq_s16(vqdmulhq_s16(above, rest), vqdmulhq_s16(below, along));

    mixed = vqdmulhq_n_s16(vaddq_s16(mixed, vdupq_n_s16(RIPPLE_MEAN_HALF)),
                           RIPPLE_MEAN_GAIN / 2);
    return vqmovun_s16(vaddq_s16(mixed, vdupq_n_s16(128)));
}

static inline uint32x4_t mix_four(const uint32_t *picture, ptrdiff_t down,
                                  const uint32_t *places,
                                  const int16_t *share_x,
                                  const int16_t *share_y)
{
    return vreinterpretq_u32_u8(vcombine_u8(
        mix_two(picture, down, places, share_x, share_y),
        mix_two(picture, down, places + 2, share_x + 2, share_y + 2)));
}

static inline Pixels pixel_buffer_mix(const uint32_t *picture, ptrdiff_t down,
                                      const uint32_t *places, Lanes share_x,
                                      Lanes share_y, int streams)
{
    int16_t shares_x[RIPPLE_LANES], shares_y[RIPPLE_LANES];

    (void)streams;
    lanes_store(shares_x, share_x);
    lanes_store(shares_y, share_y);
    return (Pixels){
        mix_four(picture, down, places, shares_x, shares_y),
        mix_four(picture, down, places + 4, shares_x + 4, shares_y + 4)};
}

/* Pixels of bytes in turns. */
static inline Pixels join_bytes(uint8x8_t blue, uint8x8_t green, uint8x8_t red,
                                uint8x8_t alpha)
{
    uint8x8x2_t low = vzip_u8(blue, green), high = vzip_u8(red, alpha);
    uint16x8_t lows = vreinterpretq_u16_u8(vcombine_u8(low.val[0], low.val[1]));
    uint16x8_t highs =
        vreinterpretq_u16_u8(vcombine_u8(high.val[0], high.val[1]));

    return (Pixels){vreinterpretq_u32_u16(vzip1q_u16(lows, highs)),
                    vreinterpretq_u32_u16(vzip2q_u16(lows, highs))};
}

/* What is to be added, or taken away: nothing of what has the other sign. */
static inline Pixels spread_amounts(Lanes all, Lanes red)
{
    uint8x8_t bytes = vqmovun_s16(all);

    return join_bytes(bytes, bytes, vqmovun_s16(red), vdup_n_u8(0));
}

static inline uint32x4_t add_bytes(uint32x4_t pixels, uint32x4_t more,
                                   uint32x4_t less)
{
    uint8x16_t sum =
        vqaddq_u8(vreinterpretq_u8_u32(pixels), vreinterpretq_u8_u32(more));

    return vreinterpretq_u32_u8(vqsubq_u8(sum, vreinterpretq_u8_u32(less)));
}

static inline Pixels pixels_add(Pixels pixels, Lanes all, Lanes red)
{
    Pixels more = spread_amounts(all, red);
    Pixels less = spread_amounts(vqnegq_s16(all), vqnegq_s16(red));

    return (Pixels){add_bytes(pixels.low, more.low, less.low),
                    add_bytes(pixels.high, more.high, less.high)};
}

static inline Pixels pixels_colour(Lanes red, Lanes green, Lanes blue)
{
    return join_bytes(vqmovun_s16(blue), vqmovun_s16(green), vqmovun_s16(red),
                      vdup_n_u8(255));
}

static inline void pixels_fetch(const void *from)
{
    __builtin_prefetch(from, 0, 2);
}

/* Plain stores need none. */
static inline void pixels_fence(void)
{
}

#include "kernels/simd/simd_step.h"

RIPPLE_KERNELS(neon);
