/* SPDX-License-Identifier: MIT */
/* The kernels for light on the floor: scatter moves rays, collect sums them. */
#include "lib/kernels/scalar.h"

#include "lib/kernels/formula.h"
#include "lib/kernels/caustics.inc"

/*
 * A ray that ends share_x / 32 and share_y / 32 through a block is divided
 * among its four nodes. With both = share_x share_y / 4, rounded:
 *
 *     RAY - 8 share_x - 8 share_y + both    8 share_x - both
 *     8 share_y - both                      both
 */
static void scatter_ray(const ScatterArgs *args, int x, int y)
{
    ptrdiff_t stride = args->to_stride;
    const int16_t *now = args->cells + y * args->stride + x;
    int slope_x = slope_of(now[1], now[-1], args->bend);
    int slope_y = slope_of(now[args->stride], now[-args->stride], args->bend);
    int factor = limit_of(slope_x, slope_y);
    int end_x = 16 * x + ray_offset(slope_x, factor);
    int end_y = 16 * y + ray_offset(slope_y, factor);
    int share_x = end_x & 31, share_y = end_y & 31;
    int both = (share_x * share_y + 2) >> 2;
    int16_t *to = args->to + (end_y >> 5) * (2 * stride) + (end_x >> 5) * 2;

    to[0] = (int16_t)(to[0] + RIPPLE_RAY - 8 * (share_x + share_y) + both);
    to[1] = (int16_t)(to[1] + 8 * share_x - both);
    to[stride] = (int16_t)(to[stride] + 8 * share_y - both);
    to[stride + 1] = (int16_t)(to[stride + 1] + both);
}

RIPPLE_SCATTER(ripple_scalar_scatter)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = y & 1; x < args->columns; x += 2)
            scatter_ray(args, x, y);
    }
}

static int add_planes(const CollectArgs *args, int x, int y)
{
    const int16_t *const *rays = args->rays[y + RIPPLE_COLLECT_AROUND];

    return rays[0][x] + rays[1][x] + rays[2][x];
}

/* The light of a node: its shares in four blocks, at most RIPPLE_MAX_RAYS. */
static int get_node(const CollectArgs *args, int x, int y)
{
    int sum = add_planes(args, x - 1, y - 1) + add_planes(args, x, y - 1) +
              add_planes(args, x - 1, y) + add_planes(args, x, y);

    return min_int(sum, RIPPLE_MAX_RAYS);
}

static int blur_row(const CollectArgs *args, int x, int y)
{
    return blur(get_node(args, x - 2, y), get_node(args, x, y),
                get_node(args, x + 2, y));
}

static int get_blurred(const CollectArgs *args, int x, int y)
{
    return blur(blur_row(args, x, y - 2), blur_row(args, x, y),
                blur_row(args, x, y + 2));
}

/* The four nodes beside a cell; some coincide if the cell has an even
   coordinate. */
static int get_light(const CollectArgs *args, int x, int y)
{
    int left = x & ~1, right = (x + 1) & ~1, up = y & ~1, down = (y + 1) & ~1;
    int sum = get_blurred(args, left, up) + get_blurred(args, right, up) +
              get_blurred(args, left, down) + get_blurred(args, right, down);

    return cell_light(sum);
}

RIPPLE_COLLECT(ripple_scalar_collect)
{
    int any = 0;

    for (int y = 0; y < args->rows; y++) {
        int16_t *to = args->to + y * args->stride;

        for (int x = 0; x < args->columns; x++) {
            to[x] = (int16_t)get_light(args, x, y);
            any |= to[x];
        }
    }
    return any != 0;
}
