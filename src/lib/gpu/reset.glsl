// SPDX-License-Identifier: MIT
//
// ripple_field_reset for the two planes that the next step reads.
layout(local_size_x = 32, local_size_y = 4) in;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);

    if (is_outside(at))
        return;
    water[place_of(NEXT, at)] = 0u;
    water[place_of(NOW, at)] = 0u;
#ifdef HAS_PARTS
    water[place_of(NEXT_PARTS, at)] = 0u;
    water[place_of(NOW_PARTS, at)] = 0u;
#endif
}
