// SPDX-License-Identifier: MIT
//
// ripple_scalar_scatter: moves rays from their cells to their ends, one ray per
// invocation.
layout(local_size_x = 32, local_size_y = 4) in;

#define RAY_BEND RayBend(RAY_MAX_SLOPE, RAY_DOUBLINGS, RAY_GAIN)

void add(ivec2 node, int share)
{
    if (share != 0)
        atomicAdd(scene[ray_place(RAYS, node)], uint(share));
}

// Adds `count` rays, 1 or -1, that end at `end`, in 1/32 of a block.
void divide(ivec2 end, int count)
{
    ivec2 node = (end >> 5) * 2, share = end & 31;
    int both = (share.x * share.y + 2) >> 2;

    add(node, count * (RIPPLE_RAY - 8 * (share.x + share.y) + both));
    add(node + ivec2(1, 0), count * (8 * share.x - both));
    add(node + ivec2(0, 1), count * (8 * share.y - both));
    add(node + ivec2(1, 1), count * both);
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);

    at.x += at.y & 1;
    if (is_outside(at))
        return;
    int x = slope_of(height_at(at + ivec2(1, 0)), height_at(at - ivec2(1, 0)),
                     RAY_BEND);
    int y = slope_of(height_at(at + ivec2(0, 1)), height_at(at - ivec2(0, 1)),
                     RAY_BEND);
    int factor = limit_of(x, y);
    ivec2 shift = ivec2(ray_offset(x, factor), ray_offset(y, factor));

    if (shift == ivec2(0))
        return;
    divide(16 * at, -1);
    divide(16 * at + shift, 1);
}
