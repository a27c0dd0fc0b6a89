/* SPDX-License-Identifier: MIT */
#include "landscape/coast.h"

#include "base/fixed.h"
#include "base/sine.h"

/* The shorter side of the pool, in widths of the slope. */
#define WIDTHS 12

static double find_share(int columns, int rows, int x, int y)
{
    int side = min_int(columns, rows);
    int near = min_int(min_int(x, columns - 1 - x), min_int(y, rows - 1 - y));
    double share = (double)near * WIDTHS / side, degrees, left;

    if (share >= 1)
        return 1;
    degrees = 360.0 * (x + y) / side;
    left = 0.4 + 0.22 * ripple_sine(degrees * 2.3) +
           0.15 * ripple_sine(degrees * 5.9);
    return left + (1 - left) * share * share * (3 - 2 * share);
}

int ripple_coast_lower(int height, int columns, int rows, int x, int y)
{
    return 1 + (int)((height - 1) * find_share(columns, rows, x, y));
}
