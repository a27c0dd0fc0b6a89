// SPDX-License-Identifier: MIT
//
// Steps a pair of cells, as ripple_step_row does: in a pool with a mask the
// program without a depth map those of open tiles, the other one all others.
layout(local_size_x = 32, local_size_y = 4) in;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);
    ivec2 beside = at + ivec2(1, 0);

    if (is_outside(at))
        return;
#ifdef HAS_DEPTHS
    if (is_open(at))
        return;
#elif defined(HAS_MASK)
    if (!is_open(at))
        return;
#endif
    ivec2 left = next_cell(at);
    ivec2 right = is_outside(beside) ? ivec2(0) : next_cell(beside);

    water[place_of(NEXT, at)] = pair_of(left.x, right.x);
#ifdef HAS_PARTS
    water[place_of(NEXT_PARTS, at)] = pair_of(left.y, right.y);
#endif
}
