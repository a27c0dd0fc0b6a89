// SPDX-License-Identifier: MIT
//
// Steps four cells per invocation where a stencil loads them together, else a
// pair, as ripple_step_row does. In a pool with a mask, the program without a depth map
// steps the open tiles and the program with a depth map steps all others.
layout(local_size_x = 32, local_size_y = 4) in;

bool is_other_kind(ivec2 at)
{
#ifdef HAS_DEPTHS
    return is_open(at);
#elif defined(HAS_MASK)
    return !is_open(at);
#else
    return false;
#endif
}

#ifndef HAS_VECTORS
const int CELLS = 2;

// The bits of a cell to note. Cells at open edges have none: edges.glsl notes
// those cells.
ivec2 bits_to_note(ivec2 at, ivec2 cell)
{
    return HAS_OPEN_EDGES != 0 && is_at_edge(at) ? ivec2(0) : cell;
}

void step_at(ivec2 at)
{
    ivec2 beside = at + ivec2(1, 0);
    ivec2 left = next_cell(at);
    ivec2 right = is_outside(beside) ? ivec2(0) : next_cell(beside);

    water[place_of(NEXT, at)] = pair_of(left.x, right.x);
#ifdef HAS_PARTS
    water[place_of(NEXT_PARTS, at)] = pair_of(left.y, right.y);
#endif
    note_next(bits_to_note(at, left) | bits_to_note(beside, right));
}
#endif

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(CELLS, 1);

    if (at == ivec2(0)) {
        state[AFTER_ANY] = 0u; // the step after this one writes it
        reset_governor();
    }
    if (!is_outside(at) && !is_other_kind(at))
        step_at(at);
}
