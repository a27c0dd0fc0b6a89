/* SPDX-License-Identifier: MIT */
#include "play/boat.h"

#include "water/models/model.h"

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
