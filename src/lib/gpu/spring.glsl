// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_spring; the parts are speeds.

int neighbour(ivec2 at, ivec2 to)
{
#ifdef HAS_DEPTHS
    if (MIRROR != 0 && depth_at(at + to) < 0)
        return cell(NOW, at);
#endif
    return cell(NOW, at + to);
}

ivec2 next_cell(ivec2 at)
{
    Around around = Around(cell(NOW, at), neighbour(at, ivec2(-1, 0)),
                           neighbour(at, ivec2(1, 0)),
                           neighbour(at, ivec2(0, -1)),
                           neighbour(at, ivec2(0, 1)));
    int speed = next_speed(cell(NOW_PARTS, at), around, STENCIL);
    int next = next_height(around.own, speed, STENCIL), limit = MAX_HEIGHT;

#ifdef HAS_DEPTHS
    if (depth_at(at) < 0)
        return ivec2(0);
    limit -= scale(limit, depth_at(at));
#endif
    return ivec2(clamp(next, -limit, limit), speed);
}
