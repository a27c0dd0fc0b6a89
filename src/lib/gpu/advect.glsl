// SPDX-License-Identifier: MIT
//
// ripple_scalar_advect: a pass moves FROM to TO, and fine heights with their
// fractions. Passes follow each step and precede the next. Those that the
// schedule (src/lib/water/advection.h) skips copy, so that the planes have the
// same places either way.
layout(local_size_x = 32, local_size_y = 4) in;

// Four numbers for each row of cells: the places of its flow along x and of the
// flows through the faces above and below it, and the share of the lower face.
layout(std430, binding = 3) readonly buffer Flow
{
    uint flow[];
};

int flow_along(uint row, int x)
{
    uint pair = flow[int(row) + (x >> 1)];

    return (x & 1) != 0 ? high(pair) : low(pair);
}

ivec2 flow_at(ivec2 at)
{
    int row = 4 * at.y;

    if (HAS_FLOW_MAP == 0)
        return ivec2(FLOW_X, FLOW_Y);
    return ivec2(flow_along(flow[row], at.x),
                 lerp(flow_along(flow[row + 1], at.x),
                      flow_along(flow[row + 2], at.x), int(flow[row + 3])));
}

bool is_land(ivec2 at)
{
#ifdef HAS_MASK
    return depth_at(at) < 0;
#else
    return false;
#endif
}

// Tiles of open water have no depth map.
bool is_near_land(ivec2 at)
{
#ifdef HAS_MASK
    return !is_open(at);
#else
    return false;
#endif
}

// The cells upstream of a cell, and the shares of the cells beside and above.
struct Source
{
    ivec2 own, beside, above, diagonal, share;
};

Source source_of(ivec2 at)
{
    ivec2 speed = flow_at(at);
    ivec2 far = at + ivec2(speed.x > 0 ? -1 : 1, speed.y > 0 ? -1 : 1);
    Source source =
        Source(at, ivec2(far.x, at.y), ivec2(at.x, far.y), far, abs(speed));

    if (!is_near_land(at))
        return source;
    if (is_land(source.beside))
        source.beside = at;
    if (is_land(source.above))
        source.above = at;
    if (is_land(source.diagonal))
        source.diagonal = at;
    return source;
}

int move(int plane, Source source)
{
    int near = lerp(cell(plane, source.own), cell(plane, source.beside),
                    source.share.x);
    int far = lerp(cell(plane, source.above), cell(plane, source.diagonal),
                   source.share.x);

    return lerp(near, far, source.share.y);
}

// A cell and its fraction.
ivec2 moved(ivec2 at)
{
    if (is_outside(at) || (is_near_land(at) && is_land(at)))
        return ivec2(0);
    Source source = source_of(at);
#ifdef STENCIL_FINE
    return ivec2(move(FROM, source), move(FROM_PARTS, source));
#else
    return ivec2(move(FROM, source), 0);
#endif
}

ivec2 move_pair(ivec2 at)
{
    ivec2 left = moved(at), right = moved(at + ivec2(1, 0));

    water[place_of(TO, at)] = pair_of(left.x, right.x);
#ifdef STENCIL_FINE
    water[place_of(TO_PARTS, at)] = pair_of(left.y, right.y);
#endif
    return left | right;
}

ivec2 copy_pair(ivec2 at)
{
    uint pair = water[place_of(FROM, at)], parts = 0u;

    water[place_of(TO, at)] = pair;
#ifdef STENCIL_FINE
    parts = water[place_of(FROM_PARTS, at)];
    water[place_of(TO_PARTS, at)] = parts;
#endif
    return ivec2(pair, parts);
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);
    bool moves = FOLLOWS != 0
                     ? state[STATE_PHASE] == uint(FLOW_INTERVAL - 1)
                     : state[STATE_LEADS] != 0u;

    if (is_outside(at))
        return;
    ivec2 found = moves ? move_pair(at) : copy_pair(at);

    if (FOLLOWS != 0 && (found.x | found.y) != 0 && state[NEXT_ANY] == 0u)
        state[NEXT_ANY] = 1u;
}
