/* SPDX-License-Identifier: MIT */
/*
 * The kernels of light on the floor, which vector.h includes. They equal
 * scalar_caustics.c, which has the formulas.
 *
 * A vector of rays takes its even columns from a row and its odd ones from the
 * row below. End points and shares of rays are computed in lanes. Rays are
 * added one by one, since two may end in the same cell.
 */

typedef struct Rays {
    _Alignas(64) uint32_t places[RIPPLE_LANES]; /* see trace_rays */
    uint16_t shares[4][RIPPLE_LANES];           /* left, right; the row below */
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
    near = lanes_scale(n, lanes_splat(21845));
    near = lanes_subs(lanes_subs(lanes_splat(32767), twice(near)), twice(near));
    far = lanes_max(
        lanes_subs(lanes_splat(23406),
                   twice(lanes_scale(n, lanes_splat(22292)))),
        lanes_sub(lanes_splat(16384), lanes_scale(n, lanes_splat(21845))));
    return lanes_max(near, far);
}

RIPPLE_INLINE Lanes find_end(Lanes slope, Lanes factor)
{
    return lanes_shift_right(
        lanes_add(lanes_scale(slope, factor), lanes_splat(8)), 4);
}

/* Places count from RIPPLE_RAY_REACH rows and columns before column 0 of the
   first row. */
RIPPLE_INLINE void trace_rays(Rays *rays, Lanes slope_x, Lanes slope_y,
                              Lanes column, Lanes row, int stride)
{
    Lanes part = lanes_splat(31), even = lanes_splat(-2);
    Lanes reach = lanes_splat(RIPPLE_RAY_REACH);
    Lanes factor = limit_rays(slope_x, slope_y);
    Lanes end_x = find_end(slope_x, factor), end_y = find_end(slope_y, factor);
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

/* Adds to two adjacent cells at once. */
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

/* Scatters rows y and y + 1, or only y if it is the last. */
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

        trace_rays(&rays, bend_slope(right, left, &args->bend),
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

/* Rows and columns of nodes; columns include those for the blur and padding. */
#define RIPPLE_NODE_ROWS (RIPPLE_COLLECT_ROWS / 2 + 1)
#define RIPPLE_NODE_COLUMNS \
    (RIPPLE_COLLECT_COLUMNS + 2 * RIPPLE_COLLECT_AROUND + 2 * RIPPLE_LANES)

RIPPLE_INLINE Lanes blur(Lanes before, Lanes own, Lanes after)
{
    Lanes sum = lanes_add(lanes_add(before, after), lanes_add(own, own));

    return lanes_shift_right(lanes_add(sum, lanes_splat(2)), 2);
}

/* Stores the nodes of the row between two rows of rays, blurred along it, for
   columns 0 to `columns`; those of odd columns are not used. */
RIPPLE_INLINE void blur_row(int16_t *blurred, const int16_t *const *above,
                            const int16_t *const *below, int columns)
{
    int16_t sums[RIPPLE_NODE_COLUMNS], nodes[RIPPLE_NODE_COLUMNS];
    int count = columns + 2 * RIPPLE_COLLECT_AROUND;

    for (int i = 0; i < count; i += RIPPLE_LANES) {
        int x = min_int(i, count - RIPPLE_LANES);
        int column = x - RIPPLE_COLLECT_AROUND;

        lanes_store(sums + x, lanes_add(add_planes(above, column),
                                        add_planes(below, column)));
    }
    lanes_store(sums + count, lanes_splat(0));
    for (int i = 0; i < count; i += RIPPLE_LANES) {
        Lanes node = lanes_add(lanes_load(sums + i), lanes_load(sums + i + 1));

        lanes_store(nodes + i, lanes_min(node, lanes_splat(RIPPLE_MAX_RAYS)));
    }
    lanes_store(nodes + count, lanes_splat(0));
    for (int i = 0; i < columns + 1; i += RIPPLE_LANES)
        lanes_store(blurred + i,
                    blur(lanes_load(nodes + i), lanes_load(nodes + i + 2),
                         lanes_load(nodes + i + 4)));
}

/* Stores nodes in even columns and 0 in odd ones, from column -1 on. */
RIPPLE_INLINE void blur_columns(int16_t *nodes, const int16_t *above,
                                const int16_t *own, const int16_t *below,
                                int columns)
{
    Lanes even = is_zero(lanes_and(lanes_iota(), lanes_splat(1)));

    nodes[0] = 0;
    for (int i = 0; i < columns + 1; i += RIPPLE_LANES)
        lanes_store(nodes + 1 + i,
                    lanes_and(blur(lanes_load(above + i), lanes_load(own + i),
                                   lanes_load(below + i)),
                              even));
    lanes_store(nodes + 2 + columns, lanes_splat(0));
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
    int16_t blurred[RIPPLE_NODE_ROWS + 2][RIPPLE_NODE_COLUMNS];
    int16_t nodes[RIPPLE_NODE_ROWS][RIPPLE_NODE_COLUMNS];
    int columns = args->columns, node_rows = args->rows / 2 + 1;
    Lanes any = lanes_splat(0);

    if (columns < RIPPLE_LANES)
        return RIPPLE_FALLBACK.collect(args);
    for (int y = 0; y < node_rows + 2; y++)
        blur_row(blurred[y], args->rays[2 * y], args->rays[2 * y + 1], columns);
    for (int y = 0; y < node_rows; y++)
        blur_columns(nodes[y], blurred[y], blurred[y + 1], blurred[y + 2],
                     columns);
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
