/* SPDX-License-Identifier: MIT */
/*
 * Soft limits and light, a part of each level's file before simd_render.h. They
 * equal scalar_render.c, where the formulas are.
 */

/* For v >= 0, without its halvings. */
RIPPLE_INLINE Lanes limit_parabola(Lanes v, const SoftLimit *limit)
{
    Lanes max = lanes_splat(limit->max);
    Lanes d = lanes_shift_left(lanes_sub(max, lanes_min(v, max)), limit->up);
    Lanes lost = lanes_scale(lanes_scale(d, d), lanes_splat(limit->factor));

    return lanes_sub(lanes_splat(limit->top), lost);
}

/* `value`, turned where `sign` is negative. */
RIPPLE_INLINE Lanes copy_sign(Lanes value, Lanes sign)
{
    Lanes mask = is_negative(sign);

    return lanes_sub(value ^ mask, mask);
}

RIPPLE_INLINE Lanes soft_limit(Lanes v, const SoftLimit *limit)
{
    Lanes near = lanes_shift_right(magnitude(v), limit->halvings);
    Lanes limited = limit_parabola(near, limit);

    return copy_sign(lanes_shift_left(limited, limit->halvings), v);
}

RIPPLE_INLINE Lanes mirror(Lanes x, Lanes y, const SoftLimit *knee)
{
    Lanes width = magnitude(x), height = magnitude(y);
    Lanes slanted =
        lanes_scale(lanes_adds(width, height), lanes_splat(RIPPLE_SQRT_HALF));
    Lanes n = lanes_max(lanes_max(width, height), slanted);

    return lanes_sub(n, limit_parabola(n, knee));
}

/* The tone: steep for faint light, flat for strong light. */
RIPPLE_INLINE Lanes compress(Lanes light, const Lighting *lighting)
{
    Lanes n = magnitude(light);
    Lanes strong = lanes_shift_right(n, 2);

    return copy_sign(lanes_add(limit_parabola(n, &lighting->faint),
                               limit_parabola(strong, &lighting->strong)),
                     light);
}

/* Channels of 16 bits in light, by the formula of light_channel in
   scalar_render.c. */
RIPPLE_INLINE Lanes light_channels(Lanes c, Lanes light)
{
    Lanes above = lanes_sub(lanes_splat(255), c);
    Lanes floor = lanes_add(c, lanes_splat(RIPPLE_LIGHT_FLOOR));
    Lanes bright = lanes_shift_right(lanes_multiply(above, floor), 1);
    Lanes room =
        lanes_blend(is_negative(light), lanes_shift_left(c, 7), bright);

    return lanes_add(c, lanes_scale(room, light));
}

/* Two channels of each pixel are in the even bytes, two in the odd ones. */
RIPPLE_INLINE Lanes light_bytes(Lanes pixels, Lanes even, Lanes odd)
{
    even = light_channels(lanes_and(pixels, lanes_splat(255)), even);
    odd = light_channels(lanes_shift_down(pixels, 8), odd);
    return lanes_or(even, lanes_shift_left(odd, 8));
}

/* Light: `red` on red, `all` on green and blue; alpha stays. */
RIPPLE_INLINE Pixels pixels_light(Pixels pixels, Lanes all, Lanes red)
{
    Lanes range = lanes_splat(RIPPLE_LIGHT_RANGE);
    Lanes green = limit(all, range);
    Pixels even = pixels_zip(green, limit(red, range));
    Pixels odd = pixels_zip(green, lanes_splat(0));

    return (Pixels){light_bytes(pixels.low, even.low, odd.low),
                    light_bytes(pixels.high, even.high, odd.high)};
}
