/* SPDX-License-Identifier: MIT */
#include "water.h"

#include "parse.h"

#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const struct {
    const char *name, *summary;
    Water water;
} presets[] = {
    {"classic",
     "the ripple of 1999 to the letter: hard stones, whole pixels, no rain",
     {{RIPPLE_MODEL_CLASSIC, 5, 1.0}, RIPPLE_PROFILE_DISC, 0}},
    {"pond",
     "wide clean rings that fade slowly, a raindrop now and then (default)",
     {{RIPPLE_MODEL_ROUND, 7, 1.0 / 16}, RIPPLE_PROFILE_SMOOTH, 0.6}},
    {"storm",
     "pouring rain",
     {{RIPPLE_MODEL_ROUND, 6, 1.0 / 16}, RIPPLE_PROFILE_SMOOTH, 30}},
};

static int set_preset(Water *water, const char *value)
{
    for (int i = 0; i < COUNT(presets); i++) {
        if (strcmp(presets[i].name, value) == 0) {
            *water = presets[i].water;
            return 0;
        }
    }
    return -1;
}

static int set_model(Water *water, const char *value)
{
    return ripple_model_find(&water->pool.model, value);
}

static int set_damping(Water *water, const char *value)
{
    return parse_int(&water->pool.damping, value, 1, RIPPLE_MAX_DAMPING);
}

static int set_stone(Water *water, const char *value)
{
    if (strcmp(value, "disc") == 0)
        water->profile = RIPPLE_PROFILE_DISC;
    else if (strcmp(value, "smooth") == 0)
        water->profile = RIPPLE_PROFILE_SMOOTH;
    else
        return -1;
    return 0;
}

static int set_refraction(Water *water, const char *value)
{
    return parse_number(&water->pool.refraction, value, 0,
                        RIPPLE_MAX_REFRACTION);
}

static int set_rain(Water *water, const char *value)
{
    return parse_number(&water->rain, value, 0, WATER_MAX_RAIN);
}

static const struct {
    const char *name;
    int (*set)(Water *water, const char *value); /* 0, or -1 */
    const char *wants;
} settings[] = {
    {"preset", set_preset, "no such preset, see --list presets"},
    {"model", set_model, "no such model, see --list models"},
    {"damping", set_damping, "must be a whole number from 1 to 15"},
    {"stone", set_stone, "must be disc or smooth"},
    {"refraction", set_refraction, "must be a number from 0 to 4"},
    {"rain", set_rain, "must be a number from 0 to 10000"},
};

void water_init(Water *water)
{
    set_preset(water, WATER_DEFAULT_PRESET);
}

const char *water_set(Water *water, const char *name, const char *value)
{
    for (int i = 0; i < COUNT(settings); i++) {
        if (strcmp(settings[i].name, name) == 0)
            return settings[i].set(water, value) == 0 ? NULL
                                                      : settings[i].wants;
    }
    return "no such setting";
}

const char *water_preset_name(int i)
{
    return i >= 0 && i < COUNT(presets) ? presets[i].name : NULL;
}

const char *water_preset_summary(int i)
{
    return i >= 0 && i < COUNT(presets) ? presets[i].summary : NULL;
}
