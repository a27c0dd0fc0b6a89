/* SPDX-License-Identifier: MIT */
/*
 * The interpolate kernel, a part of each level's file after vector.h. It
 * equals scalar_render.c, where the formula is.
 */

RIPPLE_INLINE Lanes load_trait(Trait trait, const int16_t *now,
                               ptrdiff_t stride)
{
    Lanes left, right, up, down;

    if (trait == TRAIT_HEIGHT)
        return lanes_load(now);
    if (trait == TRAIT_SLOPE_X)
        return lanes_subs(lanes_load(now - 1), lanes_load(now + 1));
    up = lanes_load(now - stride);
    down = lanes_load(now + stride);
    if (trait == TRAIT_SLOPE_Y)
        return lanes_subs(up, down);
    left = lanes_load(now - 1);
    right = lanes_load(now + 1);
    return lanes_subs(lanes_adds(lanes_adds(left, right), lanes_adds(up, down)),
                      twice(twice(lanes_load(now))));
}

/* Interpolates one row, of at least RIPPLE_LANES cells: first the trait of all
   cells that the pixels lie between, then the pixels. */
RIPPLE_INLINE void interpolate_row(int16_t *to, const InterpolateArgs *args,
                                   int row, Trait trait)
{
    const int16_t *first = args->axis_x.first + args->x;
    const int16_t *share = args->axis_x.share + args->x;
    const int16_t *from = args->from + row * args->stride;
    int last = args->columns - RIPPLE_LANES;
    int start = min_int(first[0], last);
    int count = first[args->width - 1] + 2 - start;
    int16_t cells[RIPPLE_INTERPOLATE_MAX + 2 * RIPPLE_LANES];

    for (int i = 0; i < count; i += RIPPLE_LANES) {
        int x = start + i < last ? i : last - start;
        Lanes value = load_trait(trait, from + start + x, args->stride);

        for (int j = 0; j < args->doublings; j++)
            value = twice(value);
        lanes_store(cells + x, value);
    }
    lanes_store(cells + count, lanes_splat(0));
    for (int i = 0; i < args->width; i += RIPPLE_LANES) {
        Neighbours sides = lanes_permute(cells, first + i, start);

        lanes_store(to + i,
                    lanes_lerp(sides.left, sides.right, lanes_load(share + i)));
    }
}

RIPPLE_INLINE void interpolate_trait(const InterpolateArgs *args, Trait trait)
{
    for (int y = 0; y < args->rows; y++)
        interpolate_row(args->to + y * args->to_stride, args, args->y + y,
                        trait);
}

static RIPPLE_INTERPOLATE(interpolate)
{
    if (args->columns < RIPPLE_LANES)
        RIPPLE_FALLBACK.interpolate(args, trait);
    else if (trait == TRAIT_HEIGHT)
        interpolate_trait(args, TRAIT_HEIGHT);
    else if (trait == TRAIT_SLOPE_X)
        interpolate_trait(args, TRAIT_SLOPE_X);
    else if (trait == TRAIT_SLOPE_Y)
        interpolate_trait(args, TRAIT_SLOPE_Y);
    else
        interpolate_trait(args, TRAIT_LAPLACIAN);
}
