// SPDX-License-Identifier: MIT
//
// A plane of rays (src/lib/kernels/caustics_kernels.h): a uint for each cell,
// with columns and rows rounded up to even, and for a border of one cell.

// The place of a cell; cells farther outside are mirrored.
int ray_place(int rays, ivec2 at)
{
    ivec2 size = (ivec2(COLUMNS, ROWS) + 1) & ~1;

    at.x = at.x < -1 ? -3 - at.x : at.x > size.x ? 2 * size.x + 1 - at.x : at.x;
    at.y = at.y < -1 ? -3 - at.y : at.y > size.y ? 2 * size.y + 1 - at.y : at.y;
    at = clamp(at, ivec2(-1), size);
    return rays + (at.y + 1) * (size.x + 2) + at.x + 1;
}
