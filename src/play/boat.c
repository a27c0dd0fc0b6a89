/* SPDX-License-Identifier: MIT */
#include "play/boat.h"

#include "lib/water/model.h"

#include <math.h>

/*
 * A push of w a step within a radius of R cells makes a hollow of about 0.15 w
 * R^2 / c^2 at the speed c of the waves, half of it at rest: measured for R
 * from 4 to 17. PUSH is by eye: 1.2 to 1.9 times the depth at full speed. A
 * push is spread over some steps, in which the hull goes on: it is between the
 * cells, and starts and ends softly.
 */
#define MAX_SPEED  1.2 /* of the waves */
#define PUSH       2.1
#define HOLLOW     0.2 /* per R^2 */
#define PUSH_STEPS 6
#define SPEEDS     0.5 /* per cell of radius: pushes give springs no speed */
#define STROKE     0.6 /* of the push: it comes and goes by so much */
#define STROKES    4.0 /* the waves run so many radii meanwhile */
#define RIM        2   /* radii; as much is lifted there as is pressed */
#define MAX_RADIUS 1e6
#define MAX_DEPTH  32767.0

static double find_speed2(const Ripple *pool)
{
    const RippleSettings *settings = ripple_settings(pool);

    return ripple_model_of(settings)->speed2(settings);
}

/* 1 - STROKE to 1 + STROKE and back, evenly. */
static double find_stroke(double steps, uint64_t step)
{
    double period = fmax(round(steps), 2);
    double part = fmod((double)step, period) / period;

    return 1 + STROKE * (1 - fabs(4 * part - 2));
}

/* The push for a depth of 1. */
static double find_push(const Ripple *pool, double cells, uint64_t step)
{
    double speed2 = find_speed2(pool);
    double strokes = STROKES * cells / sqrt(fmax(speed2, 1e-6));
    double push = PUSH * speed2 / (1 + HOLLOW * cells * cells);

    if (ripple_model_of(ripple_settings(pool))->has_speeds)
        push *= SPEEDS * cells;
    return push * find_stroke(strokes, step);
}

double boat_max_speed(const Ripple *pool)
{
    return MAX_SPEED * sqrt(find_speed2(pool)) * ripple_cell(pool);
}

void boat_press(Ripple *pool, const Boat *boat, uint64_t step)
{
    double cell = ripple_cell(pool);
    double cells = fmax(round(fmin(boat->radius, MAX_RADIUS) / cell), 1);
    double depth = fmax(fmin(boat->depth, MAX_DEPTH), -MAX_DEPTH);
    int lift = (int)lround(depth * find_push(pool, cells, step) / (RIM * RIM));
    RippleStone hull = {(int)lround(boat->x), (int)lround(boat->y),
                        (int)lround(cells * cell), RIM * RIM * lift,
                        RIPPLE_PROFILE_SMOOTH};
    RippleStone rim = hull;

    if (boat->radius <= 0)
        return;
    rim.radius = (int)lround(RIM * cells * cell);
    rim.weight = -lift;
    ripple_splash(pool, &hull, PUSH_STEPS);
    ripple_splash(pool, &rim, PUSH_STEPS);
}

void boat_sail(Ripple *pool, const BoatWay *way, int64_t place)
{
    double dx = (double)way->x1 - way->x0, dy = (double)way->y1 - way->y0;
    double length = sqrt(dx * dx + dy * dy);
    double speed = fmin(length / way->steps, boat_max_speed(pool));
    double share = speed * (double)(place + 1) / fmax(length, 1);

    boat_press(pool,
               &(Boat){way->x0 + share * dx, way->y0 + share * dy, way->radius,
                       way->depth},
               (uint64_t)place);
}

static int between(int from, int to, int64_t part, int whole)
{
    return (int)(from + ((int64_t)to - from) * part / whole);
}

void boat_drag(Ripple *pool, const BoatWay *way, int64_t place)
{
    RippleStone hull = {between(way->x0, way->x1, place, way->steps),
                        between(way->y0, way->y1, place, way->steps),
                        way->radius, way->depth, RIPPLE_PROFILE_BODY};

    ripple_drop_line(pool, &hull,
                     between(way->x0, way->x1, place + 1, way->steps),
                     between(way->y0, way->y1, place + 1, way->steps));
}

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

void boat_press_held(Ripple *pool, HeldBody *body, int depth, uint64_t step)
{
    double dx = body->x - body->last_x, dy = body->y - body->last_y;
    double length = sqrt(dx * dx + dy * dy);
    double share = fmin(boat_max_speed(pool) / fmax(length, 1e-6), 1);

    body->last_x += share * dx;
    body->last_y += share * dy;
    boat_press(pool, &(Boat){body->last_x, body->last_y, body->radius, depth},
               step);
}

void boat_drag_held(Ripple *pool, HeldBody *body, int depth)
{
    RippleStone hull = {(int)body->last_x, (int)body->last_y, body->radius,
                        depth, RIPPLE_PROFILE_BODY};

    ripple_drop_line(pool, &hull, body->x, body->y);
    body->last_x = body->x;
    body->last_y = body->y;
}
