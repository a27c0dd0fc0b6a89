// SPDX-License-Identifier: MIT
//
// A plane of rays (src/lib/kernels/caustics_kernels.h): a uint for each cell.

#define RAY_BEND RayBend(RAY_MAX_SLOPE, RAY_DOUBLINGS, RAY_GAIN, RAY_DEPTH)

// Mirrors cells outside, as src/lib/look/caustics.c does.
ivec2 mirror(ivec2 at)
{
    ivec2 size = ivec2(COLUMNS, ROWS);

    at.x = at.x < 0 ? -1 - at.x : at.x >= size.x ? 2 * size.x - 1 - at.x : at.x;
    at.y = at.y < 0 ? -1 - at.y : at.y >= size.y ? 2 * size.y - 1 - at.y : at.y;
    return clamp(at, ivec2(0), size - 1);
}

int ray_place(int rays, ivec2 at)
{
    at = mirror(at);
    return rays + at.y * COLUMNS + at.x;
}

// The slopes of a cell, in 1/2^8 cell.
ivec2 slopes_at(ivec2 at)
{
    Around cells = around(at);

    return ivec2(slope_of(cells.right, cells.left, RAY_BEND),
                 slope_of(cells.down, cells.up, RAY_BEND));
}
