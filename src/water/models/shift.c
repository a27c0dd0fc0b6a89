/* SPDX-License-Identifier: MIT */
/*
 * classic and round: next = mean of the neighbours - before, by shifts, less
 * next >> damping. Undamped amplitude is kept, so they are always stable.
 *
 *     classic   v = (N4 >> 1) - before               speed^2 = 1/2
 *     round     v = ((N4 + diagonals) >> 2) - before speed^2 = 3/4
 *               next = v - (v >> damping)
 */
#include "water/models/model.h"

#include <math.h>

/* The same model as weighted sums: kept * (mean - before). */
static void make_weighted(Stencil *stencil, int damping, int is_round)
{
    int lost = damping > 0 ? RIPPLE_WEIGHT_ONE >> damping : 0;
    int kept = RIPPLE_WEIGHT_ONE - (damping > 0 && lost == 0 ? 1 : lost);

    stencil->kind = is_round ? STENCIL_LINEAR_ROUND : STENCIL_LINEAR;
    stencil->w_prev = (int16_t)-kept;
    stencil->w_edge = (int16_t)(is_round ? kept / 4 : kept / 2);
    stencil->w_diag = (int16_t)(is_round ? kept / 4 : 0);
    stencil->w_now =
        (int16_t)(2 * kept - 4 * (stencil->w_edge + stencil->w_diag));
    stencil->rounding = choose_rounding(damping > 0);
}

static void make(Stencil *stencil, const RippleSettings *settings, int is_plain,
                 int is_round)
{
    stencil->damping = settings->damping;
    if (is_plain)
        stencil->kind = is_round ? STENCIL_ROUND : STENCIL_CLASSIC;
    else
        make_weighted(stencil, settings->damping, is_round);
}

static void make_classic(Stencil *stencil, const RippleSettings *settings,
                         int is_plain)
{
    make(stencil, settings, is_plain, 0);
}

static void make_round(Stencil *stencil, const RippleSettings *settings,
                       int is_plain)
{
    make(stencil, settings, is_plain, 1);
}

static double classic_speed2(const RippleSettings *settings)
{
    (void)settings;
    return 0.5;
}

static double round_speed2(const RippleSettings *settings)
{
    (void)settings;
    return 0.75;
}

static double energy_kept(const RippleSettings *settings)
{
    return settings->damping > 0 ? 1 - ldexp(1, -settings->damping) : 1;
}

const Model ripple_model_classic = {
    .name = "classic",
    .summary = "four neighbours, the ripple of 1999",
    .source = "Ripple, a DirectDraw tutorial, 1999",
    .make = make_classic,
    .speed2 = classic_speed2,
    .energy_kept = energy_kept,
};

const Model ripple_model_round = {
    .name = "round",
    .summary = "eight neighbours, rounder rings",
    .source = "classic, with diagonal neighbours",
    .has_diagonals = 1,
    .make = make_round,
    .speed2 = round_speed2,
    .energy_kept = energy_kept,
};
