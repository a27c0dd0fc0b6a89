/* SPDX-License-Identifier: MIT */
/* NEON, which every aarch64 has: 8 heights at a time. */
#include <arm_neon.h>

#define RIPPLE_LANES    8
#define RIPPLE_FALLBACK ripple_kernels_scalar

typedef int16x8_t Lanes;

#include "lib/kernels/simd/vector.h"

/* C has no streaming stores for NEON. */
static inline void lanes_stream(void *to, Lanes v)
{
    lanes_store(to, v);
}

/* Permutes bytes; byte indices are twice cell indices. */
static inline Neighbours lanes_load_neighbours(const int16_t *from,
                                               const int16_t *places, int first)
{
    uint8x16_t cells =
        vreinterpretq_u8_s16(vld1q_s16(from + (places[0] - first)));
    uint16x8_t all = vreinterpretq_u16_s16(vld1q_s16(places));
    uint16x8_t bytes = vshlq_n_u16(vsubq_u16(all, vdupq_laneq_u16(all, 0)), 1);
    uint8x16_t order, next;

    bytes = vorrq_u16(bytes, vshlq_n_u16(bytes, 8));
    order = vreinterpretq_u8_u16(vaddq_u16(bytes, vdupq_n_u16(0x0100)));
    next = vaddq_u8(order, vdupq_n_u8(2));
    return (Neighbours){(Lanes)(vqtbl1q_u8(cells, order)),
                        (Lanes)(vqtbl1q_u8(cells, next))};
}

static inline Lanes lanes_adds(Lanes a, Lanes b)
{
    return vqaddq_s16(a, b);
}

static inline Lanes lanes_subs(Lanes a, Lanes b)
{
    return vqsubq_s16(a, b);
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    return vminq_s16(a, b);
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    return vmaxq_s16(a, b);
}

static inline Lanes lanes_blend(Lanes mask, Lanes a, Lanes b)
{
    return vbslq_s16(vreinterpretq_u16_s16(mask), a, b);
}

/* vqrdmulh computes (2 v f + 2^15) >> 16, which equals (v f + 2^14) >> 15. It
   saturates only if v and f are both -32768; no factor is -32768. */
static inline Lanes lanes_scale(Lanes v, Lanes factor)
{
    return vqrdmulhq_s16(v, factor);
}

static inline Sums sums_multiply(Lanes a, Lanes ka, Lanes b, Lanes kb)
{
    int32x4_t low = vmull_s16(vget_low_s16(a), vget_low_s16(ka));
    int32x4_t high = vmull_high_s16(a, ka);

    return (Sums){(Lanes)vmlal_s16(low, vget_low_s16(b), vget_low_s16(kb)),
                  (Lanes)vmlal_high_s16(high, b, kb)};
}

static inline Lanes lanes_dot(Lanes a, Lanes b)
{
    return (Lanes)vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)),
                             vmull_high_s16(a, b));
}

static inline Lanes half_limit(Lanes v, Lanes max)
{
    int32x4_t limit = (int32x4_t)max;

    return (Lanes)vmaxq_s32(vminq_s32((int32x4_t)v, limit), vnegq_s32(limit));
}

static inline Lanes sums_pack(Sums sums, int bits)
{
    int32x4_t shift = vdupq_n_s32(-bits);

    return vcombine_s16(vqmovn_s32(vshlq_s32((int32x4_t)sums.low, shift)),
                        vqmovn_s32(vshlq_s32((int32x4_t)sums.high, shift)));
}

static inline int lanes_any(Lanes v)
{
    return vmaxvq_u16(vreinterpretq_u16_s16(v)) != 0;
}

static inline Pixels pixels_indices(int stride, Lanes x, Lanes y)
{
    int16_t pitch = (int16_t)stride;
    int32x4_t low = vmovl_s16(vget_low_s16(x));
    int32x4_t high = vmovl_high_s16(x);

    return (Pixels){(Lanes)vmlal_n_s16(low, vget_low_s16(y), pitch),
                    (Lanes)vmlal_n_s16(high, vget_high_s16(y), pitch)};
}

static inline Lanes gather_four(const uint32_t *picture, Lanes indices)
{
    uint32x4_t at = (uint32x4_t)indices;
    uint32x4_t pixels = vdupq_n_u32(picture[at[0]]);

    pixels = vld1q_lane_u32(picture + at[1], pixels, 1);
    pixels = vld1q_lane_u32(picture + at[2], pixels, 2);
    return (Lanes)vld1q_lane_u32(picture + at[3], pixels, 3);
}

static inline Pixels pixels_gather(const uint32_t *picture, Pixels indices,
                                   int streams)
{
    (void)streams;
    return (Pixels){gather_four(picture, indices.low),
                    gather_four(picture, indices.high)};
}

static inline uint16x4_t gather_four565(const uint16_t *picture, Lanes indices)
{
    uint32x4_t at = (uint32x4_t)indices;
    uint16x4_t pixels = vdup_n_u16(picture[at[0]]);

    pixels = vld1_lane_u16(picture + at[1], pixels, 1);
    pixels = vld1_lane_u16(picture + at[2], pixels, 2);
    return vld1_lane_u16(picture + at[3], pixels, 3);
}

static inline Lanes lanes_gather(const uint16_t *picture, Pixels indices)
{
    return (Lanes)vcombine_u16(gather_four565(picture, indices.low),
                               gather_four565(picture, indices.high));
}

/* Mixes a pixel with its right neighbour; channels are scaled by 255. */
static inline uint16x4_t mix_pair(const uint32_t *from, uint8_t share)
{
    uint8x8_t left = vcreate_u8(0xffffffff);
    uint8x8_t shares = veor_u8(vdup_n_u8(share), left);
    uint16x8_t mixed = vmull_u8(vreinterpret_u8_u32(vld1_u32(from)), shares);

    return vadd_u16(vget_low_u16(mixed), vget_high_u16(mixed));
}

/* Mixes two pixels of a row with their right neighbours: 255 *
   (channel - 128). */
static inline int16x8_t mix_columns(const uint32_t *row, const uint32_t *places,
                                    const int16_t *shares)
{
    uint16x8_t mixed =
        vcombine_u16(mix_pair(row + places[0], (uint8_t)shares[0]),
                     mix_pair(row + places[1], (uint8_t)shares[1]));

    return vreinterpretq_s16_u16(vsubq_u16(mixed, vdupq_n_u16(128 * 255)));
}

/* vqdmulh doubles its products, so factors are halved. */
static inline uint8x8_t mix_two(const uint32_t *picture, ptrdiff_t down,
                                const uint32_t *places, const int16_t *share_x,
                                const int16_t *share_y)
{
    int16x8_t below_share =
        vcombine_s16(vdup_n_s16((int16_t)(share_y[0] << 6)),
                     vdup_n_s16((int16_t)(share_y[1] << 6)));
    int16x8_t above_share = vsubq_s16(vdupq_n_s16(255 << 6), below_share);
    int16x8_t above = mix_columns(picture, places, share_x);
    int16x8_t below = mix_columns(picture + down, places, share_x);
    int16x8_t mixed = vaddq_s16(vqdmulhq_s16(above, above_share),
                                vqdmulhq_s16(below, below_share));

    mixed = vqdmulhq_n_s16(vaddq_s16(mixed, vdupq_n_s16(RIPPLE_MEAN_HALF)),
                           RIPPLE_MEAN_GAIN / 2);
    return vqmovun_s16(vaddq_s16(mixed, vdupq_n_s16(128)));
}

static inline Lanes mix_four(const uint32_t *picture, ptrdiff_t down,
                             const uint32_t *places, const int16_t *share_x,
                             const int16_t *share_y)
{
    return (Lanes)(vcombine_u8(
        mix_two(picture, down, places, share_x, share_y),
        mix_two(picture, down, places + 2, share_x + 2, share_y + 2)));
}

static inline Pixels pixels_bilinear(const uint32_t *picture, ptrdiff_t down,
                                     const uint32_t *places, Lanes share_x,
                                     Lanes share_y)
{
    int16_t shares_x[RIPPLE_LANES], shares_y[RIPPLE_LANES];

    lanes_store(shares_x, share_x);
    lanes_store(shares_y, share_y);
    return (Pixels){
        mix_four(picture, down, places, shares_x, shares_y),
        mix_four(picture, down, places + 4, shares_x + 4, shares_y + 4)};
}

static inline Pixels pixels_zip(Lanes low, Lanes high)
{
    return (Pixels){vzip1q_s16(low, high), vzip2q_s16(low, high)};
}

/* NEON's own minimum and maximum order zeros by their signs. */

static inline Reals reals_min(Reals a, Reals b)
{
    return (Reals)vbslq_f32(vcltq_f32((float32x4_t)b, (float32x4_t)a),
                            (float32x4_t)b, (float32x4_t)a);
}

static inline Reals reals_max(Reals a, Reals b)
{
    return (Reals)vbslq_f32(vcltq_f32((float32x4_t)a, (float32x4_t)b),
                            (float32x4_t)b, (float32x4_t)a);
}

static inline Reals reals_sqrt(Reals v)
{
    return (Reals)vsqrtq_f32((float32x4_t)v);
}

static inline Lanes load_pairs(const uint32_t *from, const uint32_t *indices)
{
    return vreinterpretq_s16_u32(
        vcombine_u32(vld1_u32(from + indices[0]), vld1_u32(from + indices[1])));
}

static inline Lanes load_quads(const int16_t *from, const uint32_t *indices)
{
    Lanes eight = vld1q_s16(from + 4 * (size_t)indices[0]);

    return vzip1q_s16(eight, vextq_s16(eight, eight, 4));
}

static inline Lanes pick_even(Lanes a, Lanes b)
{
    return vreinterpretq_s16_s32(
        vuzp1q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)));
}

static inline Lanes pick_odd(Lanes a, Lanes b)
{
    return vreinterpretq_s16_s32(
        vuzp2q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)));
}

/* Plain stores need no fence. */
static inline void pixels_fence(void)
{
}

RIPPLE_KERNELS(neon);
