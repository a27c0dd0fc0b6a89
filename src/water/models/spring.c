/* SPDX-License-Identifier: MIT */
/*
 * spring ("water puddle", part 5), with dt = 0.2:
 *
 *     speed  = clamp(speed + stiffness * (N4 - 4 height), +-max_speed)
 *     height = (height + dt speed) * (1 - restore)
 *     height = clamp(height, +-max_height * depth)
 *
 * Speeds are kept in 1/16 of a height a step, dt included. Stable up to a
 * stiffness of 2.5, but above 2 the water never comes quite to rest.
 */
#include "water/models/model.h"

#include <math.h>

#define TIME_STEP 0.2

/* Damped speeds also lose 1/2^11 of themselves. The product is then never a
   whole number, and rounding has no halves to treat unevenly. */
static void make(Stencil *stencil, const RippleSettings *settings, int is_plain)
{
    double unit = TIME_STEP * (1 << RIPPLE_SPEED_BITS);
    int is_damped = settings->restore > 0;
    int kept = (int)floor((1 - settings->restore) * RIPPLE_WEIGHT_ONE);

    (void)is_plain;
    if (is_damped && kept == RIPPLE_WEIGHT_ONE)
        kept--;
    stencil->kind = STENCIL_SPRING;
    stencil->height_kept = (int16_t)kept;
    stencil->speed_kept = (int16_t)((1 << RIPPLE_STIFFNESS_BITS) - is_damped);
    stencil->stiffness = (int16_t)lround(settings->stiffness * unit *
                                         (1 << RIPPLE_STIFFNESS_BITS));
    stencil->max_speed = (int16_t)lround(settings->max_speed * unit);
    stencil->max_height = (int16_t)lround(settings->max_height);
    stencil->friction = (int16_t)is_damped;
    stencil->rounding = choose_rounding(is_damped);
}

static double speed2(const RippleSettings *settings)
{
    return settings->stiffness * TIME_STEP;
}

static double energy_kept(const RippleSettings *settings)
{
    return 1 - settings->restore;
}

const Model ripple_model_spring = {
    .name = "spring",
    .summary = "springs that swing back: stiffness, restore, max-speed, "
               "max-height",
    .source = "water puddle program, part 5",
    .has_speeds = 1,
    .make = make,
    .speed2 = speed2,
    .energy_kept = energy_kept,
};
