// SPDX-License-Identifier: MIT
//
// ripple_scalar_measure, and to_energy of step.c. A group has a tile, an
// invocation a pair of its cells.
layout(local_size_x = 32, local_size_y = 8) in;

// For each of three products: the sums of heights times heights, of crossed
// products and of fractions, each split into 16 bits and the rest.
shared int sums[3 * 3 * 2];

void add_shared(int i, int value)
{
    atomicAdd(sums[2 * i], value & 0xffff);
    atomicAdd(sums[2 * i + 1], value >> 16);
}

void add_product(int i, ivec2 a, ivec2 b)
{
    add_shared(3 * i, a.x * b.x);
#ifdef STENCIL_FINE
    add_shared(3 * i + 1, a.x * b.y + a.y * b.x);
    add_shared(3 * i + 2, a.y * b.y);
#endif
}

ivec2 value_at(int plane, int parts, ivec2 at)
{
#ifdef HAS_PARTS
    return ivec2(cell(plane, at), cell(parts, at));
#else
    return ivec2(cell(plane, at), 0);
#endif
}

ivec2 before_at(ivec2 at, ivec2 now)
{
#ifdef STENCIL_SPRING
    int half_unit = 1 << (RIPPLE_SPEED_BITS - 1);

    return ivec2(sat16(now.x - ((now.y + half_unit) >> RIPPLE_SPEED_BITS)), 0);
#else
    return value_at(BEFORE, BEFORE_PARTS, at);
#endif
}

void measure(ivec2 at)
{
    if (is_outside(at))
        return;
    ivec2 now = value_at(NOW, NOW_PARTS, at);
    ivec2 next = value_at(NEXT, NEXT_PARTS, at);

    add_product(0, now, now);
    add_product(1, next, next);
    add_product(2, next, before_at(at, now));
}

uvec2 sum_of(int i)
{
    return add(wide(sums[2 * i]), shift_left(wide(sums[2 * i + 1]), 16));
}

void add_energy(int i)
{
    uvec2 energy = shift_left(sum_of(3 * i), RIPPLE_ENERGY_BITS);
#ifdef STENCIL_FINE
    uvec2 rest = add(shift_left(sum_of(3 * i + 1), RIPPLE_FRACTION_BITS),
                     sum_of(3 * i + 2));

    energy = add(energy, shift_right(rest, 2 * RIPPLE_FRACTION_BITS -
                                               RIPPLE_ENERGY_BITS));
#endif
    uint old = atomicAdd(state[STATE_SUMS + 2 * i], energy.x);

    atomicAdd(state[STATE_SUMS + 2 * i + 1],
              energy.y + (old + energy.x < old ? 1u : 0u));
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);
    int i = int(gl_LocalInvocationIndex);

    if (i < 18)
        sums[i] = 0;
    barrier();
    measure(at);
    measure(at + ivec2(1, 0));
    barrier();
    if (i < 3)
        add_energy(i);
}
