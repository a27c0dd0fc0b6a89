/* SPDX-License-Identifier: MIT */
#include "play/boat.h"

#include "lib/util/fixed.h"
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
#define INERTIA    2 /* radii in which a boat turns by most of an angle */
#define APPEAR     4 /* of BOATS_FADE a step */

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

void boats_fit(Boats *boats, const Ripple *pool)
{
    int width = ripple_width(pool), height = ripple_height(pool);

    for (int i = 0; i < boats->count; i++) {
        boats->boat[i].x *= (double)width / boats->width;
        boats->boat[i].y *= (double)height / boats->height;
    }
    boats->width = width;
    boats->height = height;
}

void boats_step(Boats *boats)
{
    int kept = 0;

    for (int i = 0; i < boats->count; i++) {
        SeenBoat *boat = &boats->boat[i];

        boat->fade += boat->is_sailing ? APPEAR : -1;
        boat->fade = min_int(boat->fade, BOATS_FADE);
        boat->is_sailing = 0;
        if (boat->fade > 0)
            boats->boat[kept++] = *boat;
    }
    boats->count = kept;
}

/* The boat that lies at a place, or else a new one that heads for (dx, dy);
   NULL: there are too many. */
static SeenBoat *find_boat(Boats *boats, const Boat *at, double dx, double dy)
{
    SeenBoat *boat = boats->boat, *end = boat + boats->count;
    double length = sqrt(dx * dx + dy * dy), reach = at->radius + 1.5;

    for (; boat < end; boat++) {
        double x = boat->x - at->x, y = boat->y - at->y;

        if (!boat->is_sailing && x * x + y * y <= reach * reach)
            return boat;
    }
    if (boats->count == BOATS_MAX)
        return NULL;
    boats->count++;
    *boat = (SeenBoat){.along_x = 0.8, .along_y = -0.6};
    if (length > 0)
        *boat = (SeenBoat){.along_x = dx / length, .along_y = dy / length};
    return boat;
}

/* The bow follows the way in a curve. A boat at rest does not turn. */
static void turn(SeenBoat *boat, double dx, double dy)
{
    double ahead = dx * boat->along_x + dy * boat->along_y;
    double aside = dy * boat->along_x - dx * boat->along_y, length;

    if (ahead < 0) /* astern: turns about, to the nearer side */
        aside = copysign(sqrt(dx * dx + dy * dy), aside);
    ahead = fmax(ahead, 0) + INERTIA * boat->radius;
    length = sqrt(ahead * ahead + aside * aside);
    dx = (boat->along_x * ahead - boat->along_y * aside) / length;
    dy = (boat->along_y * ahead + boat->along_x * aside) / length;
    boat->along_x = dx;
    boat->along_y = dy;
}

/* Shows a boat that goes from one place to another in this step. */
static void show(Boats *boats, const Boat *from, double x, double y)
{
    double dx = x - from->x, dy = y - from->y;
    SeenBoat *boat;

    if (from->radius <= 0 || boats == NULL)
        return;
    boat = find_boat(boats, from, dx, dy);
    if (boat == NULL)
        return;
    boat->x = x;
    boat->y = y;
    boat->radius = from->radius;
    boat->is_sailing = 1;
    turn(boat, dx, dy);
}

/* Where a boat is after so many steps of its way. */
static Boat find_place(const Ripple *pool, const BoatWay *way, int64_t steps)
{
    double dx = (double)way->x1 - way->x0, dy = (double)way->y1 - way->y0;
    double length = sqrt(dx * dx + dy * dy);
    double speed = fmin(length / way->steps, boat_max_speed(pool));
    double share = speed * (double)steps / fmax(length, 1);

    return (Boat){way->x0 + share * dx, way->y0 + share * dy, way->radius,
                  way->depth};
}

void boat_sail(Ripple *pool, Boats *boats, const BoatWay *way, int64_t place)
{
    Boat before = find_place(pool, way, place);
    Boat boat = find_place(pool, way, place + 1);

    boat_press(pool, &boat, (uint64_t)place);
    show(boats, &before, boat.x, boat.y);
}

static int between(int from, int to, int64_t part, int whole)
{
    return (int)(from + ((int64_t)to - from) * part / whole);
}

void boat_drag(Ripple *pool, Boats *boats, const BoatWay *way, int64_t place)
{
    RippleStone hull = {between(way->x0, way->x1, place, way->steps),
                        between(way->y0, way->y1, place, way->steps),
                        way->radius, way->depth, RIPPLE_PROFILE_BODY};
    int x = between(way->x0, way->x1, place + 1, way->steps);
    int y = between(way->y0, way->y1, place + 1, way->steps);

    ripple_drop_line(pool, &hull, x, y);
    show(boats, &(Boat){hull.x, hull.y, hull.radius, 0}, x, y);
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

void boat_press_held(Ripple *pool, Boats *boats, HeldBody *body, int depth,
                     uint64_t step)
{
    Boat boat = {body->last_x, body->last_y, body->radius, depth}, before;
    double dx = body->x - boat.x, dy = body->y - boat.y;
    double length = sqrt(dx * dx + dy * dy);
    double share = fmin(boat_max_speed(pool) / fmax(length, 1e-6), 1);

    before = boat;
    boat.x = body->last_x += share * dx;
    boat.y = body->last_y += share * dy;
    boat_press(pool, &boat, step);
    show(boats, &before, boat.x, boat.y);
}

void boat_drag_held(Ripple *pool, Boats *boats, HeldBody *body, int depth)
{
    Boat before = {body->last_x, body->last_y, body->radius, depth};
    RippleStone hull = {(int)before.x, (int)before.y, body->radius, depth,
                        RIPPLE_PROFILE_BODY};

    ripple_drop_line(pool, &hull, body->x, body->y);
    body->last_x = body->x;
    body->last_y = body->y;
    show(boats, &before, body->x, body->y);
}
