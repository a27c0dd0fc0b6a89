/* SPDX-License-Identifier: MIT */
/*
 * Bilinear means of pixels in vectors of 16 bytes without an instruction that
 * mixes bytes, a part of such levels' files after their own functions. Four
 * pixels and those beside and below them are loaded in pairs; channels at even
 * and at odd bytes then have the same shares, each of them twice:
 *
 *     left   p0 p1 p2 p3     share   s0 s0 s1 s1 s2 s2 s3 s3
 *     right  q0 q1 q2 q3     even    c0 c2 c0 c2 c0 c2 c0 c2   of left or right
 *
 * The level defines mix_rows: means of two results of mix_columns, by the
 * formula of scalar_render.c.
 */

/* Four pixels and their right neighbours. */
typedef struct Sides {
    Lanes left, right;
} Sides;

static inline Sides load_sides(const uint32_t *row, const uint32_t *places)
{
    Lanes first = load_pairs(row, places);
    Lanes second = load_pairs(row, places + 2);

    return (Sides){pick_even(first, second), pick_odd(first, second)};
}

/* Channels less 128, times 255. */
static inline Lanes mix_columns(Lanes left, Lanes right, Lanes share)
{
    Lanes rest = share ^ lanes_splat(255);
    Lanes sum =
        lanes_add(lanes_multiply(left, rest), lanes_multiply(right, share));

    return lanes_sub(sum, lanes_splat(128 * 255));
}

static inline Lanes mix_four(const uint32_t *picture, ptrdiff_t down,
                             const uint32_t *places, Lanes share_x,
                             Lanes share_y)
{
    Lanes byte = lanes_splat(255);
    Sides above = load_sides(picture, places);
    Sides below = load_sides(picture + down, places);
    Lanes even = mix_rows(
        mix_columns(above.left & byte, above.right & byte, share_x),
        mix_columns(below.left & byte, below.right & byte, share_x), share_y);
    Lanes odd = mix_rows(mix_columns(lanes_shift_down(above.left, 8),
                                     lanes_shift_down(above.right, 8), share_x),
                         mix_columns(lanes_shift_down(below.left, 8),
                                     lanes_shift_down(below.right, 8), share_x),
                         share_y);

    return even | lanes_shift_left(odd, 8);
}

static inline Pixels pixels_bilinear(const uint32_t *picture, ptrdiff_t down,
                                     const uint32_t *places, Lanes share_x,
                                     Lanes share_y, int streams)
{
    Pixels x = pixels_zip(share_x, share_x), y = pixels_zip(share_y, share_y);

    (void)streams;
    return (Pixels){mix_four(picture, down, places, x.low, y.low),
                    mix_four(picture, down, places + 4, x.high, y.high)};
}
