// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_fine.

int fine_height(ivec2 at)
{
    int one = 1 << RIPPLE_FRACTION_BITS, limit = MAX_HEIGHT * one;
    int previous = cell(BEFORE, at) * one + cell(BEFORE_PARTS, at);
    int change = find_change(NOW, BEFORE, at);
    int rest = find_change(NOW_PARTS, BEFORE_PARTS, at) +
               W_REST * cell(NOW, at);
    int quarters = change + (rest >> RIPPLE_FRACTION_BITS);
    int whole = (quarters < 0 ? ~quarters : quarters) >> 2;
    int bias = quarters < 0 ? 3 : 0;

    if (IS_DAMPED == 0)
        bias = (quarters & 4) != 0 || (rest & (one - 1)) != 0 ? 2 : 1;
    else if (whole >= RIPPLE_FAST)
        bias = 2;
    return clamp(previous + ((quarters + bias) >> 2), -limit, limit);
}

ivec2 next_cell(ivec2 at)
{
    int next = is_land(at) ? 0 : fine_height(at);
    int height =
        (next + (1 << (RIPPLE_FRACTION_BITS - 1))) >> RIPPLE_FRACTION_BITS;

    return ivec2(height, next - height * (1 << RIPPLE_FRACTION_BITS));
}
