// SPDX-License-Identifier: MIT
//
// step_open_row of boundary.c: lets waves leave through the edges of a pool
// after a step. An invocation has a pair of cells. It rewrites an inner cell
// unchanged, so that others may read it meanwhile.
layout(local_size_x = 64) in;

// A height, in 1/2^12 if it has fractions.
int value_of(int plane, int parts, ivec2 at)
{
#ifdef STENCIL_FINE
    return cell(plane, at) * (1 << RIPPLE_FRACTION_BITS) + cell(parts, at);
#else
    return cell(plane, at);
#endif
}

int next_value(ivec2 at)
{
    return value_of(NEXT, NEXT_PARTS, at);
}

int now_value(ivec2 at)
{
    return value_of(NOW, NOW_PARTS, at);
}

int before_value(ivec2 at)
{
    return value_of(BEFORE, BEFORE_PARTS, at);
}

#ifdef STENCIL_FINE
#define IS_FINE true
#else
#define IS_FINE false
#endif

int let_waves_pass(ivec2 at, ivec2 inward)
{
    ivec2 cell1 = at + inward, cell2 = cell1 + inward;
    int before0 = before_value(at), h1 = now_value(cell1);
    int sum = next_value(cell1) - now_value(at) - now_value(cell2) +
              before_value(cell1);
    int product = 2 * h1 - next_value(cell2) - before0;
    int moved = divide_sum(sum, OPEN_SUM, product, OPEN_PRODUCT,
                           RIPPLE_OPEN_FACTOR_BITS);

    return move(before0, next_value(at), 2 * h1 - before_value(cell2) + moved,
                IS_FINE);
}

bool is_land_near(ivec2 at, ivec2 inward)
{
#ifdef HAS_MASK
    return (depth_at(at) | depth_at(at + inward) | depth_at(at + 2 * inward)) !=
           0;
#else
    return false;
#endif
}

int open_height(ivec2 at)
{
    bool is_column = at.x == 0 || at.x == COLUMNS - 1;
    bool is_row = at.y == 0 || at.y == ROWS - 1;
    ivec2 inward = is_column ? ivec2(at.x == 0 ? 1 : -1, 0)
                             : ivec2(0, at.y == 0 ? 1 : -1);

    if (is_column && is_row)
        return keep_share(before_value(at), next_value(at), KEPT_BETWEEN,
                      IS_FINE);
    if (is_land_near(at, inward))
        return keep_share(before_value(at), next_value(at), KEPT_BESIDE,
                      IS_FINE);
    return let_waves_pass(at, inward);
}

// The new cell and its part; unchanged if it is not at an edge.
ivec2 next_cell(ivec2 at)
{
    int old = cell(NEXT, at), parts = cell(NEXT_PARTS, at);

    if (is_outside(at) || !is_at_edge(at))
        return ivec2(old, parts);
    int height = open_height(at);
#ifdef STENCIL_FINE
    return ivec2(whole_height(height), height_fraction(height));
#endif
#ifdef STENCIL_SPRING
    height = clamp(height, -OPEN_MAX_HEIGHT, OPEN_MAX_HEIGHT);
    parts = sat16(parts + (height - old) * (1 << RIPPLE_SPEED_BITS));
#endif
    return ivec2(height, parts);
}

// The order: pairs of the top row, of the bottom row, then the left and the
// right one of each row between.
ivec2 find_pair(int i)
{
    int pairs = (COLUMNS + 1) >> 1;

    if (i < 2 * pairs)
        return ivec2(2 * (i % pairs), i < pairs ? 0 : ROWS - 1);
    i -= 2 * pairs;
    return ivec2((i & 1) == 0 ? 0 : 2 * (pairs - 1), 1 + (i >> 1));
}

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    ivec2 at = find_pair(i);

    if (i >= 2 * (((COLUMNS + 1) >> 1) + ROWS - 2))
        return;
    ivec2 left = next_cell(at), right = next_cell(at + ivec2(1, 0));

    note_next(left | right);
    water[place_of(NEXT, at)] = pair_of(left.x, right.x);
#ifdef HAS_PARTS
    water[place_of(NEXT_PARTS, at)] = pair_of(left.y, right.y);
#endif
}
