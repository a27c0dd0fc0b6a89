// SPDX-License-Identifier: MIT
//
// find_change of scalar_step.c, with the functions that it calls.

// One neighbour of weigh_neighbours.
int weigh_neighbour(int plane, ivec2 at, ivec2 to, int weight, inout int lost)
{
    int loss = 0;

#ifdef HAS_DEPTHS
    loss = lose_weight(depth_at(at), depth_at(at + to), weight, STENCIL);
#endif
    lost += loss;
    return (weight - loss) * cell(plane, at + to);
}

int find_change(int now, int before, ivec2 at)
{
    int lost = 0;
    int change = W_PREV * cell(before, at);

    change += weigh_neighbour(now, at, ivec2(-1, 0), W_EDGE, lost);
    change += weigh_neighbour(now, at, ivec2(1, 0), W_EDGE, lost);
    change += weigh_neighbour(now, at, ivec2(0, -1), W_EDGE, lost);
    change += weigh_neighbour(now, at, ivec2(0, 1), W_EDGE, lost);
#ifdef STENCIL_LINEAR_ROUND
    change += weigh_neighbour(now, at, ivec2(-1, -1), W_DIAG, lost);
    change += weigh_neighbour(now, at, ivec2(1, -1), W_DIAG, lost);
    change += weigh_neighbour(now, at, ivec2(-1, 1), W_DIAG, lost);
    change += weigh_neighbour(now, at, ivec2(1, 1), W_DIAG, lost);
#endif
    return change + sat16(W_NOW + lost) * cell(now, at);
}

bool is_land(ivec2 at)
{
#ifdef HAS_DEPTHS
    return depth_at(at) < 0;
#else
    return false;
#endif
}
