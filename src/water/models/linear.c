/* SPDX-License-Identifier: MIT */
/*
 * wave and shallow: next = w_prev * before + w_now * now + w_edge * N4, with
 * weights in 1/2^14.
 *
 * wave (Lengyel; Luna), with D = viscosity time_step + 2 and
 * e = (speed time_step / spacing)^2:
 *     w_prev = (viscosity time_step - 2) / D, w_now = (4 - 8 e) / D,
 *     w_edge = 2 e / D; stable if speed <= spacing / (2 time_step) * sqrt(D)
 *
 * shallow (shallow water for games), with kept = 1 - loss:
 *     w_prev = -kept beta, w_now = kept (1 + beta - 4 alpha),
 *     w_edge = kept alpha; stable if alpha <= (1 / kept + 1 + 2 beta) / 8
 */
#include "base/fixed.h"
#include "water/models/model.h"

#include <math.h>

#define ONE          RIPPLE_WEIGHT_ONE
#define MAX_FRICTION 2    /* viscosity * time_step: more than stops a wave */
#define ROUNDING     1e-9 /* limits are compared with this relative error */

static int16_t to_weight(double value)
{
    return (int16_t)lround(fmin(value * ONE, INT16_MAX));
}

/*
 * `sum` is the sum of all weights, the share that a level keeps, in 1/2^14.
 * w_now is what the others leave of it, so the quantised weights add up
 * exactly. The shortest waves, of two cells, grow unless
 * 8 w_edge <= 1 + sum - 2 w_prev: w_edge is lowered to that, so that rounding
 * it never makes a stable model unstable.
 */
static void set_weights(Stencil *stencil, double w_prev, double w_edge, int sum)
{
    int max;

    stencil->kind = STENCIL_LINEAR;
    stencil->w_prev = to_weight(w_prev);
    max = (ONE + sum - 2 * stencil->w_prev) / 8;
    stencil->w_edge = to_weight(w_edge);
    if (stencil->w_edge > max)
        stencil->w_edge = (int16_t)max;
    sum -= stencil->w_prev + 4 * stencil->w_edge;
    stencil->w_now = (int16_t)min_int(sum, INT16_MAX);
}

/* e above: the square of the Courant number. */
static double courant2(const RippleSettings *settings)
{
    double cells = settings->speed * settings->time_step / settings->spacing;

    return cells * cells;
}

static double friction(const RippleSettings *settings)
{
    return settings->viscosity * settings->time_step;
}

static ModelLimit wave_limit(const RippleSettings *settings)
{
    double max = settings->spacing / (2 * settings->time_step) *
                 sqrt(friction(settings) + 2);

    if (friction(settings) > MAX_FRICTION)
        return (ModelLimit){"viscosity", MAX_FRICTION / settings->time_step,
                            "time-step, or the water flickers"};
    if (settings->speed > max * (1 + ROUNDING))
        return (ModelLimit){"speed", max,
                            "viscosity, time-step and spacing, or the waves "
                            "grow without end"};
    return (ModelLimit){0};
}

static void make_wave(Stencil *stencil, const RippleSettings *settings,
                      int is_plain)
{
    double divisor = friction(settings) + 2;
    int is_damped = friction(settings) > 0;

    (void)is_plain;
    set_weights(stencil, (friction(settings) - 2) / divisor,
                2 * courant2(settings) / divisor, ONE - is_damped);
    stencil->rounding = choose_rounding(is_damped);
}

static double wave_speed2(const RippleSettings *settings)
{
    return fmin(courant2(settings), 0.5);
}

static double wave_energy_kept(const RippleSettings *settings)
{
    return fmax((2 - friction(settings)) / (2 + friction(settings)), 0);
}

static ModelLimit shallow_limit(const RippleSettings *settings)
{
    double kept = 1 - settings->loss;
    double max = kept > 0 ? (1 / kept + 1 + 2 * settings->beta) / 8 : 1;

    if (settings->alpha > max * (1 + ROUNDING))
        return (ModelLimit){"alpha", max,
                            "beta and loss, or the waves grow without end"};
    return (ModelLimit){0};
}

static void make_shallow(Stencil *stencil, const RippleSettings *settings,
                         int is_plain)
{
    double kept = 1 - settings->loss;
    int is_damped = settings->loss > 0 || settings->beta < 1;
    int sum = (int)floor(kept * ONE);

    (void)is_plain;
    if (is_damped && sum == ONE)
        sum--;
    set_weights(stencil, -kept * settings->beta, kept * settings->alpha, sum);
    stencil->rounding = choose_rounding(is_damped);
}

static double shallow_speed2(const RippleSettings *settings)
{
    double kept = 1 - settings->loss;

    return 2 * kept * settings->alpha / (1 + kept * settings->beta);
}

static double shallow_energy_kept(const RippleSettings *settings)
{
    return (1 - settings->loss) * settings->beta;
}

const Model ripple_model_wave = {
    .name = "wave",
    .summary = "the damped wave equation: viscosity, speed, time-step, spacing",
    .source = "Lengyel, Mathematics for 3D Game Programming; Luna",
    .limit = wave_limit,
    .make = make_wave,
    .speed2 = wave_speed2,
    .energy_kept = wave_energy_kept,
};

const Model ripple_model_shallow = {
    .name = "shallow",
    .summary = "shallow water: alpha, beta, loss",
    .source = "shallow water for games, part 1",
    .limit = shallow_limit,
    .make = make_shallow,
    .speed2 = shallow_speed2,
    .energy_kept = shallow_energy_kept,
};
