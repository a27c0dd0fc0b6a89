// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_fine.

ivec2 next_cell(ivec2 at)
{
    if (is_land(at))
        return ivec2(0);
    int previous =
        cell(BEFORE, at) * (1 << RIPPLE_FRACTION_BITS) + cell(BEFORE_PARTS, at);
    int low = find_change(NOW_PARTS, BEFORE_PARTS, at) + W_REST * cell(NOW, at);
    int next = next_fine(find_change(NOW, BEFORE, at), low, previous, STENCIL);

    return ivec2(whole_height(next), height_fraction(next));
}
