// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_classic and ripple_scalar_step_round, for a pair of cells
// in each of several rows: a loaded row serves three rows.
#define HAS_ROWS

int mean_of(int sides, int diagonals)
{
#ifdef STENCIL_ROUND
    return (sides + diagonals) >> 2;
#else
    return sides >> 1;
#endif
}

ivec2 next_pair(Row up, Row own, Row down, uint before)
{
    int left = mean_of(own.before + own.right + up.left + down.left,
                       up.before + up.right + down.before + down.right);
    int right = mean_of(own.left + own.after + up.right + down.right,
                        up.left + up.after + down.left + down.after);

    return ivec2(leap(left, low(before), STENCIL),
                 leap(right, high(before), STENCIL));
}
