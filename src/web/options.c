/* SPDX-License-Identifier: MIT */
/* The settings of a page's pool, by name. */
#include "lib/util/decimal.h"
#include "lib/util/setting.h"
#include "play/preset_change.h"
#include "web/maps.h"
#include "web/module.h"
#include "web/text.h"
#include "web/water.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 32
#define MAX_LINE 1024

static Water *const water = &web_water;

/* Changes the pool that is open. */
static int change(const char *name, const char *value)
{
    int preset = strcmp(name, "preset") == 0
                     ? ripple_word_find(ripple_preset_name, value)
                     : -1;
    Error error;

    if ((preset >= 0 ? preset_change(&water->player, preset, &error)
                     : player_set(&water->player, name, value, &error)) != 0)
        return web_maps_explain(&error);
    return 0;
}

void web_reset(void)
{
    play_settings_init(&water->settings);
}

int web_set(void)
{
    char name[MAX_NAME], *text = web_text(0), *space = strchr(text, ' ');
    char *value;
    const char *wrong;
    PlayReason why;
    int result;

    if (space == NULL || space - text >= MAX_NAME)
        return web_fail("no such setting");
    snprintf(name, sizeof name, "%.*s", (int)(space - text), text);
    value = strdup(space + 1);
    if (value == NULL)
        return web_fail(ripple_error_text(RIPPLE_ERROR_MEMORY));
    if (water->player.pool != NULL) {
        result = change(name, value);
    } else {
        wrong = play_settings_set(&water->settings, name, value, &why);
        result = wrong == NULL ? 0 : web_fail(wrong);
    }
    free(value);
    return result;
}

int web_script(void)
{
    free(water->script);
    water->script = strdup(web_text(0));
    return water->script != NULL
               ? 0
               : web_fail(ripple_error_text(RIPPLE_ERROR_MEMORY));
}

int web_event(void)
{
    Error error;

    return player_play_line(&water->player, web_text(0), &error) == 0
               ? 0
               : web_maps_explain(&error);
}

void web_keep_still(void)
{
    PlaySettings *settings = &water->settings;

    settings->rain = settings->pool.swell = 0;
    settings->scroll_x = settings->scroll_y = 0;
    settings->leaves = settings->fish = settings->warm_up = 0;
    settings->paper_boats = settings->ducks = 0;
    settings->events = "";
}

static int add(char *line, int used, const char *value)
{
    if (used >= MAX_LINE)
        return used;
    return used +
           snprintf(line + used, (size_t)(MAX_LINE - used), "\t%s", value);
}

/* Whether the model that is set uses it. */
static int is_used(const RippleSettingInfo *info)
{
    return info->models == 0 ||
           (info->models & 1u << web_settings()->pool.model) != 0;
}

int web_describe(int i)
{
    const RippleSettingInfo *info = play_settings_info(i);
    char line[MAX_LINE], value[64] = "", min_text[32], max_text[32];
    int used;

    if (info == NULL)
        return -1;
    play_settings_get(web_settings(), info->name, value, sizeof value);
    ripple_decimal_write(min_text, sizeof min_text, info->min);
    ripple_decimal_write(max_text, sizeof max_text, info->max);
    used = snprintf(line, sizeof line, "%s\t%s\t%s\t%u\t%d\t%d\t%s\t%s",
                    info->name, info->help, value, info->flags, is_used(info),
                    info->type != RIPPLE_SETTING_NUMBER, min_text, max_text);
    for (int word = 0; play_settings_word(i, word) != NULL; word++)
        used = add(line, used, play_settings_word(i, word));
    return web_say(line);
}

int web_bed(void)
{
    return web_say(play_settings_bed(web_settings()->bed));
}

int web_land_picture(void)
{
    const char *name = play_settings_land(web_settings());

    return web_say(
        ripple_mask(water->player.pool) != NULL && name != NULL ? name : "");
}
