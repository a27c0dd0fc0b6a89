/* SPDX-License-Identifier: MIT */
/*
 * The settings of a pool, one row each, in the order of menus. Defaults,
 * ranges, reading and writing follow from the rows. Limits across settings
 * belong to the models.
 */
#include "lib/util/decimal.h"
#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "lib/water/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MODEL(name)   (1U << RIPPLE_MODEL_##name)
#define FIELD(member) .field = offsetof(RippleSettings, member)
#define LOOK          RIPPLE_SETTING_LOOK
#define MENU          RIPPLE_SETTING_MENU

/* The last arguments: default, unit, models and flags. */
#define INT(name, help, min, max, ...) \
    .info = {name, "N", help, RIPPLE_SETTING_INT, min, max, __VA_ARGS__}
#define NUMBER(name, help, min, max, ...) \
    .info = {name, "X", help, RIPPLE_SETTING_NUMBER, min, max, __VA_ARGS__}
#define WORD(name, help, last, ...) \
    .info = {name, "NAME", help, RIPPLE_SETTING_WORD, 0, last, __VA_ARGS__}
#define TINY 1e-6 /* above 0, and so is its square */

_Static_assert(sizeof(RippleModel) == sizeof(int) &&
                   sizeof(RippleEdges) == sizeof(int) &&
                   sizeof(RippleShore) == sizeof(int) &&
                   sizeof(RippleSwellFrom) == sizeof(int) &&
                   sizeof(RippleFilter) == sizeof(int) &&
                   sizeof(RippleView) == sizeof(int),
               "enums are stored as int");

static const char *name_model(int value)
{
    return ripple_model_name((RippleModel)value);
}

SETTING_WORDS(name_edges, "fixed", "mirror", "open", "wrap")
SETTING_WORDS(name_shore, "fixed", "mirror")
SETTING_WORDS(name_swell_from, "wind", "around")
SETTING_WORDS(name_rim, "sea", "bank", "deck")
SETTING_WORDS(name_cell, "auto")
SETTING_WORDS(name_filter, "nearest", "linear")
SETTING_WORDS(name_view, "water", "heights", "slopes", "split", "perspective")

static const SettingRow rows[] = {
    {WORD("model", "round (default), or one of --list models",
          RIPPLE_MODEL_COUNT - 1, RIPPLE_MODEL_ROUND, "", 0, MENU),
     FIELD(model), .word = name_model},
    {INT("damping", "1 (strong) to 15 (weak): lose 1/2^N a step", 0,
         RIPPLE_MAX_DAMPING, 6, "", MODEL(CLASSIC) | MODEL(ROUND), MENU),
     FIELD(damping)},
    {NUMBER("viscosity", "wave: how fast waves die out (0.2)", 0, 1e6, 0.2, "",
            MODEL(WAVE), MENU),
     FIELD(viscosity)},
    {NUMBER("speed", "wave: wave speed, in spacings per unit of time (12)",
            TINY, 1e6, 12, "", MODEL(WAVE), 0),
     FIELD(speed)},
    {NUMBER("time-step", "wave: time per step (0.03)", TINY, 1e6, 0.03, "",
            MODEL(WAVE), 0),
     FIELD(time_step)},
    {NUMBER("spacing", "wave: distance between cells (0.625)", TINY, 1e6, 0.625,
            "", MODEL(WAVE), 0),
     FIELD(spacing)},
    {NUMBER("alpha", "shallow: stiffness between cells, 0..0.5 (0.35)", 0, 0.5,
            0.35, "", MODEL(SHALLOW), 0),
     FIELD(alpha)},
    {NUMBER("beta", "shallow: share of the velocity kept, 0..1 (1)", 0, 1, 1,
            "", MODEL(SHALLOW), 0),
     FIELD(beta)},
    {NUMBER("loss", "shallow: share of the height lost, 0..1 (0.004)", 0, 1,
            0.004, "", MODEL(SHALLOW), MENU),
     FIELD(loss)},
    {NUMBER("stiffness", "spring: stiffness between cells, 0..2 (1.6)", 0, 2,
            1.6, "", MODEL(SPRING), MENU),
     FIELD(stiffness)},
    {NUMBER("restore", "spring: share of the height lost, 0..1 (0.008)", 0, 1,
            0.008, "", MODEL(SPRING), MENU),
     FIELD(restore)},
    {NUMBER("max-speed", "spring: limit of the velocities, 1..10000 (4000)", 1,
            10000, 4000, "", MODEL(SPRING), 0),
     FIELD(max_speed)},
    {NUMBER("max-height", "spring: limit of the heights, 1..32767 (8000)", 1,
            32767, 8000, "", MODEL(SPRING), 0),
     FIELD(max_height)},
    {NUMBER("swell", "0 (none) to 100: long waves, as of a breath of wind", 0,
            100, 0, "percent", 0, LOOK | MENU),
     FIELD(swell)},
    {WORD("swell-from", "wind (default) or around: one side or all",
          RIPPLE_SWELL_FROM_COUNT - 1, RIPPLE_SWELL_FROM_WIND, "", 0,
          LOOK | MENU),
     FIELD(swell_from), .word = name_swell_from},
    {WORD("rim", "sea (default), bank or deck: around it, in perspective",
          RIPPLE_RIM_COUNT - 1, RIPPLE_RIM_SEA, "", 0, LOOK | MENU),
     FIELD(rim), .word = name_rim},
    {NUMBER("light", "0 (none) to 100: light, glints and caustics", 0,
            RIPPLE_MAX_LIGHT, 0, "percent", 0, LOOK | MENU),
     FIELD(light)},
    {NUMBER("light-from", "degrees counterclockwise from the right (120)", -360,
            360, 120, "degrees", 0, LOOK | MENU),
     FIELD(light_from)},
    {NUMBER("depth", "of the floor, 0..6: how far waves gather the light (2)",
            0, 6, 2, "", 0, LOOK | MENU),
     FIELD(depth)},
    {NUMBER("sky", "0 (none) to 100: how much sky the water mirrors", 0, 100, 0,
            "percent", 0, LOOK | MENU),
     FIELD(sky)},
    {NUMBER("refraction", "cells per unit of height difference, 0..4", 0,
            RIPPLE_MAX_REFRACTION, 1.0 / 16, "cells", 0, LOOK | MENU),
     FIELD(refraction)},
    {NUMBER("bend-limit",
            "bends of at most 0..100 pixels of 480 rows; 0: no limit", 0, 100,
            0, "pixels", 0, LOOK | MENU),
     FIELD(bend_limit)},
    {WORD("edges", "fixed (default), mirror, open or wrap",
          RIPPLE_EDGES_COUNT - 1, RIPPLE_EDGES_FIXED, "", 0, MENU),
     FIELD(edges), .word = name_edges},
    {WORD("shore", "fixed (default) or mirror", RIPPLE_SHORE_COUNT - 1,
          RIPPLE_SHORE_FIXED, "", 0, MENU),
     FIELD(shore), .word = name_shore},
    {WORD("view", "water, heights, slopes, split or perspective",
          RIPPLE_VIEW_COUNT - 1, RIPPLE_VIEW_WATER, "", 0, LOOK | MENU),
     FIELD(view), .word = name_view},
    {WORD("filter", "nearest or linear: samples of the picture",
          RIPPLE_FILTER_COUNT - 1, RIPPLE_FILTER_NEAREST, "", 0, LOOK | MENU),
     FIELD(filter), .word = name_filter},
    {INT("cell", "pixels per cell of the water: 1, 2, 4, 8 or auto",
         RIPPLE_CELL_AUTO, RIPPLE_MAX_CELL, 1, "pixels", 0, LOOK | MENU),
     FIELD(cell), .word = name_cell},
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

int ripple_setting_find(const char *name)
{
    const SettingRow *row = ripple_setting_row(rows, COUNT(rows), name);

    return row != NULL ? (int)(row - rows) : RIPPLE_ERROR_SETTING;
}

int ripple_setting_set(RippleSettings *settings, const char *name,
                       const char *value, char *why, size_t size)
{
    const SettingRow *row =
        ripple_setting_row(rows, settings != NULL ? COUNT(rows) : 0, name);

    if (row != NULL)
        return ripple_setting_read(row, settings, value, why, size);
    if (why != NULL)
        snprintf(why, size, "is no setting");
    return RIPPLE_ERROR_SETTING;
}

int ripple_setting_get(const RippleSettings *settings, const char *name,
                       char *value, size_t size)
{
    const SettingRow *row = ripple_setting_row(rows, COUNT(rows), name);

    if (row == NULL || settings == NULL || value == NULL)
        return RIPPLE_ERROR_SETTING;
    ripple_setting_write(row, settings, value, size);
    return RIPPLE_OK;
}

void ripple_settings_init(RippleSettings *settings)
{
    if (settings == NULL)
        return;
    memset(settings, 0, sizeof *settings);
    for (int i = 0; i < COUNT(rows); i++)
        ripple_setting_reset(&rows[i], settings);
}

static int has_later_fields(const RippleSettings *settings)
{
    for (int i = 0; i < COUNT(settings->later); i++) {
        if (settings->later[i] != 0)
            return 1;
    }
    return 0;
}

/* Rounds down to a number of 6 digits, or to a whole number. */
static double round_down(double max)
{
    double scale = 1, rounded;

    while (max * scale < 1e5 && scale < 1e300)
        scale *= 10;
    rounded = round(max * scale);
    return (rounded / scale > max ? rounded - 1 : rounded) / scale;
}

int ripple_settings_check(const RippleSettings *settings, char *why,
                          size_t size)
{
    char reason[96], max[32];
    ModelLimit limit;

    if (settings == NULL) {
        if (why != NULL)
            snprintf(why, size, "settings must not be NULL");
        return RIPPLE_ERROR_SETTING;
    }
    for (int i = 0; i < COUNT(rows); i++) {
        if (ripple_setting_check(&rows[i], settings, reason, sizeof reason) ==
            RIPPLE_OK)
            continue;
        if (why != NULL)
            snprintf(why, size, "%s %s", rows[i].info.name, reason);
        return RIPPLE_ERROR_SETTING;
    }
    limit = ripple_model_limit(settings);
    if (limit.setting == NULL && !has_later_fields(settings))
        return RIPPLE_OK;
    if (why == NULL)
        return RIPPLE_ERROR_SETTING;
    if (limit.setting == NULL) {
        snprintf(why, size, "settings of a later version are not known");
    } else {
        ripple_decimal_write(max, sizeof max, round_down(limit.max));
        snprintf(why, size, "%s must be at most %s with this %s", limit.setting,
                 max, limit.why);
    }
    return RIPPLE_ERROR_SETTING;
}
