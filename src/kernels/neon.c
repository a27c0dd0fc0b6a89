/* SPDX-License-Identifier: MIT */
/* NEON, which every aarch64 has: 8 heights at a time. */
#include "kernels.h"

#include <arm_neon.h>
#include <stdint.h>

#define RIPPLE_LANES  8
#define RIPPLE_WEAKER ripple_kernels_scalar

typedef int16x8_t Lanes;

static inline Lanes lanes_load(const int16_t *from)
{
    return vld1q_s16(from);
}

static inline void lanes_store(int16_t *to, Lanes v)
{
    vst1q_s16(to, v);
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

/* There are no stores past the caches to be had in C. */
static inline void pixels_copy(uint32_t *to, const uint32_t *from, int streams)
{
    (void)streams;
    vst1q_u32(to, vld1q_u32(from));
    vst1q_u32(to + 4, vld1q_u32(from + 4));
}

static inline void look_up_four(uint32_t *to, const uint32_t *picture,
                                int32x4_t indices)
{
    uint32x4_t pixels = vdupq_n_u32(picture[vgetq_lane_s32(indices, 0)]);

    pixels = vld1q_lane_u32(picture + vgetq_lane_s32(indices, 1), pixels, 1);
    pixels = vld1q_lane_u32(picture + vgetq_lane_s32(indices, 2), pixels, 2);
    pixels = vld1q_lane_u32(picture + vgetq_lane_s32(indices, 3), pixels, 3);
    vst1q_u32(to, pixels);
}

static inline void pixels_lookup(uint32_t *to, const uint32_t *picture,
                                 int stride, Lanes x, Lanes y, int streams)
{
    int16_t pitch = (int16_t)stride;
    int32x4_t low =
        vmlal_n_s16(vmovl_s16(vget_low_s16(x)), vget_low_s16(y), pitch);
    int32x4_t high =
        vmlal_n_s16(vmovl_s16(vget_high_s16(x)), vget_high_s16(y), pitch);

    (void)streams;
    look_up_four(to, picture, low);
    look_up_four(to + 4, picture, high);
}

static inline void pixels_fetch(const uint32_t *from)
{
    __builtin_prefetch(from, 0, 2);
}

/* Plain stores need none. */
static inline void pixels_fence(void)
{
}

#include "body.h"

RIPPLE_KERNELS(neon);
