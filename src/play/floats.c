/* SPDX-License-Identifier: MIT */
#include "play/floats.h"

#include "lib/util/fixed.h"
#include "play/nature/leaves.h"
#include "play/nature/rain.h"

#include <math.h>

/* By eye. Waves push by their slope, there and back, and onward by slope times
   rise, as their energy flows. */
#define BOAT_SHARE  0.05   /* radius, of the frame's shorter side */
#define DUCK_SHARE  0.04   /* the same */
#define SLOPE       0.0004 /* cells a step for a slope of 1 */
#define ONWARD      0.0003 /* the same, and a rise of 1 */
#define DRAG        0.015  /* of the speed against the water, each step */
#define BREEZE      3e-6   /* of the frame's rows a step, for a swell of 1 */
#define MAX_SPEED   0.08   /* radii a step */
#define STILL       0.004  /* pixels a step */
#define BOUNCE      0.5    /* of the speed is left */
#define TURN        0.05   /* of the way to a new heading, at a radius a step */
#define WIND_TURN   0.006  /* the same a step, into the wind */
#define APPEAR      4      /* of BOATS_FADE a step */
#define START_TRIES 32

#define SEED_FLOATS 0x666c6f61u /* added to the seed: a stream of its own */

static int find_radius(const Ripple *pool, int is_duck)
{
    int side = min_int(ripple_width(pool), ripple_height(pool));

    return max_int((int)(side * (is_duck ? DUCK_SHARE : BOAT_SHARE)), 2);
}

static int is_free(const Ripple *pool, double x, double y, int radius)
{
    return x >= radius && y >= radius && x <= ripple_width(pool) - radius &&
           y <= ripple_height(pool) - radius &&
           !leaves_on_land(pool, (int)x, (int)y);
}

static Float start(const Ripple *pool, uint64_t seed, int i)
{
    Float made = {.seen = {.along_x = i % 2 ? -0.8 : 0.8, .along_y = 0.6}};

    for (int k = 0; k < START_TRIES; k++) {
        uint64_t random =
            rain_random(seed + SEED_FLOATS, (uint64_t)(i * START_TRIES + k));

        made.seen.x = rain_fraction(random) * ripple_width(pool);
        made.seen.y = rain_fraction(~random * 3) * ripple_height(pool);
        if (is_free(pool, made.seen.x, made.seen.y, 2 * find_radius(pool, 0)))
            break;
    }
    return made;
}

void floats_fit(Floats *floats, const Ripple *pool, uint64_t seed, int boats,
                int ducks)
{
    int width = ripple_width(pool), height = ripple_height(pool);
    int before = floats->count;

    floats->boats = boats;
    floats->count = boats + ducks;
    for (int i = 0; i < floats->count; i++) {
        SeenBoat *seen = &floats->item[i].seen;

        if (i >= before)
            floats->item[i] = start(pool, seed, i);
        else if (width != floats->width || height != floats->height) {
            seen->x *= (double)width / floats->width;
            seen->y *= (double)height / floats->height;
        }
        seen->radius = find_radius(pool, i >= boats);
    }
    floats->width = width;
    floats->height = height;
}

/* Turns its bow part of the way to a direction. */
static void turn(SeenBoat *seen, double x, double y, double part)
{
    double length;

    seen->along_x += x * part;
    seen->along_y += y * part;
    length =
        sqrt(seen->along_x * seen->along_x + seen->along_y * seen->along_y);
    seen->along_x = length > 0 ? seen->along_x / length : 1;
    seen->along_y = length > 0 ? seen->along_y / length : 0;
}

/* The waves' push on a float, which notes the level of the water. */
static void push(Float *item, const Ripple *pool)
{
    int columns, rows;
    double cell = ripple_cell(pool);
    size_t stride;
    const int16_t *heights = ripple_heights(pool, &columns, &rows, &stride);
    int reach = max_int((int)(item->seen.radius / cell), 1);
    int x = clamp_int((int)(item->seen.x / cell), reach, columns - 1 - reach);
    int y = clamp_int((int)(item->seen.y / cell), reach, rows - 1 - reach);
    double before = item->level, rise, to_x, to_y, factor;
    int left, right, above, below;

    if (columns <= 2 * reach || rows <= 2 * reach)
        return;
    left = heights[(size_t)y * stride + (size_t)(x - reach)];
    right = heights[(size_t)y * stride + (size_t)(x + reach)];
    above = heights[(size_t)(y - reach) * stride + (size_t)x];
    below = heights[(size_t)(y + reach) * stride + (size_t)x];
    item->level = (left + right + above + below) / 4.0;
    rise = item->level - before;
    to_x = (left - right) / (2.0 * reach);
    to_y = (above - below) / (2.0 * reach);
    factor = fmax(SLOPE + ONWARD * rise, -SLOPE) * cell;
    item->speed_x += factor * to_x;
    item->speed_y += factor * to_y;
}

/* Water and wind carry a float, whose bow turns to where it goes, or into the
   wind. */
static void carry(Float *item, const Ripple *pool)
{
    double swell = ripple_settings(pool)->swell, speed, limit;
    double breeze = BREEZE * swell * ripple_height(pool);
    int flow_x, flow_y;

    ripple_current_at(pool, (int)item->seen.x, (int)item->seen.y, &flow_x,
                      &flow_y);
    item->speed_x +=
        (flow_x / 65536.0 + WIND_X * breeze / DRAG - item->speed_x) * DRAG;
    item->speed_y +=
        (flow_y / 65536.0 + WIND_Y * breeze / DRAG - item->speed_y) * DRAG;
    speed = sqrt(item->speed_x * item->speed_x + item->speed_y * item->speed_y);
    limit = MAX_SPEED * item->seen.radius;
    if (speed > limit) {
        item->speed_x *= limit / speed;
        item->speed_y *= limit / speed;
    }
    if (swell > 0)
        turn(&item->seen, -WIND_X, -WIND_Y, WIND_TURN);
    else
        turn(&item->seen, item->speed_x, item->speed_y,
             TURN / item->seen.radius);
    if (speed < STILL && flow_x == 0 && flow_y == 0)
        item->speed_x = item->speed_y = 0;
}

/* Moves along one axis, or back from what is in the way; a float that lies
   where it cannot be moves on. */
static void move(Float *item, const Ripple *pool, double dx, double dy)
{
    SeenBoat *seen = &item->seen;
    int radius = seen->radius;
    int ahead_x = dx > 0 ? radius : dx < 0 ? -radius : 0;
    int ahead_y = dy > 0 ? radius : dy < 0 ? -radius : 0;

    if (!leaves_on_land(pool, (int)seen->x, (int)seen->y) &&
        (leaves_on_land(pool, (int)(seen->x + dx + ahead_x),
                        (int)(seen->y + dy + ahead_y)) ||
         (ripple_settings(pool)->edges != RIPPLE_EDGES_WRAP &&
          is_free(pool, seen->x, seen->y, radius) &&
          !is_free(pool, seen->x + dx, seen->y + dy, radius)))) {
        item->speed_x *= dx != 0 ? -BOUNCE : 1;
        item->speed_y *= dy != 0 ? -BOUNCE : 1;
        return;
    }
    seen->x += dx;
    seen->y += dy;
}

/* A float that crosses the seam of a torus comes in at the other side; in other
   pools a float outside returns. */
static double keep_inside(double place, int pixels, int wraps)
{
    if (wraps && (place < 0 || place >= pixels))
        return place < 0 ? place + pixels : place - pixels;
    return fmin(fmax(place, 0), pixels);
}

/* Shifts a float, but not onto land. */
static void shift(Float *item, const Ripple *pool, double dx, double dy)
{
    double x = item->seen.x + dx, y = item->seen.y + dy;

    if (leaves_on_land(pool, (int)x, (int)y))
        return;
    item->seen.x = x;
    item->seen.y = y;
}

/* Two that touch part, and swap their speeds along the line between them. */
static void collide(Float *a, Float *b, const Ripple *pool)
{
    double x = b->seen.x - a->seen.x, y = b->seen.y - a->seen.y;
    double distance = sqrt(x * x + y * y), closing;
    double overlap = a->seen.radius + b->seen.radius - distance;

    if (overlap <= 0)
        return;
    x = distance > 0 ? x / distance : 1;
    y = distance > 0 ? y / distance : 0;
    shift(a, pool, -x * overlap / 2, -y * overlap / 2);
    shift(b, pool, x * overlap / 2, y * overlap / 2);
    closing = (a->speed_x - b->speed_x) * x + (a->speed_y - b->speed_y) * y;
    closing = fmax(closing, 0);
    a->speed_x -= closing * x;
    a->speed_y -= closing * y;
    b->speed_x += closing * x;
    b->speed_y += closing * y;
}

void floats_step(Floats *floats, const Ripple *pool, uint64_t seed, int boats,
                 int ducks)
{
    int wraps = ripple_settings(pool)->edges == RIPPLE_EDGES_WRAP;

    floats_fit(floats, pool, seed, boats, ducks);
    for (int i = 0; i < floats->count; i++) {
        Float *item = &floats->item[i];
        SeenBoat *seen = &item->seen;

        push(item, pool);
        if (i + 1 != floats->rowed) {
            carry(item, pool);
            move(item, pool, item->speed_x, 0);
            move(item, pool, 0, item->speed_y);
        }
        for (int k = 0; k < i; k++)
            collide(&floats->item[k], item, pool);
        seen->fade = min_int(seen->fade + APPEAR, BOATS_FADE);
        seen->x = keep_inside(seen->x, floats->width, wraps);
        seen->y = keep_inside(seen->y, floats->height, wraps);
    }
    floats->rowed = 0;
}

int floats_are_still(const Floats *floats)
{
    for (int i = 0; i < floats->count; i++) {
        const Float *item = &floats->item[i];

        if (item->speed_x != 0 || item->speed_y != 0 ||
            item->seen.fade < BOATS_FADE)
            return 0;
    }
    return 1;
}

int floats_find_boat(const Floats *floats, int x, int y)
{
    for (int i = 0; i < floats->boats; i++) {
        const SeenBoat *seen = &floats->item[i].seen;
        double dx = seen->x - x, dy = seen->y - y, reach = 1.5 * seen->radius;

        if (dx * dx + dy * dy < reach * reach)
            return i;
    }
    return -1;
}

void floats_row(Floats *floats, const Ripple *pool, int i, double x, double y)
{
    SeenBoat *seen = &floats->item[i].seen;

    floats->rowed = i + 1;
    if (leaves_on_land(pool, (int)x, (int)y))
        return;
    floats->item[i].speed_x = x - seen->x;
    floats->item[i].speed_y = y - seen->y;
    turn(seen, x - seen->x, y - seen->y, 1.0 / seen->radius);
    seen->x = x;
    seen->y = y;
}
