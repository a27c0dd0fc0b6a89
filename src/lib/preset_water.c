/* SPDX-License-Identifier: MIT */
/*
 * The water of the presets and how it looks: changes of the defaults with the
 * linear filter, a light of 50, a sky of 60 and a bend-limit of 12. refraction
 * sets the unit of height: with finer units rounding damps the waves less and a
 * ring fades evenly until it is gone; with 1/96 two stones at once would exceed
 * the 8191 units of round. Water with wave makers has less sky: its slopes are
 * everywhere and would be white.
 */
#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "ripple.h"

#include <stddef.h>

#define CLASSIC \
    "model classic damping 5 refraction 1 filter nearest light 0 sky 0 " \
    "bend-limit 0"
#define FINE    "cell auto refraction 0.020833333333333332 " /* 1/48 */
#define SHALLOW "cell auto refraction 0.041666666666666664 " /* 1/24 */

static const struct {
    const char *name, *settings;
} presets[] = {
    {"classic", CLASSIC},
    {"retro", CLASSIC},
    {"pond", FINE "light 70 rim bank"},
    {"storm", FINE "light 70 sky 70 damping 5 swell 40 rim bank"},
    {"pool",
     FINE "light 60 sky 43 depth 5 swell 45 swell-from around rim deck"},
    {"waves", FINE "light 62 sky 25 depth 4 model wave edges open swell 100"},
    {"puddle", SHALLOW
     "model spring restore 0.012 light 70 sky 25 shore mirror rim bank"},
    /* Viscosity takes the mesh of short waves that a wave maker leaves. */
    {"slits", FINE
     "light 70 sky 25 depth 4 bend-limit 4 model wave viscosity 0.08 edges "
     "open shore mirror"},
    {"harbour", FINE
     "light 65 sky 25 depth 3 bend-limit 4 model shallow loss 0.004 edges open "
     "shore mirror"},
    {"river", "cell auto refraction 0.025 light 70 depth 3 damping 8 edges "
              "open shore mirror"},
    {"lens",
     FINE "light 70 sky 25 model wave speed 14 edges open viscosity 0.08"},
    {"hills", FINE
     "view perspective light 70 swell 20 edges open shore mirror light-from "
     "50"},
    {"torus", SHALLOW "light 50 depth 4 damping 8 edges wrap rim deck"},
};

const char *ripple_preset_name(int i)
{
    return i >= 0 && i < COUNT(presets) ? presets[i].name : NULL;
}

int ripple_settings_preset(RippleSettings *settings, const char *name)
{
    char word[RIPPLE_SETTING_MAX_WORD], value[RIPPLE_SETTING_MAX_WORD];
    int i = name != NULL ? ripple_word_find(ripple_preset_name, name) : -1;
    int error = RIPPLE_OK;

    if (settings == NULL || i < 0)
        return RIPPLE_ERROR_SETTING;
    ripple_settings_init(settings);
    settings->filter = RIPPLE_FILTER_LINEAR;
    settings->light = 50;
    settings->sky = 60;
    settings->bend_limit = 12;
    for (const char *text = presets[i].settings; *text != '\0';) {
        text = ripple_setting_take_word(value,
                                        ripple_setting_take_word(word, text));
        error |= ripple_setting_set(settings, word, value, NULL, 0);
    }
    return error;
}
