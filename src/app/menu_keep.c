/* SPDX-License-Identifier: MIT */
#include "app/menu_keep.h"

#include "app/command_line.h"
#include "os/compat.h"

#include <stdio.h>
#include <string.h>

#define MAX_TEXT 32

/* The path of a picture of the user's folder; "" if another is shown. */
static void read_picture(char *text, size_t size, const MenuTarget *target)
{
    const Bed *bed = &target->scene->bed;

    text[0] = '\0';
    if (bed->folder != NULL && bed->stays && target->pictures != NULL)
        snprintf(text, size, "%s/%s", target->pictures, bed_name(bed));
}

static MenuValues read_values(const MenuTarget *target)
{
    const Scene *scene = target->scene;
    MenuValues values = {.settings = scene->player.settings,
                         .home = scene->player.home,
                         .rate = scene->player.rate,
                         .max_fps = target->display->max_fps,
                         .size = target->input->size,
                         .has_bed = scene->bed.setting >= 0};

    read_picture(values.picture, sizeof values.picture, target);
    return values;
}

void menu_keep_start(MenuKeep *keep, const MenuTarget *target)
{
    *keep = (MenuKeep){.start = read_values(target)};
    keep->kept = keep->start;
}

/* Whether a setting can change while the water is shown, and is a number or a
   word; writes both values. */
static int read_both(const RippleSettingInfo *info, const PlaySettings *a,
                     const PlaySettings *b, char texts[2][MAX_TEXT])
{
    return (info->flags & PLAY_AT_START) == 0 &&
           play_settings_get(a, info->name, texts[0], MAX_TEXT) == 0 &&
           play_settings_get(b, info->name, texts[1], MAX_TEXT) == 0;
}

static int are_same(const MenuValues *a, const MenuValues *b)
{
    const RippleSettingInfo *info;
    char texts[2][MAX_TEXT];
    int same = a->rate == b->rate && a->max_fps == b->max_fps &&
               a->size == b->size && a->has_bed == b->has_bed &&
               strcmp(a->picture, b->picture) == 0;

    for (int i = 0; same && (info = play_settings_info(i)) != NULL; i++)
        same = !read_both(info, &a->settings, &b->settings, texts) ||
               strcmp(texts[0], texts[1]) == 0;
    return same;
}

/* Sets a line of the file, or removes it if the value is NULL. */
static int keep_line(Config *config, const char *name, const char *value,
                     Error *error)
{
    ConfigLine line = {.name = name, .value = value};
    const char *wrong = value != NULL ? command_line_keep(config, &line)
                                      : config_set(config, name, NULL);

    return wrong == NULL ? 0 : error_set(error, name, "%s", wrong);
}

static int keep_number(Config *config, const char *name, int number,
                       Error *error)
{
    char text[MAX_TEXT];

    snprintf(text, sizeof text, "%d", number);
    return keep_line(config, name, number > 0 ? text : NULL, error);
}

/* Keeps the preset, and the settings that differ from others. Removes the lines
   of the rest if the preset is new, which sets them anew. */
static int keep_settings(Config *config, const PlaySettings *settings,
                         const PlaySettings *others, int is_new, Error *error)
{
    const RippleSettingInfo *info;
    char texts[2][MAX_TEXT];
    int result = 0;

    for (int i = 0; result == 0 && (info = play_settings_info(i)) != NULL;
         i++) {
        if (read_both(info, settings, others, texts) &&
            ((info->flags & PLAY_RESETS_ALL) ||
             strcmp(texts[0], texts[1]) != 0))
            result = keep_line(config, info->name, texts[0], error);
        else if (is_new && (info->flags & PLAY_AT_START) == 0)
            result = keep_line(config, info->name, NULL, error);
    }
    return result;
}

/* What the settings would be if the preset were chosen now. */
static PlaySettings read_preset(const PlaySettings *settings)
{
    PlaySettings preset = *settings;
    PlayReason why;

    play_settings_change(&preset, "preset",
                         play_settings_word(0, settings->preset), &why);
    return preset;
}

/* Keeps a picture of the user's folder; a bed that has taken the place of a
   picture does so in the file. */
static int keep_picture(const MenuKeep *keep, const MenuValues *now,
                        Config *config, Error *error)
{
    if (now->picture[0] != '\0')
        return strcmp(now->picture, keep->kept.picture) == 0
                   ? 0
                   : keep_line(config, "picture", now->picture, error);
    if (!now->has_bed || keep->kept.has_bed)
        return 0;
    return keep_line(config, "picture-from", NULL, error) == 0 &&
                   keep_line(config, "picture", NULL, error) == 0 &&
                   keep_line(config, "bed",
                             play_settings_bed(now->settings.bed), error) == 0
               ? 0
               : -1;
}

static int keep_all(const MenuKeep *keep, const MenuValues *now, Config *config,
                    Error *error)
{
    int is_new = now->settings.preset != keep->kept.settings.preset;
    PlaySettings preset = read_preset(&now->settings);

    if (config->path == NULL)
        return error_set(error, "ripple.conf",
                         "HOME names no folder that it could be in");
    if (config_read(config, error) != 0 ||
        keep_settings(config, &now->settings,
                      is_new ? &preset : &keep->kept.settings, is_new,
                      error) != 0 ||
        keep_picture(keep, now, config, error) != 0)
        return -1;
    if (now->rate != keep->kept.rate &&
        keep_number(config, "rate", now->rate, error) != 0)
        return -1;
    if (now->max_fps != keep->kept.max_fps &&
        keep_number(config, "max-fps", now->max_fps, error) != 0)
        return -1;
    return command_line_check_config(config, error) == 0
               ? config_write(config, error)
               : -1;
}

int menu_keep_write(MenuKeep *keep, const MenuTarget *target, char **path,
                    Error *error)
{
    Config config = {.path = config_find()};
    MenuValues now = read_values(target);
    int result = keep_all(keep, &now, &config, error);

    *path = NULL;
    if (result == 0) {
        keep->kept = now;
        *path = config.path;
        config.path = NULL;
    }
    config_clear(&config);
    return result;
}

int menu_keep_can_undo(const MenuKeep *keep, const MenuTarget *target)
{
    MenuValues now = read_values(target);

    return keep->has_reset && are_same(&now, &keep->after);
}

/* Gives the water all settings at once. */
static int restore(Player *player, const PlaySettings *settings, Error *error)
{
    PlaySettings before = player->settings;
    Error ignored;

    if (player->host.apply(player->pool, &before, settings, error) != 0) {
        player->host.apply(player->pool, settings, &before, &ignored);
        return -1;
    }
    player->settings = *settings;
    player->host.mask_changed(player->host.context, NULL);
    return 0;
}

/* Brings all to some values but for the picture. */
static int apply(const MenuValues *values, const MenuTarget *target,
                 Error *error)
{
    if (restore(&target->scene->player, &values->settings, error) != 0)
        return -1;
    target->scene->player.home = values->home;
    if (!*target->is_recording)
        scene_set_rate(target->scene, values->rate);
    target->display->max_fps = values->max_fps;
    target->input->size = values->size;
    return 0;
}

int menu_keep_reset(MenuKeep *keep, const MenuTarget *target, Error *error)
{
    MenuValues before = read_values(target), after = keep->start;
    int undoes = menu_keep_can_undo(keep, target);

    after.settings = read_preset(&before.settings);
    after.home = after.settings.camera;
    after.size = 1;
    if (apply(undoes ? &keep->before : &after, target, error) != 0)
        return -1;
    keep->has_reset = !undoes;
    keep->before = before;
    keep->after = read_values(target);
    return 0;
}
