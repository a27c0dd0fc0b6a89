/* SPDX-License-Identifier: MIT */
#include "water/models/table.h"

#include "base/fixed.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ONE           (1 << RIPPLE_WEIGHT_BITS)
#define SPRING_TIME   0.2 /* dt of the source */
#define MOST_NUMBER   1e6
#define MOST_FRICTION 2   /* a step: more than stops a wave */
#define MOST_STIFF    2.0 /* stable up to 2.5, but then never quite at rest */
#define MOST_SPEED    10000.0
#define ROUNDING      1e-9 /* what a limit may be missed by */

static const struct {
    const char *name, *summary;
} models[] = {
    [RIPPLE_MODEL_CLASSIC] = {"classic", "four neighbours, the ripple of 1999"},
    [RIPPLE_MODEL_ROUND] = {"round", "eight neighbours, rounder rings"},
    [RIPPLE_MODEL_WAVE] = {"wave", "the damped wave equation: viscosity, "
                                   "speed, time-step, spacing"},
    [RIPPLE_MODEL_SHALLOW] = {"shallow", "shallow water: alpha, beta, loss"},
    [RIPPLE_MODEL_SPRING] = {"spring", "springs that swing back: stiffness, "
                                       "restore, max-speed, max-height"},
};

static const int model_count = COUNT(models);

const char *ripple_model_name(RippleModel model)
{
    return (int)model >= 0 && (int)model < model_count ? models[model].name
                                                       : NULL;
}

const char *ripple_model_summary(RippleModel model)
{
    return (int)model >= 0 && (int)model < model_count ? models[model].summary
                                                       : NULL;
}

int ripple_model_find(RippleModel *model, const char *name)
{
    for (int i = 0; i < model_count; i++) {
        if (strcmp(models[i].name, name) == 0) {
            *model = (RippleModel)i;
            return RIPPLE_OK;
        }
    }
    return RIPPLE_ERROR_SETTING;
}

void ripple_settings_init(RippleSettings *settings)
{
    *settings = (RippleSettings){
        .model = RIPPLE_MODEL_ROUND,
        .edges = RIPPLE_EDGES_FIXED,
        .shore = RIPPLE_SHORE_FIXED,
        .refraction = 1.0 / 16,
        .cell = 1,
        .filter = RIPPLE_FILTER_NEAREST,
        .view = RIPPLE_VIEW_WATER,
        .light = 0,
        .light_from = 120,
        .damping = 6,
        .viscosity = 0.2,
        .speed = 12,
        .time_step = 0.03,
        .spacing = 0.625,
        .alpha = 0.35,
        .beta = 1,
        .loss = 0.004,
        .stiffness = 1.6,
        .restore = 0.008,
        .max_speed = 4000,
        .max_height = 8000,
    };
}

/* Where a sentence goes, or nowhere. */
typedef struct Why {
    char *text;
    size_t size;
} Why;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static int
refuse(const Why *why, const char *format, ...)
{
    va_list arguments;

    if (why->text != NULL) {
        va_start(arguments, format);
        vsnprintf(why->text, why->size, format, arguments);
        va_end(arguments);
    }
    return RIPPLE_ERROR_SETTING;
}

/* Written so that what is not a number fails too. */
static int check_range(const Why *why, const char *name, double value,
                       double min, double max)
{
    return value >= min && value <= max
               ? RIPPLE_OK
               : refuse(why, "%s must lie between %g and %g", name, min, max);
}

static int check_above_zero(const Why *why, const char *name, double value)
{
    return value > 0 && value <= MOST_NUMBER
               ? RIPPLE_OK
               : refuse(why, "%s must lie above 0 and be at most %g", name,
                        MOST_NUMBER);
}

static int check_choices(const RippleSettings *settings, const Why *why)
{
    if (ripple_model_name(settings->model) == NULL)
        return refuse(why, "no such model");
    if ((int)settings->edges < 0 || settings->edges >= RIPPLE_EDGES_COUNT)
        return refuse(why, "no such kind of edges");
    if ((int)settings->shore < 0 || settings->shore >= RIPPLE_SHORE_COUNT)
        return refuse(why, "no such kind of shore");
    if ((int)settings->filter < 0 || settings->filter >= RIPPLE_FILTER_COUNT)
        return refuse(why, "no such filter");
    if ((int)settings->view < 0 || settings->view >= RIPPLE_VIEW_COUNT)
        return refuse(why, "no such view");
    return RIPPLE_OK;
}

static int check_ranges(const RippleSettings *settings, const Why *why)
{
    const struct {
        const char *name;
        double value, min, max;
    } ranges[] = {
        {"refraction", settings->refraction, 0, RIPPLE_MAX_REFRACTION},
        {"cell", settings->cell, RIPPLE_CELL_AUTO, RIPPLE_MAX_CELL},
        {"light", settings->light, 0, RIPPLE_MAX_LIGHT},
        {"light-from", settings->light_from, -360, 360},
        {"damping", settings->damping, 0, RIPPLE_MAX_DAMPING},
        {"viscosity", settings->viscosity, 0, MOST_NUMBER},
        {"alpha", settings->alpha, 0, 0.5},
        {"beta", settings->beta, 0, 1},
        {"loss", settings->loss, 0, 1},
        {"stiffness", settings->stiffness, 0, MOST_STIFF},
        {"restore", settings->restore, 0, 1},
        {"max-speed", settings->max_speed, 1, MOST_SPEED},
        {"max-height", settings->max_height, 1, INT16_MAX},
    };
    const struct {
        const char *name;
        double value;
    } positive[] = {
        {"speed", settings->speed},
        {"time-step", settings->time_step},
        {"spacing", settings->spacing},
    };

    for (int i = 0; i < COUNT(ranges); i++) {
        if (check_range(why, ranges[i].name, ranges[i].value, ranges[i].min,
                        ranges[i].max) != RIPPLE_OK)
            return RIPPLE_ERROR_SETTING;
    }
    for (int i = 0; i < COUNT(positive); i++) {
        if (check_above_zero(why, positive[i].name, positive[i].value) !=
            RIPPLE_OK)
            return RIPPLE_ERROR_SETTING;
    }
    return RIPPLE_OK;
}

/* (speed time_step / spacing)^2: the square of the Courant number */
static double courant2(const RippleSettings *settings)
{
    double cells = settings->speed * settings->time_step / settings->spacing;

    return cells * cells;
}

static int check_wave(const RippleSettings *settings, const Why *why)
{
    double friction = settings->viscosity * settings->time_step;
    double max =
        settings->spacing / (2 * settings->time_step) * sqrt(friction + 2);

    if (friction > MOST_FRICTION)
        return refuse(why,
                      "viscosity must be at most %.6g with this time-step, or "
                      "the water flickers",
                      MOST_FRICTION / settings->time_step);
    if (settings->speed <= max * (1 + ROUNDING))
        return RIPPLE_OK;
    return refuse(why,
                  "speed must be at most %.6g with this viscosity, time-step "
                  "and spacing, or the waves grow without end",
                  max);
}

static int check_shallow(const RippleSettings *settings, const Why *why)
{
    double kept = 1 - settings->loss;
    double max = kept > 0 ? (1 / kept + 1 + 2 * settings->beta) / 8 : 1;

    if (settings->alpha <= max * (1 + ROUNDING))
        return RIPPLE_OK;
    return refuse(why,
                  "alpha must be at most %.6g with this beta and loss, or the "
                  "waves grow without end",
                  max);
}

int ripple_settings_check(const RippleSettings *settings, char *why,
                          size_t size)
{
    Why where = {why, size};

    if (check_choices(settings, &where) != RIPPLE_OK ||
        check_ranges(settings, &where) != RIPPLE_OK)
        return RIPPLE_ERROR_SETTING;
    if (settings->model == RIPPLE_MODEL_WAVE)
        return check_wave(settings, &where);
    if (settings->model == RIPPLE_MODEL_SHALLOW)
        return check_shallow(settings, &where);
    return RIPPLE_OK;
}

static int16_t to_weight(double value)
{
    return (int16_t)lround(fmin(value * ONE, INT16_MAX));
}

/*
 * What remains of a level is `sum` / 2^14 a step; the weight of the present
 * height is what the others leave of it. So the quantised weights never add
 * up to more than they should, and rounding a weight never makes a stable law
 * grow: waves of two cells, the shortest, set the limit of `sides`.
 */
static void set_weights(Stencil *stencil, double before, double w_edge, int sum)
{
    int max;

    stencil->w_prev = to_weight(before);
    max = (ONE + sum - 2 * stencil->w_prev) / 8;
    stencil->w_edge = to_weight(w_edge);
    if (stencil->w_edge > max)
        stencil->w_edge = (int16_t)max;
    sum -= stencil->w_prev + 4 * stencil->w_edge;
    stencil->w_now = (int16_t)min_int(sum, INT16_MAX);
}

static Rounding find_rounding(int is_damped)
{
    return is_damped ? ROUND_TO_REST : ROUND_DOWN;
}

static void make_wave(Stencil *stencil, const RippleSettings *settings)
{
    double friction = settings->viscosity * settings->time_step;
    double divisor = friction + 2;
    int is_damped = friction > 0;

    set_weights(stencil, (friction - 2) / divisor,
                2 * courant2(settings) / divisor, ONE - is_damped);
    stencil->rounding = find_rounding(is_damped);
}

static void make_shallow(Stencil *stencil, const RippleSettings *settings)
{
    double kept = 1 - settings->loss;
    int is_damped = settings->loss > 0 || settings->beta < 1;
    int sum = (int)floor(kept * ONE);

    if (is_damped && sum == ONE)
        sum--;
    set_weights(stencil, -kept * settings->beta, kept * settings->alpha, sum);
    stencil->rounding = find_rounding(is_damped);
}

/* Damped speeds lose so little that they never are whole numbers, which would
   be rounded unevenly. */
static void make_spring(Stencil *stencil, const RippleSettings *settings)
{
    double speed = SPRING_TIME * (1 << RIPPLE_SPEED_BITS);
    int is_damped = settings->restore > 0;
    int height_kept = (int)floor((1 - settings->restore) * ONE);

    if (is_damped && height_kept == ONE)
        height_kept--;
    stencil->height_kept = (int16_t)height_kept;
    stencil->speed_kept = (int16_t)((1 << RIPPLE_STIFFNESS_BITS) - is_damped);
    stencil->stiffness = (int16_t)lround(settings->stiffness * speed *
                                         (1 << RIPPLE_STIFFNESS_BITS));
    stencil->max_speed = (int16_t)lround(settings->max_speed * speed);
    stencil->max_height = (int16_t)lround(settings->max_height);
    stencil->friction = (int16_t)is_damped;
    stencil->rounding = find_rounding(is_damped);
}

/* classic and round as weighted sums: what is kept of mean - before. */
static void make_shifting(Stencil *stencil, int damping, int is_round)
{
    int lost = damping > 0 ? ONE >> damping : 0;
    int height_kept = ONE - (damping > 0 && lost == 0 ? 1 : lost);

    stencil->kind = is_round ? STENCIL_LINEAR_ROUND : STENCIL_LINEAR;
    stencil->w_prev = (int16_t)-height_kept;
    stencil->w_edge = (int16_t)(is_round ? height_kept / 4 : height_kept / 2);
    stencil->w_diag = (int16_t)(is_round ? height_kept / 4 : 0);
    stencil->w_now =
        (int16_t)(2 * height_kept - 4 * (stencil->w_edge + stencil->w_diag));
    stencil->rounding = find_rounding(damping > 0);
}

Stencil ripple_model_stencil(const RippleSettings *settings, int is_plain)
{
    Stencil stencil = {.kind = STENCIL_LINEAR,
                       .mirror = settings->shore == RIPPLE_SHORE_MIRROR,
                       .damping = settings->damping};

    switch (settings->model) {
    case RIPPLE_MODEL_CLASSIC:
    case RIPPLE_MODEL_ROUND:
        if (is_plain)
            stencil.kind = settings->model == RIPPLE_MODEL_ROUND
                               ? STENCIL_ROUND
                               : STENCIL_CLASSIC;
        else
            make_shifting(&stencil, settings->damping,
                          settings->model == RIPPLE_MODEL_ROUND);
        break;
    case RIPPLE_MODEL_WAVE:
        make_wave(&stencil, settings);
        break;
    case RIPPLE_MODEL_SHALLOW:
        make_shallow(&stencil, settings);
        break;
    case RIPPLE_MODEL_SPRING:
        stencil.kind = STENCIL_SPRING;
        make_spring(&stencil, settings);
        break;
    }
    return stencil;
}

double ripple_model_speed2(const RippleSettings *settings)
{
    double kept = 1 - settings->loss;

    switch (settings->model) {
    case RIPPLE_MODEL_CLASSIC:
        return 0.5;
    case RIPPLE_MODEL_ROUND:
        return 0.75;
    case RIPPLE_MODEL_WAVE:
        return fmin(courant2(settings), 0.5);
    case RIPPLE_MODEL_SHALLOW:
        return 2 * kept * settings->alpha / (1 + kept * settings->beta);
    case RIPPLE_MODEL_SPRING:
        break;
    }
    return settings->stiffness * SPRING_TIME;
}

double ripple_model_energy_kept(const RippleSettings *settings)
{
    double friction = settings->viscosity * settings->time_step;

    switch (settings->model) {
    case RIPPLE_MODEL_CLASSIC:
    case RIPPLE_MODEL_ROUND:
        return settings->damping > 0 ? 1 - ldexp(1, -settings->damping) : 1;
    case RIPPLE_MODEL_WAVE:
        return fmax((2 - friction) / (2 + friction), 0);
    case RIPPLE_MODEL_SHALLOW:
        return (1 - settings->loss) * settings->beta;
    case RIPPLE_MODEL_SPRING:
        break;
    }
    return 1 - settings->restore;
}
