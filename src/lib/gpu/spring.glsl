// SPDX-License-Identifier: MIT
//
// ripple_scalar_step_spring; the parts of a plane are speeds.

int next_speed(int old, int force)
{
    int sum = SPEED_KEPT * old + STIFFNESS * force;
    int speed = sat16(sum >> RIPPLE_STIFFNESS_BITS);

    if (IS_DAMPED == 0)
        speed = sat16(round_even(sum, RIPPLE_STIFFNESS_BITS));
    speed = clamp(speed, -MAX_SPEED, MAX_SPEED);
    if (IS_DAMPED == 0)
        return speed;
    return clamp(0, speed - FRICTION, speed + 1 + FRICTION);
}

int next_height(int now, int speed)
{
    int sum = HEIGHT_KEPT * now + (HEIGHT_KEPT >> RIPPLE_SPEED_BITS) * speed;
    int below = sat16(sum >> RIPPLE_WEIGHT_BITS);

    if (IS_DAMPED == 0)
        return sat16(round_even(sum, RIPPLE_WEIGHT_BITS));
    if (min(abs(now), abs(speed)) <= RIPPLE_SLOW)
        return below + (below < 0 ? 1 : 0);
    return sat16((sum + (1 << (RIPPLE_WEIGHT_BITS - 1))) >> RIPPLE_WEIGHT_BITS);
}

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
    int now = cell(NOW, at), limit = MAX_HEIGHT;
    int edges = sat16(
        sat16(neighbour(at, ivec2(-1, 0)) + neighbour(at, ivec2(1, 0))) +
        sat16(neighbour(at, ivec2(0, -1)) + neighbour(at, ivec2(0, 1))));
    int speed =
        next_speed(cell(NOW_PARTS, at), sat16(edges - sat16(4 * now)));

#ifdef HAS_DEPTHS
    if (depth_at(at) < 0)
        return ivec2(0);
    limit -= scale(limit, depth_at(at));
#endif
    return ivec2(clamp(next_height(now, speed), -limit, limit), speed);
}
