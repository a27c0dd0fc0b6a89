/* SPDX-License-Identifier: MIT */
#include "play/splash_size.h"

#include "base/fixed.h"
#include "play/rain.h"

#include <math.h>

/*
 * The look of stones, chosen by eye at 640x480: a radius of a share of the
 * frame's shorter side, and a depth in pixels of offset. A smooth stone
 * keeps its slopes at every size, so its depth goes with its radius; a disc
 * has a depth of its own, between the 32 and 128 of source R.
 */
#define RADIUS           0.036
#define SMOOTH_DEPTH     5.0 /* per cell of radius */
#define DISC_DEPTH_LEAST 32
#define DISC_DEPTH_MOST  128
#define WEIGHT_MOST      12000 /* leaves room for waves to add up */
#define SPRING_DEPTH     6.0   /* times: a stone leaves springs no speed */
#define RAIN_SCALE_LEAST 0.45
#define RAIN_SCALE_MOST  1.0

/* Sizes and depths of those of a fade, as shares of usual ones. */
#define SOFT_SCALE 2.5
#define SOFT_DEPTH 0.3
#define RING_SCALE 2.0
#define RING_DEPTH 0.08

int splash_depth_weight(const PlaySettings *water, double depth)
{
    if (water->pool.refraction > 0)
        depth /= water->pool.refraction;
    return (int)lround(fmin(depth, WEIGHT_MOST));
}

int splash_weight(const PlaySettings *water, double radius, uint64_t random)
{
    double depth = radius * SMOOTH_DEPTH;

    if (water->profile == RIPPLE_PROFILE_DISC)
        depth = DISC_DEPTH_LEAST +
                rain_fraction(random) * (DISC_DEPTH_MOST - DISC_DEPTH_LEAST);
    if (water->pool.model == RIPPLE_MODEL_SPRING)
        depth *= SPRING_DEPTH;
    return splash_depth_weight(water, depth);
}

RippleStone splash_stone(const Ripple *pool, const PlaySettings *water, int x,
                         int y, double scale, uint64_t random)
{
    double side = fmin(ripple_width(pool), ripple_height(pool));
    double radius = fmax(side * RADIUS * scale, 1);

    return (RippleStone){
        x, y, (int)lround(radius),
        splash_weight(water, radius / ripple_cell(pool), random),
        water->profile};
}

void splash_drop_rain(Ripple *pool, const PlaySettings *water, uint64_t seed,
                      uint64_t index)
{
    double left = rain_fraction(rain_random(seed, 4 * index));
    double top = rain_fraction(rain_random(seed, 4 * index + 1));
    double size = rain_fraction(rain_random(seed, 4 * index + 2));
    double scale =
        RAIN_SCALE_LEAST + size * (RAIN_SCALE_MOST - RAIN_SCALE_LEAST);
    RippleStone stone =
        splash_stone(pool, water, (int)(left * ripple_width(pool)),
                     (int)(top * ripple_height(pool)), scale,
                     rain_random(seed, 4 * index + 3));

    ripple_drop(pool, &stone);
}

static RippleStone make_soft(const Ripple *pool, const PlaySettings *water,
                             int x, int y, double scale, double depth)
{
    RippleStone stone = splash_stone(pool, water, x, y, scale, 0);

    stone.weight = (int)lround(stone.weight * depth);
    stone.profile = RIPPLE_PROFILE_SMOOTH;
    return stone;
}

void splash_drop_smooth(Ripple *pool, const PlaySettings *water, int x, int y)
{
    RippleStone stone = make_soft(pool, water, x, y, SOFT_SCALE, SOFT_DEPTH);

    ripple_drop(pool, &stone);
}

/* They are near enough to each other to make one wave. Each direction is the
   one before, turned by the same angle. */
void splash_drop_ring(Ripple *pool, const PlaySettings *water,
                      const Transition *transition)
{
    double radius =
        transition_radius(transition, ripple_width(pool), ripple_height(pool));
    RippleStone stone = make_soft(pool, water, transition->x, transition->y,
                                  RING_SCALE, RING_DEPTH);
    double part = stone.radius / (2 * fmax(radius, stone.radius));
    double across = 1, down = 0, rest = sqrt(1 - part * part);

    if (radius < stone.radius)
        return; /* the stone itself is still there */
    for (int i = 0; i < (int)(2 * PI / part); i++) {
        double turned = across * rest - down * part;

        stone.x = transition->x + (int)lround(radius * across);
        stone.y = transition->y + (int)lround(radius * down);
        ripple_drop(pool, &stone);
        down = down * rest + across * part;
        across = turned;
    }
}
