// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_classic and ripple_scalar_step_round, for four cells.

int mean_of(int sides, int diagonals)
{
#ifdef STENCIL_ROUND
    return (sides + diagonals) >> 2;
#else
    return sides >> 1;
#endif
}

int next_height(Cells up, Cells own, Cells down, int before, int i)
{
    int sides = own.h[i - 1] + own.h[i + 1] + up.h[i] + down.h[i];
    int diagonals =
        up.h[i - 1] + up.h[i + 1] + down.h[i - 1] + down.h[i + 1];

    return leap(mean_of(sides, diagonals), before, STENCIL);
}

// The cells from `first` to before `end`; the others become 0.
uvec2 part_of(uvec2 cells, int first, int end)
{
    for (int i = 0; i < 2; i++) {
        if (2 * i < first || 2 * i >= end)
            cells[i] &= 0xffff0000u;
        if (2 * i + 1 < first || 2 * i + 1 >= end)
            cells[i] &= 0xffffu;
    }
    return cells;
}

// Steps the cells `own`. Cells at open edges have no bits to note: edges.glsl
// notes those cells.
void step_cells(Cells up, Cells own, Cells down, ivec2 at)
{
    int end = COLUMNS - at.x;
    uvec2 next = vectors[vector_of(BEFORE, at)];

    for (int i = 0; i < 2; i++)
        next[i] = pair_of(next_height(up, own, down, low(next[i]), 2 * i + 1),
                          next_height(up, own, down, high(next[i]), 2 * i + 2));
    next = part_of(next, 0, end);
    vectors[vector_of(NEXT, at)] = next;
    if (HAS_OPEN_EDGES != 0)
        next = at.y == 0 || at.y == ROWS - 1
                   ? uvec2(0)
                   : part_of(next, at.x == 0 ? 1 : 0, end - 1);
    note_next(ivec2(int(next.x | next.y), 0));
}

void step_at(ivec2 at)
{
    step_cells(cells_at(at - ivec2(0, 1)), cells_at(at),
               cells_at(at + ivec2(0, 1)), at);
}
