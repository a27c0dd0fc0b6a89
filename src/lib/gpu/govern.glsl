// SPDX-License-Identifier: MIT
//
// governor.c, and what of the pool follows a step: one invocation, after each
// step of water that has a governor. It plans the next step too, since nothing
// but stones can come between, and they change neither loss nor clock.
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
    uvec2 change = load(ST_CHANGE);

    if (is_negative(change) || is_less(MAX_CHANGE, change))
        change = MAX_CHANGE;
    if (change != uvec2(0u))
        state[ST_LOOKS] = 0u;
    store(ST_CHANGE, uvec2(0u));
    return lesser(add(budget, shift_left(change, ENERGY_BITS + 1)), MAX_BUDGET);
}

// value * LOST_SHARE / 2^14, towards 0 as `take` does.
uvec2 take(uvec2 value)
{
    bool was_negative = is_negative(value);
    uvec2 all = was_negative ? negate(value) : value;
    uvec2 whole = times(shift_right(all, WEIGHT_BITS), uint(LOST_SHARE));
    uvec2 rest = times(uvec2(all.x & ((1u << WEIGHT_BITS) - 1u), 0u),
                       uint(LOST_SHARE));

    all = add(whole, shift_right(rest, WEIGHT_BITS));
    return was_negative ? negate(all) : all;
}

uvec2 find_energy(uvec2 now2)
{
    uvec2 product = load(ST_SUMS + 4);
    uvec2 lost = take(subtract(load(ST_SUMS + 2), product));
    uvec2 moving = greater(subtract(subtract(now2, product), lost), uvec2(0u));

    return FLOW_INTERVAL > 0 ? add(moving, shift_right(now2, LEVEL_BITS))
                             : moving;
}

bool is_still(uvec2 energy)
{
    int one = 1 << ENERGY_BITS;

    return is_less(energy, wide(one)) &&
           int(energy.x) * -W_PREV < 2 * W_EDGE * one;
}

bool is_level_high(uvec2 energy, uvec2 now2)
{
    uint level = uint(MAX_LEVEL * MAX_LEVEL) << ENERGY_BITS;

    return !is_less(now2, times(uvec2(level + 1u, 0u), uint(COLUMNS * ROWS))) &&
           is_less(energy, shift_right(now2, LEVEL_BITS - 1));
}

uvec2 cut(uvec2 energy)
{
    uvec2 left = subtract(energy, shift_right(energy, CUT));

    return greater(subtract(left, wide(1)), uvec2(0u));
}

bool is_locked()
{
    uvec2 mark = add(times(load(ST_SUMS), uint(MIX)), load(ST_SUMS + 2));
    uint looks = state[ST_LOOKS];

    mark = add(times(mark, uint(MIX)), load(ST_SUMS + 4));
    state[ST_LOOKS] = 0u;
    if (looks > 0u && mark == load(ST_MARK))
        return true;
    looks = looks % uint(LOOKS) + 1u;
    state[ST_LOOKS] = looks;
    if ((looks & (looks - 1u)) == 0u)
        store(ST_MARK, mark);
    return false;
}

uint find_loss(uvec2 energy, uvec2 budget)
{
    if (is_less(shift_left(budget, 1), energy))
        return uint(LOSS_MUCH);
    return is_less(budget, energy) ||
                   (IS_DAMPED != 0 && budget == uvec2(0u))
               ? uint(LOSS_LITTLE)
               : 0u;
}

// ripple_governor_judge. Returns true if the field is to be reset.
bool judge(inout uvec2 budget)
{
    uvec2 now2 = load(ST_SUMS), energy = find_energy(now2);
    uvec2 lost = times(add(shift_right(budget, FALL), wide(1 << ENERGY_BITS)),
                       state[ST_CLOCK]);
    uint loss = 0u;

    state[ST_CLOCK] = 0u;
    if (IS_DAMPED != 0)
        budget = greater(subtract(budget, lost), uvec2(0u));
    if (IS_DAMPED != 0 && is_locked())
        budget = lesser(budget, cut(energy));
    if (state[ST_NEW] != 0u)
        budget = greater(budget, lesser(shift_left(energy, 1), MAX_BUDGET));
    state[ST_NEW] = 0u;
    if (IS_DAMPED != 0 || FLOW_INTERVAL > 0)
        loss = find_loss(energy, budget);
    state[ST_URGENT] = loss == uint(LOSS_MUCH) ||
                               (loss > 0u && budget == uvec2(0u))
                           ? 1u
                           : 0u;
    state[ST_LOSS] = loss;
#ifdef STENCIL_FINE
    if (IS_DAMPED == 0)
        return false;
    if (budget == uvec2(0u) || is_still(energy))
        return true;
    if (is_level_high(energy, now2) && loss != uint(LOSS_MUCH))
        state[ST_LOSS] = uint(LOSS_LITTLE);
#endif
    return false;
}

void restart()
{
    store(ST_BUDGET, uvec2(0u));
    state[ST_NEW] = state[ST_URGENT] = state[ST_CLOCK] = state[ST_LOSS] = 0u;
    state[ST_IN_CURRENT] = state[ST_PHASE] = state[ST_LEADS] = 0u;
    state[ST_LOOKS] = 0u;
}

// ripple_governor_start, and ripple_advection_next.
void begin_step()
{
    bool flows = FLOW_INTERVAL > 0;

    state[ST_CLOCK]++;
    state[ST_IN_CURRENT] = flows ? 1u : 0u;
    state[ST_LEADS] =
        flows && state[ST_PHASE] == uint(FLOW_INTERVAL - 1) ? 1u : 0u;
    if (flows)
        state[ST_PHASE] = (state[ST_PHASE] + 1u) % uint(FLOW_INTERVAL);
    else
        state[ST_LOSS] = 0u;
}

// Steps from one measurement to the next.
uint interval()
{
    return state[ST_URGENT] != 0u ? 1u
           : FLOW_INTERVAL > 0    ? uint(INTERVAL_IN_CURRENT)
                                  : uint(INTERVAL);
}

// The groups of a program that runs if it is needed.
void plan(int place, bool is_needed, int x, int y)
{
    state[place] = is_needed ? uint(x) : 0u;
    state[place + 1] = is_needed ? uint(y) : 0u;
    state[place + 2] = 1u;
}

void main()
{
    uvec2 budget = add_stones(load(ST_BUDGET));
    bool is_reset = false;

    begin_step();
    if (state[ST_MEASURES] != 0u)
        is_reset = judge(budget);
    store(ST_BUDGET, budget);
    if (is_reset)
        state[NEXT_ANY] = state[NOW_ANY] = state[ST_SPEEDS] = 0u;
    state[ST_CALM] =
        (state[NEXT_ANY] | state[NOW_ANY] | state[ST_SPEEDS]) == 0u ? 1u : 0u;
    state[ST_SPEEDS] = 0u;
    if (state[ST_CALM] != 0u)
        restart();
    for (int i = 0; i < 6; i++)
        state[ST_SUMS + i] = 0u;
    bool measures = state[ST_CLOCK] + 1u >= interval();

    state[ST_MEASURES] = measures ? 1u : 0u;
    plan(ST_MEASURE_GROUPS, measures, TILES, TILE_ROW_COUNT);
    plan(ST_REDUCE_GROUPS, state[ST_LOSS] > 0u, PAIR_GROUPS, ROW_GROUPS);
    plan(ST_RESET_GROUPS, is_reset, PAIR_GROUPS, ROW_GROUPS);
}
