// SPDX-License-Identifier: MIT
//
// ripple_scalar_scatter: moves rays from their cells to where they end. An
// invocation has a ray.
layout(local_size_x = 32, local_size_y = 4) in;

int slope_of(int higher, int lower)
{
    int slope =
        clamp(sat16(higher - lower), -RAY_MAX_SLOPE, RAY_MAX_SLOPE);

    return scale(slope * (1 << RAY_DOUBLINGS), RAY_GAIN);
}

int limit_of(ivec2 slope)
{
    int a = max(abs(slope.x), abs(slope.y));
    int b = min(abs(slope.x), abs(slope.y));
    int n = 4 * max(a, a - (a >> 3) + (b >> 1));
    int near = 32767 - 4 * scale(n, 21845);
    int far = max(23406 - 2 * scale(n, 22292), 16384 - scale(n, 21845));

    return max(near, far);
}

void add(ivec2 node, int share)
{
    if (share != 0)
        atomicAdd(scene[ray_place(RAYS, node)], uint(share));
}

// Adds rays, 1 or -1, that end there, in 1/32 of a block.
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
    int y = int(gl_GlobalInvocationID.y);
    ivec2 at = ivec2(2 * int(gl_GlobalInvocationID.x) + (y & 1), y);

    if (is_outside(at))
        return;
    ivec2 slope = ivec2(slope_of(height_at(at + ivec2(1, 0)),
                                 height_at(at - ivec2(1, 0))),
                        slope_of(height_at(at + ivec2(0, 1)),
                                 height_at(at - ivec2(0, 1))));
    int factor = limit_of(slope);
    ivec2 shift =
        ivec2(scale(slope.x, factor) + 8, scale(slope.y, factor) + 8) >> 4;

    if (shift == ivec2(0))
        return;
    divide(16 * at, -1);
    divide(16 * at + shift, 1);
}
