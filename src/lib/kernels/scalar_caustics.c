/* SPDX-License-Identifier: MIT */
/* The kernels for light: scatter moves rays; collect sums them and finds the
   light of the surface. */
#include "lib/kernels/scalar.h"

#include "lib/kernels/formula.h"
#include "lib/kernels/limits.inc"
#include "lib/kernels/caustics.inc"

/* Slopes in 1/2^8 cell. */
typedef struct Slopes {
    int x, y;
} Slopes;

static Slopes get_slopes(const int16_t *now, ptrdiff_t stride, RayBend bend)
{
    return (Slopes){slope_of(now[1], now[-1], bend),
                    slope_of(now[stride], now[-stride], bend)};
}

/*
 * A ray that ends share_x / 16 and share_y / 16 between cells is divided among
 * four. With both = share_x share_y / 2, rounded:
 *
 *     RAY - 8 share_x - 8 share_y + both    8 share_x - both
 *     8 share_y - both                      both
 */
static void scatter_ray(const ScatterArgs *args, int x, int y)
{
    ptrdiff_t stride = args->to_stride;
    Slopes slopes = get_slopes(args->cells + y * args->stride + x, args->stride,
                               args->bend);
    int offset_x = deepen(slopes.x, args->bend);
    int offset_y = deepen(slopes.y, args->bend);
    int limit = ray_limit(offset_x, offset_y);
    int end_x = 16 * x + ray_offset(offset_x, limit);
    int end_y = 16 * y + ray_offset(offset_y, limit);
    int share_x = end_x & 15, share_y = end_y & 15;
    int both = (share_x * share_y + 1) >> 1;
    int16_t *to = args->to + (end_y >> 4) * stride + (end_x >> 4);

    to[0] = (int16_t)(to[0] + RIPPLE_RAY - 8 * (share_x + share_y) + both);
    to[1] = (int16_t)(to[1] + 8 * share_x - both);
    to[stride] = (int16_t)(to[stride] + 8 * share_y - both);
    to[stride + 1] = (int16_t)(to[stride + 1] + both);
}

RIPPLE_SCATTER(ripple_scalar_scatter)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++)
            scatter_ray(args, x, y);
    }
}

/* Numbers of a block and of the cells around it; [3][3] is the first cell. */
#define AROUND  RIPPLE_COLLECT_SLOPES
#define COLUMNS (RIPPLE_COLLECT_COLUMNS + 2 * AROUND)
#define ROWS    (RIPPLE_COLLECT_ROWS + 2 * AROUND)
typedef int16_t Block[ROWS][COLUMNS];

/* NOLINTBEGIN(clang-analyzer-core.CallAndMessage): a block is not empty */

static void find_slopes(Block slopes_x, Block slopes_y, const CollectArgs *args)
{
    for (int y = -AROUND; y < args->rows + AROUND; y++) {
        for (int x = -AROUND; x < args->columns + AROUND; x++) {
            int column = clamp(x, args->left, args->right);
            int row = clamp(y, args->top, args->bottom);
            Slopes slopes =
                get_slopes(args->cells + row * args->stride + column,
                           args->stride, args->bend);

            slopes_x[y + AROUND][x + AROUND] = (int16_t)slopes.x;
            slopes_y[y + AROUND][x + AROUND] = (int16_t)slopes.y;
        }
    }
}

/* Blurs along rows, then columns, in all but the `margin` outer cells. */
static void blur_block(Block block, const CollectArgs *args, int margin)
{
    int end_x = args->columns + 2 * AROUND - margin;
    int end_y = args->rows + 2 * AROUND - margin;
    Block rows;

    for (int y = margin - 1; y < end_y + 1; y++) {
        for (int x = margin; x < end_x; x++)
            rows[y][x] =
                (int16_t)blur(block[y][x - 1], block[y][x], block[y][x + 1]);
    }
    for (int y = margin; y < end_y; y++) {
        for (int x = margin; x < end_x; x++)
            block[y][x] =
                (int16_t)blur(rows[y - 1][x], rows[y][x], rows[y + 1][x]);
    }
}

/* Finds the blurred glints; the curves need slopes one cell farther out. */
static void find_glints(Block glints, Block slopes_x, Block slopes_y,
                        const CollectArgs *args)
{
    int end_x = args->columns + 2 * AROUND, end_y = args->rows + 2 * AROUND;

    for (int y = 1; y < end_y - 1; y++) {
        for (int x = 1; x < end_x - 1; x++)
            glints[y][x] =
                (int16_t)convexity(slopes_x[y][x - 1], slopes_x[y][x + 1],
                                   slopes_y[y - 1][x], slopes_y[y + 1][x]);
    }
    blur_block(glints, args, 2);
    for (int y = 2; y < end_y - 2; y++) {
        for (int x = 2; x < end_x - 2; x++)
            glints[y][x] = (int16_t)glint_of(slopes_x[y][x], slopes_y[y][x],
                                             glints[y][x], args->lighting);
    }
    blur_block(glints, args, 3);
}

/* The light on the floor of a cell, less that of calm water. */
static int get_rays(const CollectArgs *args, int x, int y)
{
    const int16_t *const *rays = args->rays[y + RIPPLE_COLLECT_RAYS];

    return min(rays[0][x] + rays[1][x] + rays[2][x], RIPPLE_MAX_RAYS);
}

static int blur_row(const CollectArgs *args, int x, int y)
{
    return blur_rays(get_rays(args, x - 2, y), get_rays(args, x - 1, y),
                     get_rays(args, x, y), get_rays(args, x + 1, y),
                     get_rays(args, x + 2, y));
}

static int get_blurred(const CollectArgs *args, int x, int y)
{
    return blur_rays(blur_row(args, x, y - 2), blur_row(args, x, y - 1),
                     blur_row(args, x, y), blur_row(args, x, y + 1),
                     blur_row(args, x, y + 2));
}

RIPPLE_COLLECT(ripple_scalar_collect)
{
    Block slopes_x, slopes_y, glints;
    int any = 0;

    find_slopes(slopes_x, slopes_y, args);
    find_glints(glints, slopes_x, slopes_y, args);
    for (int y = 0; y < args->rows; y++) {
        int16_t *light = args->light + y * args->to_stride;
        int16_t *shine = args->shine + y * args->to_stride;

        for (int x = 0; x < args->columns; x++) {
            int facing =
                find_facing(slopes_x[y + AROUND][x + AROUND],
                            slopes_y[y + AROUND][x + AROUND], args->lighting);

            light[x] = (int16_t)cell_light(get_blurred(args, x, y), facing,
                                           args->lighting);
            shine[x] = (int16_t)cell_shine(glints[y + AROUND][x + AROUND],
                                           facing, args->lighting);
            any |= light[x] | shine[x];
        }
    }
    return any != 0;
}
/* NOLINTEND(clang-analyzer-core.CallAndMessage) */
