// SPDX-License-Identifier: MIT
//
// ripple_governor_start: all heights and speeds lose 1/2^loss. look.glsl
// follows.
layout(local_size_x = 32, local_size_y = 4) in;

ivec2 attenuated(int height, int part, int bits)
{
#ifdef STENCIL_FINE
    int value = lose(height * (1 << RIPPLE_FRACTION_BITS) + part, bits);

    return ivec2(whole_height(value), height_fraction(value));
#else
    return ivec2(lose(height, bits), lose(part, bits));
#endif
}

void attenuate(int plane, int parts, int bits)
{
    uint pair = water[plane], rest = 0u;
#ifdef HAS_PARTS
    rest = water[parts];
#endif
    ivec2 left = attenuated(low(pair), low(rest), bits);
    ivec2 right = attenuated(high(pair), high(rest), bits);

    water[plane] = pair_of(left.x, right.x);
#ifdef HAS_PARTS
    water[parts] = pair_of(left.y, right.y);
#endif
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);
    int bits = int(state[STATE_LOSS]);

    if (at == ivec2(0))
        state[NOW_ANY] = 0u;
    if (is_outside(at))
        return;
    attenuate(place_of(NOW, at), place_of(NOW_PARTS, at), bits);
    attenuate(place_of(BEFORE, at), place_of(BEFORE_PARTS, at), bits);
}
