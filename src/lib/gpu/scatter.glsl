// SPDX-License-Identifier: MIT
//
// ripple_scalar_scatter: moves rays from their cells to their ends, one ray per
// invocation.
layout(local_size_x = 32, local_size_y = 4) in;

void add(ivec2 cell, int share)
{
    if (share != 0)
        atomicAdd(scene[ray_place(RAYS, cell)], uint(share));
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);

    if (is_outside(at))
        return;
    ivec2 slopes = slopes_at(at);
    int x = deepen(slopes.x, RAY_BEND), y = deepen(slopes.y, RAY_BEND);
    int limit = ray_limit(x, y);
    ivec2 shift = ivec2(ray_offset(x, limit), ray_offset(y, limit));

    if (shift == ivec2(0))
        return;
    ivec2 end = at + (shift >> 4), share = shift & 15;
    int both = (share.x * share.y + 1) >> 1;

    add(at, -RIPPLE_RAY);
    add(end, RIPPLE_RAY - 8 * (share.x + share.y) + both);
    add(end + ivec2(1, 0), 8 * share.x - both);
    add(end + ivec2(0, 1), 8 * share.y - both);
    add(end + ivec2(1, 1), both);
}
