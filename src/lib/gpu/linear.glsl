// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_linear and ripple_scalar_step_linear_round.

int round_change(int change, int previous)
{
    int units = sat16(change >> RIPPLE_WEIGHT_BITS);
    int part = change & ((1 << RIPPLE_WEIGHT_BITS) - 1), give = 0;
    int whole = units < 0 ? ~units : units;
    bool is_negative = units < 0;

    if (IS_DAMPED == 0)
        return sat16(round_even(change, RIPPLE_WEIGHT_BITS));
    if (whole == 0 && previous != 0)
        is_negative = previous < 0;
    if (whole >= RIPPLE_FAST)
        give = 1 << (RIPPLE_WEIGHT_BITS - 1);
    if (!is_negative)
        give = (1 << RIPPLE_WEIGHT_BITS) - 1 - give;
    return sat16(units + (part > give ? 1 : 0));
}

ivec2 next_cell(ivec2 at)
{
    int previous = cell(BEFORE, at);

    if (is_land(at))
        return ivec2(0);
    int change = find_change(NOW, BEFORE, at);
    int next = sat16(previous + round_change(change, previous));

    return ivec2(clamp(next, -MAX_HEIGHT, MAX_HEIGHT), 0);
}
