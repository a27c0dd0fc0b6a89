/* SPDX-License-Identifier: MIT */
#include "play/splash_size.h"

#include "lib/stones.h"
#include "lib/util/fixed.h"
#include "lib/util/trig.h"
#include "play/nature/rain.h"
#include "lib/water/model.h"

#include <math.h>

/*
 * Chosen by eye at 640x480. Radii are shares of the frame's shorter side, the
 * depth is in cells of refraction offset. A smooth stone has the same slopes at
 * every size: its depth is proportional to its radius. A disc's radius is that
 * of the program of 1999, and its depth is between the 32 and 128 of it.
 */
#define DISC_RADIUS     0.036
#define SMOOTH_RADIUS   0.048
#define RAIN_MIN_RADIUS 0.0162
#define RAIN_MAX_RADIUS 0.036
#define SMOOTH_DEPTH    3.9 /* per cell of radius */
#define DISC_MIN_DEPTH  32
#define DISC_MAX_DEPTH  128
#define MAX_WEIGHT      12000 /* waves must be able to add up */
#define POURING         20  /* drops per second from which heavy ones spatter */
#define HEAVY_DROP      0.6 /* 0: the smallest drop, 1: the largest */
#define DROPLETS        7
#define SPEEDS_DEPTH    6.0 /* factor if cells have speeds: a stone gives none */
#define SINK_STEPS      1.05 /* per cell of radius: like its waves */
#define SINK_MIN_STEPS  4
#define SINK_MAX_STEPS  32
#define SEED_SIZES      0x73697a65u /* added to the seed: those of raindrops */

/* The rim of water that a sinking stone pushes aside: factors of its radius and
   depth. */
#define RIM_RADIUS 1.8
#define RIM_DEPTH  (-0.25)

/* The splashes of a click; those after the first have that factor of its
   stone's radius. */
#define CLICK_COUNT  5
#define CLICK_STEPS  22 /* from one to the next */
#define CLICK_RADIUS 0.72

/* The stones of a transition: factors of the usual radius and depth. */
#define FIRST_SCALE 2.5
#define FIRST_DEPTH 0.3
#define RING_SCALE  2.0
#define RING_DEPTH  0.08

int splash_depth_weight(const PlaySettings *settings, double depth)
{
    if (settings->pool.refraction > 0)
        depth /= settings->pool.refraction;
    return (int)lround(fmin(depth, MAX_WEIGHT));
}

int splash_weight(const PlaySettings *settings, double radius, uint64_t random)
{
    double depth = radius * SMOOTH_DEPTH;

    if (settings->profile == RIPPLE_PROFILE_DISC)
        depth = DISC_MIN_DEPTH +
                rain_fraction(random) * (DISC_MAX_DEPTH - DISC_MIN_DEPTH);
    if (ripple_model_of(&settings->pool)->has_speeds)
        depth *= SPEEDS_DEPTH;
    return splash_depth_weight(settings, depth);
}

static double usual_radius(const PlaySettings *settings)
{
    return settings->profile == RIPPLE_PROFILE_DISC ? DISC_RADIUS
                                                    : SMOOTH_RADIUS;
}

RippleStone splash_stone(const Ripple *pool, const PlaySettings *settings,
                         int x, int y, double scale, uint64_t random)
{
    double side = fmin(ripple_width(pool), ripple_height(pool));
    double radius = fmax(side * usual_radius(settings) * scale, 1);

    return (RippleStone){
        x, y, (int)lround(radius),
        splash_weight(settings, radius / ripple_cell(pool), random),
        settings->profile};
}

/* Steps that a stone sinks; 1 for a disc, which falls at once, as in 1999. */
static int count_steps(const Ripple *pool, const RippleStone *stone)
{
    double cells = stone->radius / ripple_cell(pool);

    if (stone->profile == RIPPLE_PROFILE_DISC)
        return 1;
    return clamp_int((int)lround(cells * SINK_STEPS), SINK_MIN_STEPS,
                     SINK_MAX_STEPS);
}

/* The rim of water that a sinking smooth stone pushes aside: a wider stone of
   negative weight. */
static RippleStone make_rim(const RippleStone *stone)
{
    return (RippleStone){
        stone->x, stone->y, (int)lround(stone->radius * RIM_RADIUS),
        (int)lround(stone->weight * RIM_DEPTH), stone->profile};
}

void splash_drop(Ripple *pool, const RippleStone *stone)
{
    int steps = count_steps(pool, stone);
    RippleStone rim = make_rim(stone);

    if (stone->profile == RIPPLE_PROFILE_SMOOTH)
        ripple_splash(pool, &rim, steps);
    ripple_splash(pool, stone, steps);
}

/* The stone of splash i of a click. */
static RippleStone choose_splash(const RippleStone *stone, int i)
{
    static const double weights[CLICK_COUNT] = {1, 0.62, 0.42, 0.27, 0.16};
    double scale = i > 0 ? CLICK_RADIUS : 1;

    return (RippleStone){
        stone->x, stone->y, max_int((int)lround(stone->radius * scale), 1),
        (int)lround(stone->weight * weights[i]), stone->profile};
}

void splash_drop_click(Ripple *pool, const RippleStone *stone)
{
    splash_drop(pool, stone);
    if (stone->profile == RIPPLE_PROFILE_DISC)
        return;
    for (int i = 1; i < CLICK_COUNT; i++) {
        RippleStone next = choose_splash(stone, i), rim = make_rim(&next);
        int steps = count_steps(pool, &next);

        ripple_splash_later(pool, &rim, steps, i * CLICK_STEPS);
        ripple_splash_later(pool, &next, steps, i * CLICK_STEPS);
    }
}

/* A drop throws up a crown of droplets. Those thrown higher fall later and
   farther away, and the wind carries them on. */
static void spatter(Ripple *pool, const RippleStone *drop, uint64_t random)
{
    for (uint64_t i = 0; i < DROPLETS; i++) {
        double turn = rain_fraction(rain_random(random, 3 * i));
        double throw = rain_fraction(rain_random(random, 3 * i + 1));
        double size = rain_fraction(rain_random(random, 3 * i + 2));
        double angle = 360.0 / DROPLETS * ((double)i + turn);
        double distance = drop->radius * (1.2 + 0.8 * throw);
        double drift = drop->radius * 3 * throw;
        double scale = 0.16 + 0.16 * size;
        RippleStone droplet = {
            drop->x +
                (int)lround(ripple_cosine(angle) * distance + WIND_X * drift),
            drop->y +
                (int)lround(ripple_sine(angle) * distance + WIND_Y * drift),
            max_int((int)lround(drop->radius * scale), 1),
            (int)lround(drop->weight * scale), drop->profile};

        ripple_splash_later(pool, &droplet, count_steps(pool, &droplet),
                            8 + (int)(14 * throw));
    }
}

RippleStone splash_drop_rain(Ripple *pool, const PlaySettings *settings,
                             uint64_t seed, uint64_t drop)
{
    double size = rain_fraction(rain_random(seed + SEED_SIZES, 2 * drop));
    double radius =
        RAIN_MIN_RADIUS + size * (RAIN_MAX_RADIUS - RAIN_MIN_RADIUS);
    double left, top;
    RippleStone stone;

    rain_place(seed, drop, &left, &top);
    stone = splash_stone(pool, settings, (int)(left * ripple_width(pool)),
                         (int)(top * ripple_height(pool)),
                         radius / usual_radius(settings),
                         rain_random(seed + SEED_SIZES, 2 * drop + 1));
    splash_drop(pool, &stone);
    if (settings->rain >= POURING && size > HEAVY_DROP &&
        stone.profile == RIPPLE_PROFILE_SMOOTH)
        spatter(pool, &stone, rain_random(seed + SEED_SIZES, ~drop));
    return stone;
}

static RippleStone make_smooth(const Ripple *pool, const PlaySettings *settings,
                               int x, int y, double scale, double depth)
{
    RippleStone stone = splash_stone(pool, settings, x, y, scale, 0);

    stone.weight = (int)lround(stone.weight * depth);
    stone.profile = RIPPLE_PROFILE_SMOOTH;
    return stone;
}

void splash_drop_smooth(Ripple *pool, const PlaySettings *settings, int x,
                        int y)
{
    RippleStone stone =
        make_smooth(pool, settings, x, y, FIRST_SCALE, FIRST_DEPTH);

    ripple_drop(pool, &stone);
}

/* Whether a stone lies inside the pool with all of its radius. */
static int is_inside(const Ripple *pool, const RippleStone *stone)
{
    return stone->x >= stone->radius && stone->y >= stone->radius &&
           stone->x < ripple_width(pool) - stone->radius &&
           stone->y < ripple_height(pool) - stone->radius;
}

/* The stones are half a radius apart and make one wave. Each direction is the
   last one turned by the angle whose sine is `sine`. */
void splash_drop_ring(Ripple *pool, const PlaySettings *settings,
                      const Transition *transition)
{
    double radius =
        transition_radius(transition, ripple_width(pool), ripple_height(pool));
    RippleStone stone = make_smooth(pool, settings, transition->x,
                                    transition->y, RING_SCALE, RING_DEPTH);
    double sine = stone.radius / (2 * fmax(radius, stone.radius));
    double x = 1, y = 0, cosine = sqrt(1 - sine * sine);

    if (radius < stone.radius)
        return; /* the first stone is still there */
    for (int i = 0; i < (int)(2 * PI / sine); i++) {
        double turned_x = x * cosine - y * sine;

        stone.x = transition->x + (int)lround(radius * x);
        stone.y = transition->y + (int)lround(radius * y);
        if (is_inside(pool, &stone))
            ripple_drop(pool, &stone);
        y = y * cosine + x * sine;
        x = turned_x;
    }
}
