/* SPDX-License-Identifier: MIT */
/*
 * The kernels for light, which vector.h includes after simd_traits.h. They
 * equal scalar_caustics.c and caustics.inc, which has the formulas.
 *
 * End points and shares of rays are computed in lanes. Rays are added one by
 * one, since two may end in the same cell. Neighbours often end a cell apart,
 * and a load that a store before it covers in part has to wait for that, so
 * every fourth ray is added first.
 */

typedef struct Rays {
    _Alignas(64) uint32_t places[RIPPLE_LANES];        /* see trace_rays */
    uint32_t upper[RIPPLE_LANES], lower[RIPPLE_LANES]; /* pairs of shares */
} Rays;

/* Slopes in 1/2^8 cell. */
RIPPLE_INLINE Lanes load_slope(const int16_t *now, ptrdiff_t along,
                               const RayBend *bend)
{
    Lanes slope =
        limit(lanes_subs(lanes_load(now + along), lanes_load(now - along)),
              lanes_splat(bend->max_slope));

    return lanes_scale(lanes_shift_left(slope, bend->doublings),
                       lanes_splat(bend->gain));
}

RIPPLE_INLINE Lanes deepen(Lanes slope, const RayBend *bend)
{
    return lanes_scale(lanes_shift_left(slope, 3), lanes_splat(bend->depth));
}

RIPPLE_INLINE Lanes ray_offset(Lanes offset, Lanes factor)
{
    return lanes_shift_right(
        lanes_add(lanes_scale(offset, factor), lanes_splat(8)), 4);
}

/* Places count from RIPPLE_RAY_REACH rows and columns before column 0 of the
   first row. */
static inline void trace_rays(Rays *rays, Lanes x, Lanes y, Lanes column,
                              Lanes row, int stride)
{
    Lanes part = lanes_splat(15), reach = lanes_splat(RIPPLE_RAY_REACH);
    Lanes factor = limit_of(lanes_scale(length_of(x, y), lanes_splat(5461)));
    Lanes end_x = ray_offset(x, factor), end_y = ray_offset(y, factor);
    Lanes share_x = lanes_and(end_x, part), share_y = lanes_and(end_y, part);
    Lanes both = lanes_shift_right(
        lanes_add(lanes_multiply(share_x, share_y), lanes_splat(1)), 1);
    Lanes right = lanes_sub(lanes_shift_left(share_x, 3), both);
    Lanes below = lanes_shift_left(share_y, 3);

    column = lanes_add(lanes_add(column, reach), lanes_shift_right(end_x, 4));
    row = lanes_add(lanes_add(row, reach), lanes_shift_right(end_y, 4));
    pixels_store(rays->places, pixels_indices(stride, column, row), 0);
    pixels_store(
        rays->upper,
        pixels_zip(lanes_sub(lanes_sub(lanes_splat(RIPPLE_RAY), right), below),
                   right),
        0);
    pixels_store(rays->lower, pixels_zip(lanes_sub(below, both), both), 0);
}

/* Adds to two adjacent cells at once. */
RIPPLE_INLINE void add_pair(int16_t *to, uint32_t pair)
{
    uint32_t sum;

    memcpy(&sum, to, sizeof sum);
    sum += pair;
    memcpy(to, &sum, sizeof sum);
}

/* Adds every fourth ray from `first` on. */
RIPPLE_INLINE void add_rays(int16_t *to, ptrdiff_t stride, const Rays *rays,
                            int first)
{
    for (int i = first; i < RIPPLE_LANES; i += 4) {
        int16_t *cell = to + rays->places[i];

        add_pair(cell, rays->upper[i]);
        add_pair(cell + stride, rays->lower[i]);
    }
}

static inline void scatter_row(const ScatterArgs *args, int y)
{
    ptrdiff_t stride = args->stride, to_stride = args->to_stride;
    int16_t *to = args->to - RIPPLE_RAY_REACH * to_stride - RIPPLE_RAY_REACH;
    Rays rays;

    for (int done = 0; done < args->columns;) {
        int x = min_int(done, args->columns - RIPPLE_LANES);
        const int16_t *now = args->cells + y * stride + x;
        Lanes slope_x = load_slope(now, 1, &args->bend);
        Lanes slope_y = load_slope(now, stride, &args->bend);

        trace_rays(&rays, deepen(slope_x, &args->bend),
                   deepen(slope_y, &args->bend),
                   lanes_add(lanes_iota(), lanes_splat((int16_t)x)),
                   lanes_splat((int16_t)y), (int)to_stride);
        for (int i = 0; i < 4; i++)
            add_rays(to, to_stride, &rays, done - x + i);
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
    for (int y = 0; y < args->rows; y++)
        scatter_row(args, y);
}

/* (1 2 1) / 4 of values one step apart */
static inline Lanes blur(const int16_t *own, ptrdiff_t step)
{
    Lanes middle = lanes_load(own);
    Lanes sides = lanes_add(lanes_load(own - step), lanes_load(own + step));
    Lanes sum = lanes_add(sides, lanes_add(middle, middle));

    return lanes_shift_right(lanes_add(sum, lanes_splat(2)), 2);
}

static inline Lanes blur_rays(const int16_t *own, ptrdiff_t step)
{
    Lanes middle = lanes_load(own);
    Lanes near = lanes_add(lanes_load(own - step), lanes_load(own + step));
    Lanes far =
        lanes_add(lanes_load(own - 2 * step), lanes_load(own + 2 * step));
    Lanes sum = lanes_add(lanes_shift_left(lanes_add(near, middle), 2),
                          lanes_add(far, lanes_add(middle, middle)));

    return lanes_shift_right(lanes_add(sum, lanes_splat(8)), 4);
}

RIPPLE_INLINE Lanes rise_to_sun(Lanes x, Lanes y, const Lighting *light)
{
    return lanes_add(lanes_scale(x, lanes_splat(light->sun_x)),
                     lanes_scale(y, lanes_splat(light->sun_y)));
}

static inline Lanes find_facing(Lanes x, Lanes y, const Lighting *light)
{
    Lanes to_knee = lanes_splat(20480);
    Lanes factor = limit_of(lanes_scale(length_of(x, y), to_knee));

    return lanes_scale(lanes_scale(rise_to_sun(x, y, light), to_knee), factor);
}

RIPPLE_INLINE Lanes in_glints(Lanes value)
{
    return lanes_adds(value, lanes_scale(value, lanes_splat(21845)));
}

static inline Lanes glint_of(Lanes x, Lanes y, Lanes curve,
                             const Lighting *light)
{
    Lanes none = lanes_splat(0), full = lanes_splat(255);
    Lanes across =
        magnitude(lanes_sub(lanes_scale(x, lanes_splat(light->sun_y)),
                            lanes_scale(y, lanes_splat(light->sun_x))));
    Lanes face = lanes_max(
        lanes_sub(rise_to_sun(x, y, light), lanes_shift_right(across, 2)),
        none);
    Lanes convex = lanes_shift_left(lanes_max(curve, none), 2);
    Lanes n = lanes_min(in_glints(length_of(length_of(x, y), convex)),
                        lanes_splat(RIPPLE_LIMIT_END));
    Lanes factor = limit_of(n);
    Lanes a = lanes_min(lanes_scale(in_glints(face), factor), full);
    Lanes b = lanes_min(lanes_scale(in_glints(convex), factor), full);
    Lanes product =
        lanes_min(lanes_scale(lanes_shift_left(a, 7), b), lanes_splat(128));

    return lanes_scale(lanes_multiply(product, product),
                       lanes_splat(light->glint));
}

static inline Lanes cell_light(Lanes rays, Lanes facing, const Lighting *light)
{
    Lanes none = lanes_splat(0);
    Lanes above = lanes_max(lanes_sub(rays, lanes_splat(RIPPLE_BRIGHT)), none);
    Lanes bright =
        lanes_adds(lanes_scale(lanes_max(rays, none), lanes_splat(light->line)),
                   lanes_scale(above, lanes_splat(light->bright)));
    Lanes dark = lanes_add(
        lanes_scale(lanes_min(rays, none), lanes_splat(light->shade)),
        lanes_scale(lanes_min(facing, none), lanes_splat(light->away)));

    return lanes_add(soft_limit(bright, &light->floor), dark);
}

/* Numbers of a block and of the cells around it, with room for a vector;
   [3][3] is the first cell. */
#define RIPPLE_BLOCK_AROUND RIPPLE_COLLECT_SLOPES
#define RIPPLE_BLOCK_COLUMNS \
    (RIPPLE_COLLECT_COLUMNS + 2 * RIPPLE_BLOCK_AROUND + RIPPLE_LANES)
#define RIPPLE_BLOCK_HEIGHT (RIPPLE_COLLECT_ROWS + 2 * RIPPLE_BLOCK_AROUND)
typedef int16_t Block[RIPPLE_BLOCK_HEIGHT][RIPPLE_BLOCK_COLUMNS];

/* Copies the first and the last slope inside the field to the cells beyond. */
static inline void extend_row(int16_t *row, int first, int last, int end)
{
    for (int x = -RIPPLE_BLOCK_AROUND; x < first; x++)
        row[x] = row[first];
    for (int x = last + 1; x < end; x++)
        row[x] = row[last];
}

static inline void find_slopes(Block slopes_x, Block slopes_y,
                               const CollectArgs *args)
{
    int around = RIPPLE_BLOCK_AROUND, end = args->columns + around;
    int first = max_int(args->left, -around);
    int last = min_int(args->right, end - 1);

    for (int y = -around; y < args->rows + around; y++) {
        int row = min_int(max_int(y, args->top), args->bottom);
        const int16_t *now = args->cells + row * args->stride;
        int16_t *to_x = slopes_x[y + around] + around;
        int16_t *to_y = slopes_y[y + around] + around;

        for (int i = first; i <= last; i += RIPPLE_LANES) {
            int x = min_int(i, last + 1 - RIPPLE_LANES);

            lanes_store(to_x + x, load_slope(now + x, 1, &args->bend));
            lanes_store(to_y + x,
                        load_slope(now + x, args->stride, &args->bend));
        }
        extend_row(to_x, first, last, end);
        extend_row(to_y, first, last, end);
    }
}

/* Blurs along rows, then columns, in all but the `margin` outer cells. */
static void blur_block(Block block, const CollectArgs *args, int margin)
{
    int end_x = args->columns + 2 * RIPPLE_BLOCK_AROUND - margin;
    int end_y = args->rows + 2 * RIPPLE_BLOCK_AROUND - margin;
    Block rows;

    for (int y = margin - 1; y < end_y + 1; y++) {
        for (int x = margin; x < end_x; x += RIPPLE_LANES)
            lanes_store(rows[y] + x, blur(block[y] + x, 1));
    }
    for (int y = margin; y < end_y; y++) {
        for (int x = margin; x < end_x; x += RIPPLE_LANES)
            lanes_store(block[y] + x, blur(rows[y] + x, RIPPLE_BLOCK_COLUMNS));
    }
}

static inline void find_glints(Block glints, Block slopes_x, Block slopes_y,
                               const CollectArgs *args)
{
    int end_x = args->columns + 2 * RIPPLE_BLOCK_AROUND;
    int end_y = args->rows + 2 * RIPPLE_BLOCK_AROUND;

    for (int y = 1; y < end_y - 1; y++) {
        for (int x = 1; x < end_x - 1; x += RIPPLE_LANES) {
            const int16_t *own = slopes_x[y] + x, *above = slopes_y[y - 1] + x;
            const int16_t *below = slopes_y[y + 1] + x;
            Lanes fall =
                lanes_add(lanes_sub(lanes_load(own - 1), lanes_load(own + 1)),
                          lanes_sub(lanes_load(above), lanes_load(below)));

            lanes_store(glints[y] + x, lanes_shift_right(fall, 1));
        }
    }
    blur_block(glints, args, 2);
    for (int y = 2; y < end_y - 2; y++) {
        for (int x = 2; x < end_x - 2; x += RIPPLE_LANES)
            lanes_store(glints[y] + x,
                        glint_of(lanes_load(slopes_x[y] + x),
                                 lanes_load(slopes_y[y] + x),
                                 lanes_load(glints[y] + x), &args->lighting));
    }
    blur_block(glints, args, 3);
}

/* Blurs the light on the floor along rows; rays[2][0] is of the first cell. */
static inline void find_rays(Block rays, const CollectArgs *args)
{
    int around = RIPPLE_COLLECT_RAYS, count = args->columns + 2 * around;
    int16_t sums[RIPPLE_BLOCK_COLUMNS];

    for (int y = 0; y < args->rows + 2 * around; y++) {
        const int16_t *const *planes = args->rays[y];

        for (int i = 0; i < count; i += RIPPLE_LANES) {
            int x = min_int(i, count - RIPPLE_LANES), from = x - around;
            Lanes sum = lanes_add(lanes_load(planes[0] + from),
                                  lanes_add(lanes_load(planes[1] + from),
                                            lanes_load(planes[2] + from)));

            lanes_store(sums + x, lanes_min(sum, lanes_splat(RIPPLE_MAX_RAYS)));
        }
        for (int x = 0; x < args->columns; x += RIPPLE_LANES)
            lanes_store(rays[y] + x, blur_rays(sums + x + around, 1));
    }
}

static RIPPLE_COLLECT(collect)
{
    const Lighting *lighting = &args->lighting;
    int around = RIPPLE_BLOCK_AROUND;
    Block slopes_x, slopes_y, glints, rays;
    Lanes any = lanes_splat(0);

    if (args->columns < RIPPLE_LANES)
        return RIPPLE_FALLBACK.collect(args);
    find_slopes(slopes_x, slopes_y, args);
    find_glints(glints, slopes_x, slopes_y, args);
    find_rays(rays, args);
    for (int y = 0; y < args->rows; y++) {
        for (int i = 0; i < args->columns; i += RIPPLE_LANES) {
            int x = min_int(i, args->columns - RIPPLE_LANES);
            ptrdiff_t at = y * args->to_stride + x;
            Lanes facing = find_facing(
                lanes_load(slopes_x[y + around] + x + around),
                lanes_load(slopes_y[y + around] + x + around), lighting);
            Lanes light =
                cell_light(blur_rays(rays[y + RIPPLE_COLLECT_RAYS] + x,
                                     RIPPLE_BLOCK_COLUMNS),
                           facing, lighting);
            Lanes sky = lanes_scale(lanes_max(facing, lanes_splat(0)),
                                    lanes_splat(lighting->sky));
            Lanes shine =
                lanes_add(lanes_load(glints[y + around] + x + around), sky);

            lanes_store(args->light + at, light);
            lanes_store(args->shine + at, shine);
            any = lanes_or(any, lanes_or(light, shine));
        }
    }
    return lanes_any(any);
}
