// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_classic and ripple_scalar_step_round, for a pair of cells
// in each of some rows: heights are loaded once for three rows.
#define HAS_ROWS

int leap(int sides, int diagonals, int before)
{
#ifdef STENCIL_ROUND
    int value = ((sides + diagonals) >> 2) - before;
#else
    int value = (sides >> 1) - before;
#endif

    if (DAMPING > 0)
        value -= value >> DAMPING;
    return clamp(value, -MAX_HEIGHT, MAX_HEIGHT);
}

ivec2 next_pair(Row up, Row own, Row down, uint before)
{
    int left = leap(own.before + own.right + up.left + down.left,
                    up.before + up.right + down.before + down.right,
                    low(before));
    int right = leap(own.left + own.after + up.right + down.right,
                     up.left + up.after + down.left + down.after, high(before));

    return ivec2(left, right);
}
