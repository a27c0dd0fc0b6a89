/* SPDX-License-Identifier: MIT */
/*
 * The blend kernel, the traits of the surface and the interpolate kernel, which
 * vector.h includes. They equal scalar_traits.c and light.inc, which have the
 * formulas.
 */

static RIPPLE_BLEND(blend)
{
    Lanes share = lanes_splat((int16_t)args->phase);
    Lanes rest = lanes_splat((int16_t)(RIPPLE_MAX_PHASE - args->phase));
    Sums half = sums_splat(1 << (RIPPLE_PHASE_BITS - 1));
    int last = args->columns - RIPPLE_LANES;

    if (last < 0) {
        RIPPLE_FALLBACK.blend(args);
        return;
    }
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x += RIPPLE_LANES) {
            ptrdiff_t i = y * args->stride + min_int(x, last);
            Sums sums = sums_multiply(lanes_load(args->now + i), share,
                                      lanes_load(args->before + i), rest);

            lanes_store(args->to + i,
                        sums_pack(sums_add(sums, half), RIPPLE_PHASE_BITS));
        }
    }
}

/* The parabola of a soft limit; v >= 0 is already shifted by limit->halvings.
 */
RIPPLE_INLINE Lanes limit_parabola(Lanes v, const SoftLimit *limit)
{
    Lanes max = lanes_splat(limit->max);
    Lanes d = lanes_shift_left(lanes_sub(max, lanes_min(v, max)), limit->up);
    Lanes lost = lanes_scale(lanes_scale(d, d), lanes_splat(limit->factor));

    return lanes_sub(lanes_splat(limit->top), lost);
}

/* Negates `value` where `sign` is negative. */
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

static inline Lanes length_of(Lanes x, Lanes y)
{
    Lanes width = magnitude(x), height = magnitude(y);
    Lanes a = lanes_max(width, height), b = lanes_min(width, height);

    return lanes_max(a, lanes_adds(lanes_sub(a, lanes_shift_right(a, 3)),
                                   lanes_shift_right(b, 1)));
}

/* from - (min(n, max) << bits) */
RIPPLE_INLINE Lanes tangent(Lanes n, int16_t from, int16_t max, int bits)
{
    return lanes_sub(lanes_splat(from),
                     lanes_shift_left(lanes_min(n, lanes_splat(max)), bits));
}

static inline Lanes limit_of(Lanes n)
{
    Lanes near =
        lanes_max(tangent(n, 32767, 1023, 5), tangent(n, 23170, 1448, 4));
    Lanes middle =
        lanes_max(tangent(n, 16384, 2047, 3), tangent(n, 11585, 2896, 2));
    Lanes far = lanes_max(tangent(n, 8192, 4095, 1),
                          lanes_sub(lanes_splat(RIPPLE_LIMIT_END), n));
    Lanes farthest =
        lanes_max(lanes_sub(lanes_splat(4096), lanes_shift_right(n, 1)),
                  lanes_sub(lanes_splat(2896), lanes_shift_right(n, 2)));

    return lanes_max(lanes_max(near, middle), lanes_max(far, farthest));
}

/* The tone curve: steep for faint light, flat for strong light. */
RIPPLE_INLINE Lanes compress(Lanes light, const Lighting *lighting)
{
    Lanes n = magnitude(light);
    Lanes strong = lanes_shift_right(n, 2);

    return copy_sign(lanes_add(limit_parabola(n, &lighting->faint),
                               limit_parabola(strong, &lighting->strong)),
                     light);
}

RIPPLE_INLINE Lanes load_slope_x(const int16_t *now)
{
    return lanes_subs(lanes_load(now - 1), lanes_load(now + 1));
}

RIPPLE_INLINE Lanes load_slope_y(const int16_t *now, ptrdiff_t stride)
{
    return lanes_subs(lanes_load(now - stride), lanes_load(now + stride));
}

RIPPLE_INLINE Lanes shift_up(Lanes value, const Lighting *light)
{
    for (int i = 0; i < light->doublings; i++)
        value = twice(value);
    return value;
}

/*
 * Bends by whole pixels: the slope times the fraction of the gain, plus the
 * slope times its whole part. All terms have the sign of the slope, so it does
 * not matter at which of them the sum saturates.
 */
RIPPLE_INLINE Lanes bend_whole(Lanes slope, int gain_q12)
{
    int fraction = gain_q12 & ((1 << RIPPLE_GAIN_BITS) - 1);
    Lanes offset = lanes_scale(
        slope, lanes_splat((int16_t)(fraction << (15 - RIPPLE_GAIN_BITS))));

    for (int i = 0; i < gain_q12 >> RIPPLE_GAIN_BITS; i++)
        offset = lanes_adds(offset, slope);
    return offset;
}

/* sat16((slope * gain_q12) >> (RIPPLE_GAIN_BITS - bits)); bits is constant. */
RIPPLE_INLINE Lanes find_offset(Lanes slope, const Optics *optics, int bits)
{
    Lanes none = lanes_splat(0);

    return sums_pack(sums_multiply(slope,
                                   lanes_splat((int16_t)optics->gain_q12), none,
                                   none),
                     RIPPLE_GAIN_BITS - bits);
}

/* Not RIPPLE_INLINE, since it is long and every variant of render has it. */
static Lanes bend_limited(Lanes slope, Lanes across, const Optics *optics)
{
    Lanes own = find_offset(slope, optics, RIPPLE_LIMIT_BITS);
    Lanes other = find_offset(across, optics, RIPPLE_LIMIT_BITS);
    int doublings = optics->limit_doublings;
    Lanes n = lanes_min(
        lanes_scale(length_of(own, other), lanes_splat(optics->limit_factor)),
        lanes_splat((int16_t)(RIPPLE_LIMIT_END >> doublings)));

    own = lanes_scale(own, limit_of(lanes_shift_left(n, doublings)));
    return twice(twice(lanes_sub(lanes_splat(0), own)));
}

RIPPLE_INLINE Lanes bend(Lanes slope, Lanes across, const Optics *optics)
{
    if (optics->is_whole)
        return bend_whole(slope, optics->gain_q12);
    return optics->limit_factor > 0
               ? bend_limited(slope, across, optics)
               : find_offset(slope, optics, RIPPLE_BEND_BITS);
}

RIPPLE_INLINE Lanes limit_grey(Lanes value)
{
    return clamp(value, lanes_splat(-RIPPLE_GREY),
                 lanes_splat(RIPPLE_GREY - 1));
}

RIPPLE_INLINE Lanes make_slope_grey(Lanes slope, const Lighting *light)
{
    return limit_grey(
        lanes_scale(shift_up(slope, light), lanes_splat(light->slope_grey)));
}

RIPPLE_INLINE Lanes make_height_grey(Lanes height, const Lighting *light)
{
    Lanes four = twice(twice(shift_up(height, light)));

    return limit_grey(
        compress(lanes_scale(four, lanes_splat(light->height_grey)), light));
}

RIPPLE_INLINE Lanes weaken(Lanes value, const Surface *surface, ptrdiff_t at)
{
    return surface->strength != NULL
               ? lanes_scale(value, lanes_load(surface->strength + at))
               : value;
}

/* The trait of cells from offset `at` on; `trait` is a constant. */
RIPPLE_INLINE Lanes load_trait(Trait trait, const Surface *surface,
                               const Optics *optics, ptrdiff_t at)
{
    const Lighting *light = &optics->light;
    const int16_t *now = surface->heights + at;
    ptrdiff_t stride = surface->stride;

    switch (trait) {
    case TRAIT_BEND_X:
        return weaken(
            bend(load_slope_x(now), load_slope_y(now, stride), optics), surface,
            at);
    case TRAIT_BEND_Y:
        return weaken(
            bend(load_slope_y(now, stride), load_slope_x(now), optics), surface,
            at);
    case TRAIT_LIGHT:
        return surface->light != NULL
                   ? weaken(lanes_load(surface->light + at), surface, at)
                   : lanes_splat(0);
    case TRAIT_SHINE:
        return surface->shine != NULL
                   ? weaken(lanes_load(surface->shine + at), surface, at)
                   : lanes_splat(0);
    case TRAIT_GREY_X:
        return make_slope_grey(load_slope_x(now), light);
    case TRAIT_GREY_Y:
        return make_slope_grey(load_slope_y(now, stride), light);
    default:
        return make_height_grey(lanes_load(now), light);
    }
}

/* The traits of pixels from those of cells; `cells` begins at cell `start`. */
static void mix_cells(int16_t *to, const InterpolateArgs *args,
                      const int16_t *cells, int start)
{
    const int16_t *first = args->axis_x.first + args->x;
    const int16_t *share = args->axis_x.share + args->x;

    for (int i = 0; i < args->width; i += RIPPLE_LANES) {
        Neighbours sides = lanes_load_neighbours(cells, first + i, start);

        lanes_store(to + i,
                    lanes_lerp(sides.left, sides.right, lanes_load(share + i)));
    }
}

/* Interpolates one row of at least RIPPLE_LANES cells: first computes the trait
   of all cells around the pixels, then that of the pixels. */
RIPPLE_INLINE void interpolate_row(int16_t *to, const InterpolateArgs *args,
                                   int row, Trait trait)
{
    const int16_t *first = args->axis_x.first + args->x;
    int last = args->columns - RIPPLE_LANES;
    int start = min_int(first[0], last);
    int count = first[args->width - 1] + 2 - start;
    int16_t cells[RIPPLE_INTERPOLATE_MAX + 2 * RIPPLE_LANES];

    for (int i = 0; i < count; i += RIPPLE_LANES) {
        int x = start + i < last ? i : last - start;

        lanes_store(cells + x,
                    load_trait(trait, &args->surface, args->optics,
                               row * args->surface.stride + start + x));
    }
    lanes_store(cells + count, lanes_splat(0));
    mix_cells(to, args, cells, start);
}

RIPPLE_INLINE void interpolate_trait(const InterpolateArgs *args, Trait trait)
{
    for (int y = 0; y < args->rows; y++)
        interpolate_row(args->to + y * args->to_stride, args, args->y + y,
                        trait);
}

/* Makes the trait a constant in each call. */
static RIPPLE_INTERPOLATE(interpolate)
{
    InterpolateArgs shine = *args;

    if (args->columns < RIPPLE_LANES) {
        RIPPLE_FALLBACK.interpolate(args, trait);
        return;
    }
    switch (trait) {
    case TRAIT_BEND_X:
        interpolate_trait(args, TRAIT_BEND_X);
        break;
    case TRAIT_BEND_Y:
        interpolate_trait(args, TRAIT_BEND_Y);
        break;
    case TRAIT_LIGHT:
        interpolate_trait(args, TRAIT_LIGHT);
        break;
    case TRAIT_SHINE:
        shine.surface.light = shine.surface.shine;
        interpolate_trait(&shine, TRAIT_LIGHT);
        break;
    case TRAIT_GREY_X:
        interpolate_trait(args, TRAIT_GREY_X);
        break;
    case TRAIT_GREY_Y:
        interpolate_trait(args, TRAIT_GREY_Y);
        break;
    default:
        interpolate_trait(args, TRAIT_GREY_HEIGHT);
    }
}
