// SPDX-License-Identifier: MIT
//
// Steps pairs of cells, one above the other, as ripple_step_row does. In a pool
// with a mask, the program without a depth map steps the open tiles and the
// program with a depth map steps all others.
layout(local_size_x = 32, local_size_y = 4) in;

// Zeroes the note of the plane that the step after this one writes. Water
// without a governor resets it, and has no current.
void begin_step()
{
    state[BEFORE_ANY] = 0u;
    for (int i = 0; i <= STATE_LOSS && IS_GOVERNED == 0; i++)
        state[i] = 0u;
}

// The bits of a cell to note. Cells at open edges have none: edges.glsl notes
// those cells.
ivec2 bits_to_note(ivec2 at, ivec2 cell)
{
    return HAS_OPEN_EDGES != 0 && is_at_edge(at) ? ivec2(0) : cell;
}

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

// Stores a pair; returns its part to note.
ivec2 store(ivec2 at, ivec2 left, ivec2 right)
{
    ivec2 beside = at + ivec2(1, 0);

    if (is_outside(beside))
        right = ivec2(0);
    water[place_of(NEXT, at)] = pair_of(left.x, right.x);
#ifdef HAS_PARTS
    water[place_of(NEXT_PARTS, at)] = pair_of(left.y, right.y);
#endif
    return bits_to_note(at, left) | bits_to_note(beside, right);
}

#ifdef HAS_ROWS
ivec2 step_rows(ivec2 at)
{
    int end = min(at.y + ROWS_EACH, ROWS);
    Row up = row_at(at - ivec2(0, 1)), own = row_at(at);
    ivec2 notes = ivec2(0);

    for (; at.y < end; at.y++) {
        Row down = row_at(at + ivec2(0, 1));

        if (!is_other_kind(at)) {
            ivec2 next =
                next_pair(up, own, down, water[place_of(BEFORE, at)]);

            notes |= store(at, ivec2(next.x, 0), ivec2(next.y, 0));
        }
        up = own;
        own = down;
    }
    return notes;
}
#else
ivec2 step_rows(ivec2 at)
{
    ivec2 notes = ivec2(0);

    for (int end = min(at.y + ROWS_EACH, ROWS); at.y < end; at.y++) {
        if (!is_other_kind(at))
            notes |= store(at, next_cell(at), next_cell(at + ivec2(1, 0)));
    }
    return notes;
}
#endif

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, ROWS_EACH);

    if (at == ivec2(0))
        begin_step();
    if (!is_outside(at))
        note_next(step_rows(at));
}
