/* SPDX-License-Identifier: MIT */
#include "play/boat.h"

#include "play/splash_size.h"

#define BODY_DEPTH 2.2 /* cells of offset per cell of radius */

void boat_hold(HeldBody *body, int x, int y, int radius)
{
    if (!body->is_held) {
        body->last_x = x;
        body->last_y = y;
    }
    body->is_held = 1;
    body->x = x;
    body->y = y;
    body->radius = radius;
}

void boat_release(HeldBody *body)
{
    body->is_held = 0;
}

void boat_press(Ripple *pool, const PlaySettings *settings, HeldBody *body)
{
    double depth = body->radius / ripple_cell(pool) * BODY_DEPTH;
    RippleStone hull = {body->last_x, body->last_y, body->radius,
                        splash_depth_weight(settings, depth),
                        RIPPLE_PROFILE_BODY};

    if (!body->is_held)
        return;
    ripple_drop_line(pool, &hull, body->x, body->y);
    body->last_x = body->x;
    body->last_y = body->y;
}

static int between(int from, int to, int64_t part, int whole)
{
    return (int)(from + ((int64_t)to - from) * part / whole);
}

void boat_sail(Ripple *pool, const int *numbers, int64_t place)
{
    const int *n = numbers;
    RippleStone hull = {between(n[0], n[2], place, n[6]),
                        between(n[1], n[3], place, n[6]), n[4], n[5],
                        RIPPLE_PROFILE_BODY};

    ripple_drop_line(pool, &hull, between(n[0], n[2], place + 1, n[6]),
                     between(n[1], n[3], place + 1, n[6]));
}
