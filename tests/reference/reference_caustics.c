/* SPDX-License-Identifier: MIT */
/*
 * Light on the floor: all rays of the pool into one plane of shares, by the
 * formulas above the scalar kernels.
 */
#include "reference.h"

#include "lib/look/caustics.h"

#include <stdlib.h>

/* The shares of all blocks, and of those beside the pool, which take what falls
   farther out. */
typedef struct Shares {
    const Reference *water;
    int columns, rows; /* of whole blocks */
    int32_t *cells;    /* from (-1, -1) on */
} Shares;

static int32_t *share_at(const Shares *shares, int x, int y)
{
    return &shares->cells[(y + 1) * (shares->columns + 2) + x + 1];
}

/* Where a share outside is counted; -2 for nowhere. */
static int mirrored(int i, int cells)
{
    if (i < -1)
        return -3 - i < cells ? -3 - i : -2;
    if (i > cells)
        return i - cells - 2 < cells ? 2 * cells + 1 - i : -2;
    return i;
}

static void add_share(const Shares *shares, int x, int y, int32_t share)
{
    x = mirrored(x, shares->columns);
    y = mirrored(y, shares->rows);
    if (x >= -1 && y >= -1)
        *share_at(shares, x, y) += share;
}

/* `sign` rays that end at (x, y), in 1/16 cell. */
static void add_ray(const Shares *shares, int x, int y, int sign)
{
    int column = (x >> 5) * 2, row = (y >> 5) * 2;
    int share_x = x & 31, share_y = y & 31;
    int both = (share_x * share_y + 2) / 4;

    add_share(shares, column, row,
              sign * (256 - 8 * share_x - 8 * share_y + both));
    add_share(shares, column + 1, row, sign * (8 * share_x - both));
    add_share(shares, column, row + 1, sign * (8 * share_y - both));
    add_share(shares, column + 1, row + 1, sign * both);
}

static int32_t bend(int32_t difference, const RayBend *bend)
{
    int32_t slope =
        clamp_int(sat16(difference), -bend->max_slope, bend->max_slope);

    return times_q15(slope * (1 << bend->doublings), bend->gain);
}

static int32_t find_factor(int32_t x, int32_t y)
{
    int32_t a = max_int(abs(x), abs(y)), b = min_int(abs(x), abs(y));
    int32_t n = 4 * max_int(a, a - a / 8 + b / 2);
    int32_t far =
        max_int(23406 - 2 * times_q15(n, 22292), 16384 - times_q15(n, 21845));

    return max_int(32767 - 4 * times_q15(n, 21845), far);
}

static void scatter(const Shares *shares, const RayBend *ray_bend, int x, int y)
{
    const Reference *water = shares->water;
    int32_t slope_x = bend(
        surface_at(water, x + 1, y) - surface_at(water, x - 1, y), ray_bend);
    int32_t slope_y = bend(
        surface_at(water, x, y + 1) - surface_at(water, x, y - 1), ray_bend);
    int32_t factor = find_factor(slope_x, slope_y);

    add_ray(shares, 16 * x, 16 * y, -1);
    add_ray(shares, 16 * x + ((times_q15(slope_x, factor) + 8) >> 4),
            16 * y + ((times_q15(slope_y, factor) + 8) >> 4), 1);
}

/* A node outside has the value that the edge mirrors. */
static int32_t node_at(const Shares *shares, int x, int y)
{
    int32_t sum = 0;

    for (int i = 0; i < 4; i++)
        sum += *share_at(shares, mirrored(x - i % 2, shares->columns),
                         mirrored(y - i / 2, shares->rows));
    return min_int(sum, 4095);
}

/* (1 2 1) / 4 of three numbers. */
static int32_t blurred(int32_t before, int32_t own, int32_t after)
{
    return (before + 2 * own + after + 2) >> 2;
}

static int32_t blurred_node(const Shares *shares, int x, int y)
{
    int32_t rows[3];

    for (int i = 0; i < 3; i++) {
        int row = y + 2 * i - 2;

        rows[i] = blurred(node_at(shares, x - 2, row), node_at(shares, x, row),
                          node_at(shares, x + 2, row));
    }
    return blurred(rows[0], rows[1], rows[2]);
}

static int32_t light_at(const Shares *shares, int x, int y)
{
    int left = x - x % 2, right = x + x % 2, up = y - y % 2, down = y + y % 2;
    int32_t sum =
        blurred_node(shares, left, up) + blurred_node(shares, right, up) +
        blurred_node(shares, left, down) + blurred_node(shares, right, down);
    int32_t light = min_int((sum + 8) >> 4, 512), bright = max_int(light, 0);

    return light - times_q15(8 * bright, 4 * bright);
}

int32_t *reference_find_caustics(const Reference *water)
{
    int columns = water->size.columns, rows = water->size.rows;
    RayBend ray_bend = ripple_caustics_bend(water->settings.refraction);
    Shares shares = {water, (columns + 1) / 2 * 2, (rows + 1) / 2 * 2, NULL};
    int32_t *light =
        reference_allocate((size_t)columns * (size_t)rows, sizeof *light);

    shares.cells = reference_allocate((size_t)(shares.columns + 2) *
                                          (size_t)(shares.rows + 2),
                                      sizeof *shares.cells);
    for (int y = 0; y < rows; y++) {
        for (int x = y % 2; x < columns; x += 2)
            scatter(&shares, &ray_bend, x, y);
    }
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            light[cell_at(water, x, y)] = light_at(&shares, x, y);
    }
    free(shares.cells);
    return light;
}
