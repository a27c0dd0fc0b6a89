// SPDX-License-Identifier: MIT
//
// ripple_scalar_blend, then the formula of src/lib/look/swell.h. An invocation
// has a pair of cells of the plane with its halo. With phase 256 a blend is the
// newest height.
layout(local_size_x = 32, local_size_y = 4) in;

layout(std430, binding = 2) readonly buffer Swell
{
    int factors[];
};

int wave_at(int i)
{
    uint pair = scene[SWELL_WAVES + (i >> 1)];

    return (i & 1) != 0 ? high(pair) : low(pair);
}

// `at` starts at the halo, as the tables do.
int swell_at(ivec2 at)
{
    int sum = 0;

    for (int i = 0; i < RIPPLE_SWELL_WAVES; i++) {
        int wave = 2 * i * (COLUMNS + 2) + at.x;
        int row = 2 * (at.y * RIPPLE_SWELL_WAVES + i);

        sum += wave_at(wave) * factors[row] -
               wave_at(wave + COLUMNS + 2) * factors[row + 1];
    }
    return (sum + (1 << (RIPPLE_SWELL_SUM_BITS - 1))) >> RIPPLE_SWELL_SUM_BITS;
}

int surface_at(ivec2 place)
{
    ivec2 at = place - 1;
    int height = blend_height(cell(NOW, at), cell(BEFORE, at), PHASE);

    return HAS_SWELL != 0 ? sat16(height + swell_at(place)) : height;
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);

    if (at.x >= COLUMNS + 2 || at.y >= ROWS + 2)
        return;
    ivec2 beside = ivec2(min(at.x + 1, COLUMNS + 1), at.y);

    scene[SURFACE + at.y * SURFACE_PITCH + (at.x >> 1)] =
        pair_of(surface_at(at), surface_at(beside));
}
