// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_classic and ripple_scalar_step_round.

int sum_edges(ivec2 at)
{
    return cell(NOW, at + ivec2(-1, 0)) + cell(NOW, at + ivec2(1, 0)) +
           cell(NOW, at + ivec2(0, -1)) + cell(NOW, at + ivec2(0, 1));
}

int sum_diagonals(ivec2 at)
{
    return cell(NOW, at + ivec2(-1, -1)) + cell(NOW, at + ivec2(1, -1)) +
           cell(NOW, at + ivec2(-1, 1)) + cell(NOW, at + ivec2(1, 1));
}

ivec2 next_cell(ivec2 at)
{
#ifdef STENCIL_ROUND
    int mean = (sum_edges(at) + sum_diagonals(at)) >> 2;
#else
    int mean = sum_edges(at) >> 1;
#endif
    int value = mean - cell(BEFORE, at);

    if (DAMPING > 0)
        value -= value >> DAMPING;
    return ivec2(clamp(value, -MAX_HEIGHT, MAX_HEIGHT), 0);
}
