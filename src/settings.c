/* SPDX-License-Identifier: MIT */
/*
 * The settings of a pool, one row each: defaults, ranges, reading and writing
 * come from here. Limits that depend on several settings belong to the models.
 */
#include "base/fixed.h"
#include "base/setting.h"
#include "water/models/model.h"

#include <stdio.h>
#include <string.h>

#define MODEL(name)   (1U << RIPPLE_MODEL_##name)
#define FIELD(member) .field = offsetof(RippleSettings, member)
#define LOOK          RIPPLE_SETTING_LOOK
#define MENU          RIPPLE_SETTING_MENU

#define WORD(name, last, initial, ...) \
    .info = {name, RIPPLE_SETTING_WORD, 0, last, 0, initial, "", __VA_ARGS__}
#define INT(name, min, max, initial, ...) \
    .info = {name, RIPPLE_SETTING_INT, min, max, 0, initial, __VA_ARGS__}
#define NUMBER(name, min, max, initial, ...) \
    .info = {name, RIPPLE_SETTING_NUMBER, min, max, 0, initial, __VA_ARGS__}
#define POSITIVE(name, max, initial, ...) \
    .info = {name, RIPPLE_SETTING_NUMBER, 0, max, 1, initial, __VA_ARGS__}

_Static_assert(sizeof(RippleModel) == sizeof(int) &&
                   sizeof(RippleEdges) == sizeof(int) &&
                   sizeof(RippleShore) == sizeof(int) &&
                   sizeof(RippleFilter) == sizeof(int) &&
                   sizeof(RippleView) == sizeof(int),
               "enums are stored as int");

static const char *name_model(int value)
{
    return ripple_model_name((RippleModel)value);
}

SETTING_WORDS(name_edges, "fixed", "mirror", "open", "wrap")
SETTING_WORDS(name_shore, "fixed", "mirror")
SETTING_WORDS(name_cell, "auto")
SETTING_WORDS(name_filter, "nearest", "linear")
SETTING_WORDS(name_view, "water", "heights", "slopes", "split")

static const SettingRow rows[] = {
    {WORD("model", RIPPLE_MODEL_COUNT - 1, RIPPLE_MODEL_ROUND,
          "the formula of a step, one of --list models", 0, MENU),
     FIELD(model), .word = name_model},
    {INT("damping", 0, RIPPLE_MAX_DAMPING, 6, "",
         "1 (strong) to 15 (weak): lose 1/2^N a step",
         MODEL(CLASSIC) | MODEL(ROUND), MENU),
     FIELD(damping)},
    {NUMBER("viscosity", 0, 1e6, 0.2, "", "wave: how fast waves die out",
            MODEL(WAVE), MENU),
     FIELD(viscosity)},
    {POSITIVE("speed", 1e6, 12, "",
              "wave: wave speed, in spacings per unit of time", MODEL(WAVE), 0),
     FIELD(speed)},
    {POSITIVE("time-step", 1e6, 0.03, "", "wave: time per step", MODEL(WAVE),
              0),
     FIELD(time_step)},
    {POSITIVE("spacing", 1e6, 0.625, "", "wave: distance between cells",
              MODEL(WAVE), 0),
     FIELD(spacing)},
    {NUMBER("alpha", 0, 0.5, 0.35, "", "shallow: stiffness between cells",
            MODEL(SHALLOW), 0),
     FIELD(alpha)},
    {NUMBER("beta", 0, 1, 1, "", "shallow: share of the velocity kept",
            MODEL(SHALLOW), 0),
     FIELD(beta)},
    {NUMBER("loss", 0, 1, 0.004, "", "shallow: share of the height lost",
            MODEL(SHALLOW), MENU),
     FIELD(loss)},
    {NUMBER("stiffness", 0, 2, 1.6, "", "spring: stiffness between cells",
            MODEL(SPRING), MENU),
     FIELD(stiffness)},
    {NUMBER("restore", 0, 1, 0.008, "", "spring: share of the height lost",
            MODEL(SPRING), MENU),
     FIELD(restore)},
    {NUMBER("max-speed", 1, 10000, 4000, "", "spring: limit of the velocities",
            MODEL(SPRING), 0),
     FIELD(max_speed)},
    {NUMBER("max-height", 1, INT16_MAX, 8000, "",
            "spring: limit of the heights", MODEL(SPRING), 0),
     FIELD(max_height)},
    {WORD("edges", RIPPLE_EDGES_COUNT - 1, RIPPLE_EDGES_FIXED,
          "what waves do at the edges of the pool", 0, MENU),
     FIELD(edges), .word = name_edges},
    {WORD("shore", RIPPLE_SHORE_COUNT - 1, RIPPLE_SHORE_FIXED,
          "what waves do at land", 0, MENU),
     FIELD(shore), .word = name_shore},
    {NUMBER("refraction", 0, RIPPLE_MAX_REFRACTION, 1.0 / 16, "cells",
            "offset per unit of height difference", 0, LOOK | MENU),
     FIELD(refraction)},
    {INT("cell", RIPPLE_CELL_AUTO, RIPPLE_MAX_CELL, 1, "pixels",
         "side of a cell of the water", 0, LOOK | MENU),
     FIELD(cell), .word = name_cell},
    {WORD("filter", RIPPLE_FILTER_COUNT - 1, RIPPLE_FILTER_NEAREST,
          "how the picture is sampled", 0, LOOK | MENU),
     FIELD(filter), .word = name_filter},
    {NUMBER("light", 0, RIPPLE_MAX_LIGHT, 0, "", "light, glints and caustics",
            0, LOOK | MENU),
     FIELD(light)},
    {NUMBER("light-from", -360, 360, 120, "degrees",
            "where light comes from, counter-clockwise from the right", 0,
            LOOK | MENU),
     FIELD(light_from)},
    {WORD("view", RIPPLE_VIEW_COUNT - 1, RIPPLE_VIEW_WATER,
          "what a frame shows", 0, LOOK | MENU),
     FIELD(view), .word = name_view},
};

const RippleSettingInfo *ripple_setting_info(int i)
{
    return i >= 0 && i < COUNT(rows) ? &rows[i].info : NULL;
}

const char *ripple_setting_word(int i, int value)
{
    return i >= 0 && i < COUNT(rows) && rows[i].word != NULL
               ? rows[i].word(value)
               : NULL;
}

int ripple_setting_set(RippleSettings *settings, const char *name,
                       const char *value, char *why, size_t size)
{
    const SettingRow *row = ripple_setting_find(rows, COUNT(rows), name);

    if (row != NULL)
        return ripple_setting_read(row, settings, value, why, size);
    if (why != NULL)
        snprintf(why, size, "is no setting");
    return RIPPLE_ERROR_SETTING;
}

int ripple_setting_get(const RippleSettings *settings, const char *name,
                       char *value, size_t size)
{
    const SettingRow *row = ripple_setting_find(rows, COUNT(rows), name);

    if (row == NULL)
        return RIPPLE_ERROR_SETTING;
    ripple_setting_write(row, settings, value, size);
    return RIPPLE_OK;
}

void ripple_settings_init(RippleSettings *settings)
{
    memset(settings, 0, sizeof *settings);
    for (int i = 0; i < COUNT(rows); i++)
        ripple_setting_reset(&rows[i], settings);
}

static int is_later(const RippleSettings *settings)
{
    for (int i = 0; i < COUNT(settings->later); i++) {
        if (settings->later[i] != 0)
            return 1;
    }
    return 0;
}

int ripple_settings_check(const RippleSettings *settings, char *why,
                          size_t size)
{
    char reason[96];
    ModelLimit limit;

    for (int i = 0; i < COUNT(rows); i++) {
        if (ripple_setting_check(&rows[i], settings, reason, sizeof reason) ==
            RIPPLE_OK)
            continue;
        if (why != NULL)
            snprintf(why, size, "%s %s", rows[i].info.name, reason);
        return RIPPLE_ERROR_SETTING;
    }
    limit = ripple_model_limit(settings);
    if (limit.setting == NULL && !is_later(settings))
        return RIPPLE_OK;
    if (why != NULL && limit.setting == NULL)
        snprintf(why, size, "settings of a later version are not known");
    else if (why != NULL)
        snprintf(why, size, "%s must be at most %.6g with this %s",
                 limit.setting, limit.max, limit.why);
    return RIPPLE_ERROR_SETTING;
}
