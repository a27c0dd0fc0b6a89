// SPDX-License-Identifier: MIT
//
// governor.c, and the state of the pool after a step: one invocation, after
// each step of water with a governor. It plans the next step too: only stones
// can come between, and they change neither loss nor clock.
layout(local_size_x = 1) in;

uvec2 load(int place)
{
    return uvec2(state[place], state[place + 1]);
}

void store(int place, uvec2 value)
{
    state[place] = value.x;
    state[place + 1] = value.y;
}

const uvec2 MAX_BUDGET = uvec2(0xffffffffu, 0x1fffffffu);
const uvec2 MAX_CHANGE = uvec2(0xffffffffu, 0x00ffffffu);

// ripple_governor_add of all stones since the last step.
uvec2 add_stones(uvec2 budget)
{
    uvec2 change = load(STATE_CHANGE);

    if (is_negative(change) || is_less(MAX_CHANGE, change))
        change = MAX_CHANGE;
    if (change != uvec2(0u))
        state[STATE_LOOKS] = 0u;
    store(STATE_CHANGE, uvec2(0u));
    return wide_min(add(budget, shift_left(change, RIPPLE_ENERGY_BITS + 1)),
                    MAX_BUDGET);
}

// value * LOST_SHARE / 2^14, toward 0 as in governor.c.
uvec2 take(uvec2 value)
{
    bool was_negative = is_negative(value);
    uvec2 all = was_negative ? negate(value) : value;
    uvec2 whole = times(shift_right(all, RIPPLE_WEIGHT_BITS), uint(LOST_SHARE));
    uvec2 rest = times(uvec2(all.x & ((1u << RIPPLE_WEIGHT_BITS) - 1u), 0u),
                       uint(LOST_SHARE));

    all = add(whole, shift_right(rest, RIPPLE_WEIGHT_BITS));
    return was_negative ? negate(all) : all;
}

uvec2 find_energy(uvec2 now2)
{
    uvec2 product = load(STATE_SUMS + 4);
    uvec2 lost = take(subtract(load(STATE_SUMS + 2), product));
    uvec2 moving = wide_max(subtract(subtract(now2, product), lost), uvec2(0u));

    return FLOW_INTERVAL > 0
               ? add(moving, shift_right(now2, RIPPLE_GOVERNOR_LEVEL_BITS))
               : moving;
}

bool is_still(uvec2 energy)
{
    int one = 1 << RIPPLE_ENERGY_BITS;

    return is_less(energy, wide(one)) &&
           int(energy.x) * -W_PREV < 2 * W_EDGE * one;
}

bool is_mean_too_high(uvec2 energy, uvec2 now2)
{
    uint level = uint(RIPPLE_GOVERNOR_MAX_LEVEL * RIPPLE_GOVERNOR_MAX_LEVEL)
                 << RIPPLE_ENERGY_BITS;

    return !is_less(now2, times(uvec2(level + 1u, 0u), uint(COLUMNS * ROWS))) &&
           is_less(energy, shift_right(now2, RIPPLE_GOVERNOR_LEVEL_BITS - 1));
}

uvec2 cut(uvec2 budget)
{
    uvec2 left = subtract(budget, shift_right(budget, RIPPLE_GOVERNOR_CUT));

    return wide_max(subtract(left, wide(1)), uvec2(0u));
}

bool is_locked()
{
    uint mix = uint(RIPPLE_GOVERNOR_MIX), looks = state[STATE_LOOKS];
    uvec2 mark = add(times(load(STATE_SUMS), mix), load(STATE_SUMS + 2));

    mark = add(times(mark, mix), load(STATE_SUMS + 4));
    state[STATE_LOOKS] = 0u;
    if (looks > 0u && mark == load(STATE_MARK))
        return true;
    looks = looks % uint(RIPPLE_GOVERNOR_LOOKS) + 1u;
    state[STATE_LOOKS] = looks;
    if ((looks & (looks - 1u)) == 0u)
        store(STATE_MARK, mark);
    return false;
}

uint find_loss(uvec2 energy, uvec2 budget)
{
    if (is_less(shift_left(budget, 1), energy))
        return uint(RIPPLE_GOVERNOR_MUCH);
    return is_less(budget, energy) ||
                   (IS_DAMPED != 0 && budget == uvec2(0u))
               ? uint(RIPPLE_GOVERNOR_LITTLE)
               : 0u;
}

// ripple_governor_judge. Returns true if the field is to be reset.
bool judge(inout uvec2 budget)
{
    uvec2 now2 = load(STATE_SUMS), energy = find_energy(now2);
    uvec2 lost =
        times(add(shift_right(budget, FALL), wide(1 << RIPPLE_ENERGY_BITS)),
              state[STATE_CLOCK]);
    uint loss = 0u;

    state[STATE_CLOCK] = 0u;
    if (IS_DAMPED != 0)
        budget = wide_max(subtract(budget, lost), uvec2(0u));
    if (IS_DAMPED != 0 && is_locked())
        budget = cut(wide_min(budget, energy));
    if (state[STATE_NEW] != 0u)
        budget = wide_max(budget, wide_min(shift_left(energy, 1), MAX_BUDGET));
    state[STATE_NEW] = 0u;
    if (IS_DAMPED != 0 || FLOW_INTERVAL > 0)
        loss = find_loss(energy, budget);
    state[STATE_URGENT] = uint(loss == uint(RIPPLE_GOVERNOR_MUCH) ||
                               (loss > 0u && budget == uvec2(0u)));
    state[STATE_LOSS] = loss;
#ifdef STENCIL_FINE
    if (IS_DAMPED == 0)
        return false;
    if (budget == uvec2(0u) || is_still(energy))
        return true;
    if (is_mean_too_high(energy, now2) && loss != uint(RIPPLE_GOVERNOR_MUCH))
        state[STATE_LOSS] = uint(RIPPLE_GOVERNOR_LITTLE);
#endif
    return false;
}

void restart()
{
    store(STATE_BUDGET, uvec2(0u));
    state[STATE_NEW] = state[STATE_URGENT] = state[STATE_CLOCK] =
        state[STATE_LOSS] = 0u;
    state[STATE_IN_CURRENT] = state[STATE_PHASE] = state[STATE_LEADS] = 0u;
    state[STATE_LOOKS] = 0u;
}

// ripple_governor_start, and ripple_advection_next.
void begin_step()
{
    bool flows = FLOW_INTERVAL > 0;

    state[STATE_CLOCK]++;
    state[STATE_IN_CURRENT] = flows ? 1u : 0u;
    state[STATE_LEADS] =
        flows && state[STATE_PHASE] == uint(FLOW_INTERVAL - 1) ? 1u : 0u;
    if (flows)
        state[STATE_PHASE] = (state[STATE_PHASE] + 1u) % uint(FLOW_INTERVAL);
    else
        state[STATE_LOSS] = 0u;
}

// Sets the groups of a program; 0 if it is not needed.
void plan(int place, bool is_needed, int x, int y)
{
    state[place] = is_needed ? uint(x) : 0u;
    state[place + 1] = is_needed ? uint(y) : 0u;
    state[place + 2] = 1u;
}

void main()
{
    uvec2 budget = add_stones(load(STATE_BUDGET));
    bool is_reset = false;

    begin_step();
    if (state[STATE_MEASURES] != 0u)
        is_reset = judge(budget);
    store(STATE_BUDGET, budget);
    if (is_reset)
        state[NEXT_ANY] = state[NOW_ANY] = state[STATE_ANY_SPEED] = 0u;
    state[STATE_CALM] =
        uint((state[NEXT_ANY] | state[NOW_ANY] | state[STATE_ANY_SPEED]) == 0u);
    state[STATE_ANY_SPEED] = 0u;
    if (state[STATE_CALM] != 0u)
        restart();
    for (int i = 0; i < 6; i++)
        state[STATE_SUMS + i] = 0u;
    bool measures = int(state[STATE_CLOCK]) + 1 >=
                    measure_interval(state[STATE_URGENT] != 0u,
                                     FLOW_INTERVAL > 0);

    state[STATE_MEASURES] = measures ? 1u : 0u;
    plan(STATE_MEASURE_GROUPS, measures, TILES, TILE_ROW_COUNT);
    plan(STATE_REDUCE_GROUPS, state[STATE_LOSS] > 0u, PAIR_GROUPS, ROW_GROUPS);
    plan(STATE_RESET_GROUPS, is_reset, PAIR_GROUPS, ROW_GROUPS);
}
