/* SPDX-License-Identifier: MIT */
/*
 * The formulas of the models, and the table of their rows at the end. Sources
 * and measurements are in src/lib/water/README.md.
 */
#include "lib/water/model.h"

#include "lib/util/fixed.h"

#include <math.h>
#include <string.h>

#define ONE          (1 << RIPPLE_WEIGHT_BITS)
#define FINE_ONE     (ONE << RIPPLE_FRACTION_BITS) /* of sums and w_rest */
#define MAX_FRICTION 2    /* of viscosity * time_step, without flicker */
#define ROUNDING     1e-9 /* relative tolerance of the limits */
#define TIME_STEP    0.2  /* of springs */

/* Max. height for the 16-bit sums of `classic`, `round` and linear_round. */
#define MAX_LEAP 8191

/* -w_prev is the share of the previous height that a step keeps, below ONE
   if the model is damped. The stencil stores w_prev - ONE, since changes are
   added to the previous height. */
static void set_previous(Stencil *stencil, int w_prev, int is_damped)
{
    stencil->w_prev = (int16_t)(w_prev - ONE);
    stencil->is_damped = is_damped;
}

/*
 * classic and round: next = mean of the neighbours - before, by shifts, less
 * next >> damping. Undamped, amplitude stays, so they are always stable.
 *
 *     classic   v = (N4 >> 1) - before               speed^2 = 1/2
 *     round     v = ((N4 + diagonals) >> 2) - before speed^2 = 3/4
 *               next = v - (v >> damping)
 */

/* classic or round as weighted sums: kept * (mean - before). */
static void make_weighted(Stencil *stencil, int damping, int is_round)
{
    int lost = damping > 0 ? ONE >> damping : 0;
    int kept = ONE - (damping > 0 && lost == 0 ? 1 : lost);

    stencil->kind = is_round ? STENCIL_LINEAR_ROUND : STENCIL_LINEAR;
    set_previous(stencil, -kept, damping > 0);
    stencil->w_edge = (int16_t)(is_round ? kept / 4 : kept / 2);
    stencil->w_diag = (int16_t)(is_round ? kept / 4 : 0);
    stencil->w_now =
        (int16_t)(2 * kept - 4 * (stencil->w_edge + stencil->w_diag));
}

static void make_shift(Stencil *stencil, const RippleSettings *settings,
                       int is_plain, int is_round)
{
    stencil->damping = settings->damping;
    stencil->max_height = MAX_LEAP;
    if (is_plain)
        stencil->kind = is_round ? STENCIL_ROUND : STENCIL_CLASSIC;
    else
        make_weighted(stencil, settings->damping, is_round);
}

static void make_classic(Stencil *stencil, const RippleSettings *settings,
                         int is_plain)
{
    make_shift(stencil, settings, is_plain, 0);
}

static void make_round(Stencil *stencil, const RippleSettings *settings,
                       int is_plain)
{
    make_shift(stencil, settings, is_plain, 1);
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

static double shift_energy_kept(const RippleSettings *settings)
{
    return settings->damping > 0 ? 1 - ldexp(1, -settings->damping) : 1;
}

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

static int16_t to_weight(double value)
{
    return (int16_t)lround(fmin(value * ONE, INT16_MAX));
}

/*
 * `sum` is the sum of all weights, the share of a constant height that a step
 * keeps, in 1/2^26. w_now and w_rest are `sum` less the other weights, so the
 * quantised weights add up exactly. The shortest waves, of two cells, grow
 * unless 8 w_edge <= 1 + sum - 2 w_prev. w_edge is limited to that, so rounding
 * it never makes a stable model unstable.
 */
static void set_weights(Stencil *stencil, double w_prev, double w_edge, int sum,
                        int is_damped)
{
    int prev = max_int(to_weight(w_prev), is_damped - ONE);
    int max = (ONE + (sum >> RIPPLE_FRACTION_BITS) - 2 * prev) / 8;
    int rest;

    stencil->kind = STENCIL_FINE;
    stencil->w_edge = (int16_t)min_int(to_weight(w_edge), max);
    rest = sum - (prev + 4 * stencil->w_edge) * (1 << RIPPLE_FRACTION_BITS);
    stencil->w_now = (int16_t)min_int(rest >> RIPPLE_FRACTION_BITS, INT16_MAX);
    stencil->w_rest =
        (int16_t)(rest - stencil->w_now * (1 << RIPPLE_FRACTION_BITS));
    stencil->max_height = INT16_MAX;
    set_previous(stencil, prev, is_damped);
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
                2 * courant2(settings) / divisor, FINE_ONE, is_damped);
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
    int sum = (int)floor(kept * FINE_ONE);

    (void)is_plain;
    set_weights(stencil, -kept * settings->beta, kept * settings->alpha, sum,
                is_damped);
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

/*
 * spring ("water puddle", part 5), with dt = 0.2:
 *
 *     speed  = clamp(speed + stiffness * (N4 - 4 height), +-max_speed)
 *     height = (height + dt speed) * (1 - restore)
 *     height = clamp(height, +-max_height * depth)
 *
 * Speeds are stored in 1/16 of a height a step, dt included. Stable up to a
 * stiffness of 2.5, but above 2 the water never quite comes to rest.
 */

/* Damped speeds lose 1/2^11 a step, besides friction. */
static void make_spring(Stencil *stencil, const RippleSettings *settings,
                        int is_plain)
{
    double unit = TIME_STEP * (1 << RIPPLE_SPEED_BITS);
    int is_damped = settings->restore > 0;
    int kept = (int)floor((1 - settings->restore) * ONE);

    (void)is_plain;
    if (is_damped && kept == ONE)
        kept--;
    stencil->kind = STENCIL_SPRING;
    stencil->height_kept = (int16_t)kept;
    stencil->speed_kept = (int16_t)((1 << RIPPLE_STIFFNESS_BITS) - is_damped);
    stencil->stiffness = (int16_t)lround(settings->stiffness * unit *
                                         (1 << RIPPLE_STIFFNESS_BITS));
    stencil->max_speed = (int16_t)lround(settings->max_speed * unit);
    stencil->max_height = (int16_t)lround(settings->max_height);
    stencil->friction = (int16_t)is_damped;
    set_previous(stencil, -kept, is_damped);
}

static double spring_speed2(const RippleSettings *settings)
{
    return settings->stiffness * TIME_STEP;
}

static double spring_energy_kept(const RippleSettings *settings)
{
    return 1 - settings->restore;
}

static const Model models[RIPPLE_MODEL_COUNT] = {
    [RIPPLE_MODEL_CLASSIC] =
        {
            .name = "classic",
            .summary = "four neighbours, the ripple of 1999",
            .source = "Ripple, a DirectDraw tutorial, 1999",
            .make = make_classic,
            .speed2 = classic_speed2,
            .energy_kept = shift_energy_kept,
        },
    [RIPPLE_MODEL_ROUND] =
        {
            .name = "round",
            .summary = "eight neighbours, rounder rings",
            .source = "classic, with diagonal neighbours",
            .make = make_round,
            .speed2 = round_speed2,
            .energy_kept = shift_energy_kept,
        },
    [RIPPLE_MODEL_WAVE] =
        {
            .name = "wave",
            .summary = "the damped wave equation: viscosity, speed, time-step, "
                       "spacing",
            .source = "Lengyel, Mathematics for 3D Game Programming; Luna",
            .limit = wave_limit,
            .make = make_wave,
            .speed2 = wave_speed2,
            .energy_kept = wave_energy_kept,
        },
    [RIPPLE_MODEL_SHALLOW] =
        {
            .name = "shallow",
            .summary = "shallow water: alpha, beta, loss",
            .source = "shallow water for games, part 1",
            .limit = shallow_limit,
            .make = make_shallow,
            .speed2 = shallow_speed2,
            .energy_kept = shallow_energy_kept,
        },
    [RIPPLE_MODEL_SPRING] =
        {
            .name = "spring",
            .summary =
                "springs that swing back: stiffness, restore, max-speed, "
                "max-height",
            .source = "water puddle program, part 5",
            .has_speeds = 1,
            .make = make_spring,
            .speed2 = spring_speed2,
            .energy_kept = spring_energy_kept,
        },
};

static const Model *find_model(RippleModel model)
{
    return (unsigned)model < RIPPLE_MODEL_COUNT ? &models[model] : NULL;
}

const char *ripple_model_name(RippleModel model)
{
    const Model *found = find_model(model);

    return found != NULL ? found->name : NULL;
}

const char *ripple_model_summary(RippleModel model)
{
    const Model *found = find_model(model);

    return found != NULL ? found->summary : NULL;
}

const char *ripple_model_source(RippleModel model)
{
    const Model *found = find_model(model);

    return found != NULL ? found->source : NULL;
}

int ripple_model_find(RippleModel *model, const char *name)
{
    for (int i = 0; i < RIPPLE_MODEL_COUNT; i++) {
        if (model != NULL && name != NULL &&
            strcmp(models[i].name, name) == 0) {
            *model = (RippleModel)i;
            return RIPPLE_OK;
        }
    }
    return RIPPLE_ERROR_SETTING;
}

const Model *ripple_model_of(const RippleSettings *settings)
{
    return &models[settings->model];
}

ModelLimit ripple_model_limit(const RippleSettings *settings)
{
    const Model *model = ripple_model_of(settings);

    return model->limit != NULL ? model->limit(settings) : (ModelLimit){0};
}

Stencil ripple_model_stencil(const RippleSettings *settings, int is_plain)
{
    Stencil stencil = {.mirror = settings->shore == RIPPLE_SHORE_MIRROR};

    ripple_model_of(settings)->make(&stencil, settings, is_plain);
    return stencil;
}
