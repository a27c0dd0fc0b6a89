// SPDX-License-Identifier: MIT
//
// apply_change of splash.c, for pairs of the newest heights. A pair of the list
// has its place in the plane, an amount for each cell, and the SplashKind of
// both.
layout(local_size_x = 64) in;

layout(std430, binding = 3) readonly buffer Stones
{
    ivec4 stones[];
};

// Adds the change of a cell to a 64-bit sum.
void add_change(int from, int to, int before)
{
    uint high_part, low_part, old;

    umulExtended(uint(abs(to - from)),
                 uint(abs(to - before) + abs(from - before)), high_part,
                 low_part);
    old = atomicAdd(state[STATE_CHANGE], low_part);
    if (old + low_part < old)
        high_part++;
    if (high_part != 0u)
        atomicAdd(state[STATE_CHANGE + 1], high_part);
}

// The new height of a cell; is_fraction_kept is set to false if its fraction
// becomes 0.
int change(int height, int amount, int kind, out bool is_fraction_kept)
{
    is_fraction_kept = amount == RIPPLE_STONE_NONE || kind == SPLASH_ADD ||
                       (kind == SPLASH_MIN && height <= amount);
    if (amount == RIPPLE_STONE_NONE)
        return height;
    if (kind == SPLASH_ADD)
        return clamp(height + amount, -FIELD_MAX, FIELD_MAX);
    return kind == SPLASH_SET ? amount : min(height, amount);
}

void main()
{
    int i = int(gl_GlobalInvocationID.x);

    if (i >= STONE_COUNT)
        return;
    ivec4 stone = stones[STONE + i];
    uint old = water[NOW + stone.x], before = water[BEFORE + stone.x];
    bvec2 is_kept;
    int left = change(low(old), stone.y, stone.w, is_kept.x);
    int right = change(high(old), stone.z, stone.w, is_kept.y);

    add_change(low(old), left, low(before));
    add_change(high(old), right, high(before));
    water[NOW + stone.x] = pair_of(left, right);
#ifdef STENCIL_FINE
    uint parts = water[NOW_PARTS + stone.x];

    water[NOW_PARTS + stone.x] = (is_kept.x ? parts & 0xffffu : 0u) |
                                 (is_kept.y ? parts & 0xffff0000u : 0u);
#endif
    state[STATE_CALM] = 0u;
    if (IS_GOVERNED != 0)
        state[NOW_ANY] = 0u; // look.glsl follows
    else if (left != 0 || right != 0)
        state[NOW_ANY] = 1u;
}
