// SPDX-License-Identifier: MIT
//
// For cells larger than pixels: ripple_scalar_collect, then the traits of each
// cell, four int16 in two uints. Zeroes the rays of the next frame.
layout(local_size_x = 16, local_size_y = 16) in;

#ifdef HAS_CAUSTICS
// Nodes around a group, 2 cells apart; the outermost are only for the blur.
const int NODES = 11, INNER = NODES - 2;
shared int nodes[NODES * NODES];
shared int blurred[INNER * INNER];

int rays_at(ivec2 at)
{
    return int(scene[ray_place(RAYS, at)]);
}

int node_at(ivec2 at)
{
    int sum = rays_at(at - 1) + rays_at(at - ivec2(0, 1)) +
              rays_at(at - ivec2(1, 0)) + rays_at(at);

    return min(sum, RIPPLE_MAX_RAYS);
}

int blur_row(int first)
{
    return blur(nodes[first], nodes[first + 1], nodes[first + 2]);
}

void find_blurred(ivec2 base)
{
    int i = int(gl_LocalInvocationIndex);
    ivec2 node = ivec2(i % NODES, i / NODES);
    ivec2 inner = ivec2(i % INNER, i / INNER);

    if (node.y < NODES)
        nodes[i] = node_at(base + 2 * node - 2);
    barrier();
    if (inner.y < INNER) {
        int first = inner.y * NODES + inner.x;

        blurred[i] = blur(blur_row(first), blur_row(first + NODES),
                          blur_row(first + 2 * NODES));
    }
    barrier();
}

int find_floor_light(ivec2 local)
{
    ivec2 near = local >> 1, far = (local + 1) >> 1;
    int above = near.y * INNER, below = far.y * INNER;
    int sum = blurred[above + near.x] + blurred[above + far.x] +
              blurred[below + near.x] + blurred[below + far.x];

    return cell_light(sum);
}

void clear_rays()
{
    ivec2 size = ((ivec2(COLUMNS, ROWS) + 1) & ~1) + 2;
    ivec2 all = ivec2(gl_NumWorkGroups.xy) * 16;
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);

    for (int i = at.y * all.x + at.x; i < size.x * size.y; i += all.x * all.y)
        scene[OTHER_RAYS + i] = 0u;
}
#endif

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    int floor_light = 0;

#ifdef HAS_CAUSTICS
    find_blurred(at - ivec2(gl_LocalInvocationID.xy));
    floor_light = find_floor_light(ivec2(gl_LocalInvocationID.xy));
    clear_rays();
#endif
    if (is_outside(at))
        return;
    Around cells = around(at);
    int view = VIEW == RIPPLE_VIEW_SPLIT ? RIPPLE_VIEW_WATER : VIEW;
    ivec4 traits = traits_of(
        cells, view, IS_LIT != 0 || VIEW == RIPPLE_VIEW_SPLIT, floor_light);
    int place = TRAITS + 2 * (at.y * COLUMNS + at.x);

    if (VIEW == RIPPLE_VIEW_SPLIT)
        traits.w = height_grey(cells.own, LIGHT);
    scene[place] = pair_of(traits.x, traits.y);
    scene[place + 1] = pair_of(traits.z, traits.w);
}
