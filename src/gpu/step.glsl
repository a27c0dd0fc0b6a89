// SPDX-License-Identifier: MIT
//
// Steps a pair of cells, as ripple_step_row does: in a pool with a mask the
// program without a depth map those of open tiles, the other one all others.
layout(local_size_x = 32, local_size_y = 4) in;

// The note of the plane that the step after this one writes begins as 0. Water
// without a governor restarts it.
void begin_step()
{
    state[BEFORE_ANY] = 0u;
    for (int i = 0; i <= ST_LOSS && IS_GOVERNED == 0; i++)
        state[i] = 0u;
}

// Notes that something is not 0; edges.glsl does so for open edges.
void note(ivec2 at, ivec2 left, ivec2 right)
{
    if (HAS_OPEN_EDGES != 0 && is_at_edge(at))
        left = ivec2(0);
    if (HAS_OPEN_EDGES != 0 && is_at_edge(at + ivec2(1, 0)))
        right = ivec2(0);
    note_next(left, right);
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);
    ivec2 beside = at + ivec2(1, 0);

    if (at == ivec2(0))
        begin_step();
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

    note(at, left, right);
    water[place_of(NEXT, at)] = pair_of(left.x, right.x);
#ifdef HAS_PARTS
    water[place_of(NEXT_PARTS, at)] = pair_of(left.y, right.y);
#endif
}
