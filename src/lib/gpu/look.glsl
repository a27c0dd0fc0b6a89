// SPDX-License-Identifier: MIT
//
// Notes whether the newest plane has a nonzero cell; its note starts as 0.
layout(local_size_x = 32, local_size_y = 4) in;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);

    if (is_outside(at))
        return;
    uint pair = water[place_of(NOW, at)];
#ifdef STENCIL_FINE
    pair |= water[place_of(NOW_PARTS, at)];
#endif
    if (pair != 0u)
        state[NOW_ANY] = 1u;
}
