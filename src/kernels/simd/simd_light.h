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

/*
 * The kernels of light on the floor. A vector of rays takes its even columns
 * from a row and its odd ones from the row below. Where they end and how they
 * are divided is computed in lanes; they are added one by one, since two may
 * end in the same block.
 */

/*
 * The kernels of light on the floor, a part of each level's file after
 * vector.h. They equal scalar_caustics.c, where the formulas are.
 *
 * A vector of rays takes its even columns from a row and its odd ones from the
 * row below. Where they end and how they are divided is computed in lanes; they
 * are added one by one, since two may end in the same cell.
 */

typedef struct Rays {
    _Alignas(64) uint32_t places[RIPPLE_LANES]; /* see end_rays */
    uint16_t shares[4][RIPPLE_LANES];           /* left, right; those below */
} Rays;

RIPPLE_INLINE Lanes bend_slope(Lanes higher, Lanes lower, const RayBend *bend)
{
    Lanes slope =
        limit(lanes_subs(higher, lower), lanes_splat(bend->max_slope));

    return lanes_scale(lanes_shift_left(slope, bend->doublings),
                       lanes_splat(bend->gain));
}

RIPPLE_INLINE Lanes limit_rays(Lanes x, Lanes y)
{
    Lanes width = magnitude(x), height = magnitude(y);
    Lanes a = lanes_max(width, height), b = lanes_min(width, height);
    Lanes n = lanes_add(lanes_sub(a, lanes_shift_right(a, 3)),
                        lanes_shift_right(b, 1));
    Lanes near, far;

    n = lanes_shift_left(lanes_max(a, n), 2);
    near = lanes_scale(n, lanes_splat(26214));
    near = lanes_subs(lanes_subs(lanes_splat(32767), near), near);
    far = lanes_max(
        lanes_sub(lanes_splat(23406), lanes_scale(n, lanes_splat(26749))),
        lanes_sub(lanes_splat(16384), lanes_scale(n, lanes_splat(13107))));
    return lanes_max(near, far);
}

RIPPLE_INLINE Lanes end_axis(Lanes slope, Lanes factor)
{
    return lanes_shift_right(
        lanes_add(lanes_scale(slope, factor), lanes_splat(8)), 4);
}

/* Places count from RIPPLE_RAY_REACH rows and columns before `column` 0 of the
   first row. */
RIPPLE_INLINE void end_rays(Rays *rays, Lanes slope_x, Lanes slope_y,
                            Lanes column, Lanes row, int stride)
{
    Lanes part = lanes_splat(31), even = lanes_splat(-2);
    Lanes reach = lanes_splat(RIPPLE_RAY_REACH);
    Lanes factor = limit_rays(slope_x, slope_y);
    Lanes end_x = end_axis(slope_x, factor), end_y = end_axis(slope_y, factor);
    Lanes share_x, share_y, both, right, below;

    share_x = lanes_and(
        lanes_add(end_x,
                  lanes_shift_left(lanes_and(column, lanes_splat(1)), 4)),
        part);
    share_y = lanes_and(lanes_add(end_y, lanes_shift_left(row, 4)), part);
    both =
        lanes_scale(lanes_shift_left(share_x, 7), lanes_shift_left(share_y, 6));
    right = lanes_sub(lanes_shift_left(share_x, 3), both);
    below = lanes_shift_left(share_y, 3);
    column = lanes_add(lanes_add(column, reach), lanes_shift_right(end_x, 4));
    row = lanes_add(lanes_add(row, reach), lanes_shift_right(end_y, 4));
    pixels_store(
        rays->places,
        pixels_indices(stride, lanes_and(column, even), lanes_and(row, even)),
        0);
    lanes_store((int16_t *)rays->shares[0],
                lanes_sub(lanes_sub(lanes_splat(RIPPLE_RAY), right), below));
    lanes_store((int16_t *)rays->shares[1], right);
    lanes_store((int16_t *)rays->shares[2], lanes_sub(below, both));
    lanes_store((int16_t *)rays->shares[3], both);
}

/* Adds to two cells side by side, at once. */
RIPPLE_INLINE void add_shares(int16_t *to, uint32_t left, uint32_t right)
{
    uint32_t both;

    memcpy(&both, to, sizeof both);
    both += left | right << 16;
    memcpy(to, &both, sizeof both);
}

RIPPLE_INLINE void add_rays(int16_t *to, ptrdiff_t stride, const Rays *rays,
                            int first, int step)
{
    for (int i = first; i < RIPPLE_LANES; i += step) {
        int16_t *block = to + rays->places[i];

        add_shares(block, rays->shares[0][i], rays->shares[1][i]);
        add_shares(block + stride, rays->shares[2][i], rays->shares[3][i]);
    }
}

/* Rows y and y + 1, or y alone if it is the last. */
RIPPLE_INLINE void scatter_rows(const ScatterArgs *args, int y)
{
    ptrdiff_t stride = args->stride, to_stride = args->to_stride;
    ptrdiff_t below = y + 1 < args->rows ? stride : 0;
    int16_t *to =
        args->to + (y - RIPPLE_RAY_REACH) * to_stride - RIPPLE_RAY_REACH;
    Rays rays;

    for (int done = 0; done < args->columns;) {
        int x = min_int(done, args->columns - RIPPLE_LANES);
        Lanes column = lanes_add(lanes_iota(), lanes_splat((int16_t)x));
        Lanes row = lanes_and(column, lanes_splat(1));
        Lanes even = is_zero(row);
        const int16_t *a = args->cells + y * stride + x, *b = a + below;
        Lanes right = lanes_blend(even, lanes_load(a + 1), lanes_load(b + 1));
        Lanes left = lanes_blend(even, lanes_load(a - 1), lanes_load(b - 1));
        Lanes down =
            lanes_blend(even, lanes_load(a + stride), lanes_load(b + stride));
        Lanes up =
            lanes_blend(even, lanes_load(a - stride), lanes_load(b - stride));

        end_rays(&rays, bend_slope(right, left, &args->bend),
                 bend_slope(down, up, &args->bend), column, row,
                 (int)to_stride);
        if (below != 0)
            add_rays(to, to_stride, &rays, done - x, 1);
        else
            add_rays(to, to_stride, &rays, done - x + (done & 1), 2);
        done = x + RIPPLE_LANES;
    }
}

/* pixels_indices needs a stride of 16 bits. */
static RIPPLE_SCATTER(scatter)
{
    if (args->columns < RIPPLE_LANES || args->to_stride > INT16_MAX) {
        RIPPLE_FALLBACK.scatter(args);
        return;
    }
    for (int y = 0; y < args->rows; y += 2)
        scatter_rows(args, y);
}

RIPPLE_INLINE Lanes compress_light(Lanes light)
{
    Lanes bright;

    light = lanes_min(light, lanes_splat(RIPPLE_BRIGHT));
    bright = lanes_max(light, lanes_splat(0));
    return lanes_sub(light, lanes_scale(lanes_shift_left(bright, 3),
                                        lanes_shift_left(bright, 2)));
}

RIPPLE_INLINE Lanes add_planes(const int16_t *const *rays, int x)
{
    return lanes_add(
        lanes_add(lanes_load(rays[0] + x), lanes_load(rays[1] + x)),
        lanes_load(rays[2] + x));
}

/* Columns of sums and of nodes, from one before the block on. */
#define RIPPLE_NODE_COLUMNS (RIPPLE_COLLECT_COLUMNS + 2 + 2 * RIPPLE_LANES)

/* Nodes, and 0 between them, of the row between two rows of rays. */
RIPPLE_INLINE void add_nodes(int16_t *nodes, const int16_t *const *above,
                             const int16_t *const *below, int columns)
{
    int16_t sums[RIPPLE_NODE_COLUMNS];
    Lanes odd = lanes_and(lanes_iota(), lanes_splat(1));

    for (int i = 0; i < columns; i += RIPPLE_LANES) {
        int x = min_int(i, columns - RIPPLE_LANES);

        lanes_store(sums + x, lanes_add(add_planes(above, x - 1),
                                        add_planes(below, x - 1)));
    }
    for (int i = 0; i < columns; i += RIPPLE_LANES) {
        Lanes node = lanes_add(lanes_load(sums + i), lanes_load(sums + i + 1));

        node = lanes_min(node, lanes_splat(RIPPLE_MAX_RAYS));
        lanes_store(nodes + 1 + i, lanes_and(node, is_zero(odd)));
    }
}

/* Twice the mean of the nodes left and right of each cell. */
RIPPLE_INLINE Lanes load_nodes(const int16_t *nodes, int x)
{
    Lanes own = lanes_load(nodes + 1 + x);

    return lanes_add(lanes_add(own, own), lanes_add(lanes_load(nodes + x),
                                                    lanes_load(nodes + 2 + x)));
}

static RIPPLE_COLLECT(collect)
{
    int16_t nodes[RIPPLE_COLLECT_ROWS / 2 + 1][RIPPLE_NODE_COLUMNS];
    int columns = args->columns;
    Lanes any = lanes_splat(0);

    if (columns < RIPPLE_LANES)
        return RIPPLE_FALLBACK.collect(args);
    for (int y = 0; y < args->rows + 1; y += 2) {
        nodes[y / 2][0] = 0;
        add_nodes(nodes[y / 2], args->rays[y], args->rays[y + 1], columns + 2);
    }
    for (int y = 0; y < args->rows; y++) {
        const int16_t *above = nodes[y / 2], *below = nodes[(y + 1) / 2];
        int16_t *to = args->to + y * args->stride;

        for (int i = 0; i < columns; i += RIPPLE_LANES) {
            int x = min_int(i, columns - RIPPLE_LANES);
            Lanes sum = lanes_add(load_nodes(above, x), load_nodes(below, x));
            Lanes light = compress_light(
                lanes_shift_right(lanes_add(sum, lanes_splat(8)), 4));

            lanes_store(to + x, light);
            any = lanes_or(any, light);
        }
    }
    return lanes_any(any);
}
