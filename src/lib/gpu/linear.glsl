// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_linear and ripple_scalar_step_linear_round.

ivec2 next_cell(ivec2 at)
{
    if (is_land(at))
        return ivec2(0);
    return ivec2(next_linear(find_change(NOW, BEFORE, at), cell(BEFORE, at),
                               STENCIL),
                 0);
}
