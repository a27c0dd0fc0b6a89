/* SPDX-License-Identifier: MIT */
/*
 * Defaults and ranges of RippleSettings. Limits that depend on several settings
 * belong to the models.
 */
#include "base/fixed.h"
#include "ripple.h"
#include "water/models/table.h"

#include <stdarg.h>
#include <stdio.h>

#define MAX_NUMBER 1e6
#define MAX_STIFF  2.0
#define MAX_SPEED  10000.0

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

/* Where the reason of a refusal is written; text may be NULL. */
typedef struct Reason {
    char *text;
    size_t size;
} Reason;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static int
refuse(const Reason *reason, const char *format, ...)
{
    va_list arguments;

    if (reason->text != NULL) {
        va_start(arguments, format);
        vsnprintf(reason->text, reason->size, format, arguments);
        va_end(arguments);
    }
    return RIPPLE_ERROR_SETTING;
}

static int check_choices(const RippleSettings *settings, const Reason *reason)
{
    if (ripple_model_name(settings->model) == NULL)
        return refuse(reason, "no such model");
    if ((int)settings->edges < 0 || settings->edges >= RIPPLE_EDGES_COUNT)
        return refuse(reason, "no such kind of edges");
    if ((int)settings->shore < 0 || settings->shore >= RIPPLE_SHORE_COUNT)
        return refuse(reason, "no such kind of shore");
    if ((int)settings->filter < 0 || settings->filter >= RIPPLE_FILTER_COUNT)
        return refuse(reason, "no such filter");
    if ((int)settings->view < 0 || settings->view >= RIPPLE_VIEW_COUNT)
        return refuse(reason, "no such view");
    return RIPPLE_OK;
}

/* The comparisons also refuse NaN. */
static int check_ranges(const RippleSettings *settings, const Reason *reason)
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
        {"viscosity", settings->viscosity, 0, MAX_NUMBER},
        {"alpha", settings->alpha, 0, 0.5},
        {"beta", settings->beta, 0, 1},
        {"loss", settings->loss, 0, 1},
        {"stiffness", settings->stiffness, 0, MAX_STIFF},
        {"restore", settings->restore, 0, 1},
        {"max-speed", settings->max_speed, 1, MAX_SPEED},
        {"max-height", settings->max_height, 1, INT16_MAX},
    };

    for (int i = 0; i < COUNT(ranges); i++) {
        if (!(ranges[i].value >= ranges[i].min &&
              ranges[i].value <= ranges[i].max))
            return refuse(reason, "%s must lie between %g and %g",
                          ranges[i].name, ranges[i].min, ranges[i].max);
    }
    return RIPPLE_OK;
}

static int check_positive(const RippleSettings *settings, const Reason *reason)
{
    const struct {
        const char *name;
        double value;
    } positive[] = {
        {"speed", settings->speed},
        {"time-step", settings->time_step},
        {"spacing", settings->spacing},
    };

    for (int i = 0; i < COUNT(positive); i++) {
        if (!(positive[i].value > 0 && positive[i].value <= MAX_NUMBER))
            return refuse(reason, "%s must lie above 0 and be at most %g",
                          positive[i].name, MAX_NUMBER);
    }
    return RIPPLE_OK;
}

int ripple_settings_check(const RippleSettings *settings, char *why,
                          size_t size)
{
    Reason reason = {why, size};
    ModelLimit limit;

    if (check_choices(settings, &reason) != RIPPLE_OK ||
        check_ranges(settings, &reason) != RIPPLE_OK ||
        check_positive(settings, &reason) != RIPPLE_OK)
        return RIPPLE_ERROR_SETTING;
    limit = ripple_model_limit(settings);
    if (limit.setting == NULL)
        return RIPPLE_OK;
    return refuse(&reason, "%s must be at most %.6g with this %s",
                  limit.setting, limit.max, limit.why);
}
