// SPDX-License-Identifier: MIT
//
// 64-bit integers in two's complement, the low half first.

uvec2 wide(int v)
{
    return uvec2(uint(v), uint(v >> 31));
}

uvec2 add(uvec2 a, uvec2 b)
{
    uint sum = a.x + b.x;

    return uvec2(sum, a.y + b.y + (sum < a.x ? 1u : 0u));
}

uvec2 negate(uvec2 a)
{
    return add(~a, uvec2(1u, 0u));
}

uvec2 subtract(uvec2 a, uvec2 b)
{
    return add(a, negate(b));
}

bool is_negative(uvec2 a)
{
    return int(a.y) < 0;
}

bool is_less(uvec2 a, uvec2 b)
{
    return a.y != b.y ? int(a.y) < int(b.y) : a.x < b.x;
}

uvec2 wide_min(uvec2 a, uvec2 b)
{
    return is_less(a, b) ? a : b;
}

uvec2 wide_max(uvec2 a, uvec2 b)
{
    return is_less(a, b) ? b : a;
}

// Shifts by 1..31 bits; right shifts round down.
uvec2 shift_left(uvec2 a, int bits)
{
    return uvec2(a.x << bits, a.y << bits | a.x >> (32 - bits));
}

uvec2 shift_right(uvec2 a, int bits)
{
    return uvec2(a.x >> bits | a.y << (32 - bits), uint(int(a.y) >> bits));
}

uvec2 times(uvec2 a, uint b)
{
    uint high_part, low_part;

    umulExtended(a.x, b, high_part, low_part);
    return uvec2(low_part, high_part + a.y * b);
}
