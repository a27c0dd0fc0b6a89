/* SPDX-License-Identifier: MIT */
#include "app/window/menu_rows.h"

#include "app/options/setting_scale.h"
#include "lib/util/decimal.h"
#include "lib/util/fixed.h"
#include "play/preset_change.h"
#include "play/presets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_TEXT 32

static const MenuRow actions[] = {
    {MENU_KEEP, -1, "keep settings", NULL},
    {MENU_RESET, -1, "reset to", NULL},
    {MENU_COMMAND, -1, "save a picture", "S"},
    {MENU_COMMAND, -1, "record a film", "F9"},
    {MENU_COMMAND, -1, "full screen", "F"},
    {MENU_COMMAND, -1, "all keys", "F1"},
    {MENU_COMMAND, -1, "take back land", "Ctrl+Z"},
    {MENU_COMMAND, -1, "wipe land", "Delete"},
};

static void add(MenuRows *rows, const MenuRow *row)
{
    if (rows->count < MENU_ROWS_MAX)
        rows->rows[rows->count++] = *row;
}

static int is_used(const RippleSettingInfo *info, const MenuTarget *target)
{
    RippleModel model = target->scene->player.settings.pool.model;

    return (info->flags & RIPPLE_SETTING_MENU) &&
           (info->models == 0 || (info->models & 1U << model) != 0);
}

/* Without other pictures the row of the beds is enough. */
static int has_pictures(const MenuTarget *target)
{
    return target->scene->pictures.bed < 0 || target->pictures != NULL;
}

/* Adds setting i if the menu has it, and the rows that follow it. */
static void add_setting(MenuRows *rows, const MenuTarget *target, int i)
{
    const RippleSettingInfo *info = play_settings_info(i);
    const MenuOwn *own;

    if (is_used(info, target))
        add(rows,
            &(MenuRow){.kind = MENU_SETTING, .setting = i, .name = info->name});
    if (strcmp(info->name, "preset") == 0 && has_pictures(target))
        add(rows, &(MenuRow){.kind = MENU_PICTURE, .name = "picture"});
    for (int k = 0; (own = menu_own_row(k)) != NULL; k++) {
        if (strcmp(own->after, info->name) == 0 &&
            menu_own_is_used(own, target))
            add(rows, &(MenuRow){MENU_OWN, k, own->name, NULL});
    }
}

void menu_rows_list(MenuRows *rows, const MenuTarget *target)
{
    rows->count = 0;
    for (int i = 0; play_settings_info(i) != NULL; i++)
        add_setting(rows, target, i);
    for (int i = 0; i < COUNT(actions); i++)
        add(rows, &actions[i]);
}

int menu_rows_is_action(const MenuRow *row)
{
    return row->kind >= MENU_KEEP;
}

/* Of a row of that kind. */
static const MenuOwn *own_of(const MenuRow *row)
{
    return row->kind == MENU_OWN ? menu_own_row(row->setting) : NULL;
}

static int count_words(int setting)
{
    int count = 0;

    while (play_settings_word(setting, count) != NULL)
        count++;
    return count;
}

/* The number that a setting has, or that of its word. */
static double get_setting(const MenuRow *row, const MenuTarget *target)
{
    char text[MAX_TEXT];
    const char *word;
    double number = 0;

    play_settings_get(&target->scene->player.settings, row->name, text,
                      sizeof text);
    for (int i = 0; (word = play_settings_word(row->setting, i)) != NULL; i++) {
        if (strcmp(word, text) == 0)
            return i;
    }
    ripple_decimal_read(&number, text);
    return number;
}

static double get(const MenuRow *row, const MenuTarget *target)
{
    const MenuOwn *own = own_of(row);

    if (own != NULL)
        return own->get(target);
    return row->kind == MENU_SETTING ? get_setting(row, target) : 0;
}

/* A bed that is chosen is shown, even where a picture was. */
static int set_setting(const MenuRow *row, const MenuTarget *target,
                       double value, Error *error)
{
    Scene *scene = target->scene;
    const char *word = play_settings_word(row->setting, (int)value);
    char text[MAX_TEXT];

    ripple_decimal_write(text, sizeof text, value);
    if (strcmp(row->name, "preset") == 0)
        return preset_change(&scene->player, (int)value, error);
    if (player_set(&scene->player, row->name, word != NULL ? word : text,
                   error) != 0)
        return -1;
    if (strcmp(row->name, "bed") == 0 && scene->pictures.bed < 0)
        scene_show_bed(scene);
    return 0;
}

static int set(const MenuRow *row, const MenuTarget *target, double value,
               Error *error)
{
    const MenuOwn *own = own_of(row);

    return own != NULL ? own->set(target, value, error)
                       : set_setting(row, target, value, error);
}

static void find_scale(const MenuRow *row, SettingScale *scale)
{
    const MenuOwn *own = own_of(row);

    if (own != NULL)
        menu_own_find_scale(own, scale);
    else
        setting_scale_init(scale, play_settings_info(row->setting),
                           count_words(row->setting));
}

/* Whether the values are numbers alone. */
static int is_number(const MenuRow *row)
{
    if (row->kind == MENU_SETTING)
        return play_settings_word(row->setting, 0) == NULL;
    return row->kind == MENU_OWN && own_of(row)->words == NULL;
}

/* Whether it fills a display that it can leave again. */
static int can_leave(const Screen *screen)
{
    return screen->count == 1 && screen_is_fullscreen(screen);
}

static int is_key(const MenuRow *row, const char *key)
{
    return row->key != NULL && strcmp(row->key, key) == 0;
}

void menu_rows_label(const MenuRow *row, const MenuTarget *target, char *text,
                     size_t size)
{
    const PlaySettings *settings = &target->scene->player.settings;

    if (row->kind == MENU_RESET)
        snprintf(text, size, "%s %s", row->name,
                 presets_get(settings->preset)->name);
    else if (is_key(row, "F9") && *target->is_recording)
        snprintf(text, size, "stop the film");
    else if (is_key(row, "F") && can_leave(target->screen))
        snprintf(text, size, "back to window");
    else if (strcmp(row->name, "damping") == 0)
        snprintf(text, size, "rings last");
    else
        snprintf(text, size, "%s", row->name);
    for (char *c = text; *c != '\0'; c++)
        *c = *c == '-' ? ' ' : *c;
}

/* What follows a number, where it says more than the name. */
static const char *find_unit(const MenuRow *row)
{
    static const struct {
        const char *unit, *written;
    } units[] = {{"per second", "/s"},
                 {"percent", " %"},
                 {"degrees", " deg"},
                 {"pixels", " px"}};

    if (row->kind == MENU_OWN)
        return own_of(row)->unit;
    for (int i = 0; i < COUNT(units); i++) {
        if (strcmp(units[i].unit, play_settings_info(row->setting)->unit) == 0)
            return units[i].written;
    }
    return "";
}

/* Two digits of a fraction, three of others, or all of a whole number. */
static void write_number(const MenuRow *row, double value, char *text,
                         size_t size)
{
    double much = fabs(value);

    if (much < 1)
        snprintf(text, size, "%.2g%s", value, find_unit(row));
    else
        snprintf(text, size, much < 100 ? "%.3g%s" : "%.0f%s", value,
                 find_unit(row));
}

/* The bed is none where a picture is shown, and the other way round. */
static void write_setting(const MenuRow *row, const MenuTarget *target,
                          char *text, size_t size)
{
    if (is_number(row))
        write_number(row, get_setting(row, target), text, size);
    else if (strcmp(row->name, "bed") == 0 && target->scene->pictures.bed < 0)
        snprintf(text, size, "none");
    else
        play_settings_get(&target->scene->player.settings, row->name, text,
                          size);
}

static void write_picture(const MenuTarget *target, char *text, size_t size)
{
    const Pictures *pictures = &target->scene->pictures;

    snprintf(text, size, "%s",
             pictures->bed >= 0 ? "none" : pictures_name(pictures));
}

static void write_own(const MenuRow *row, const MenuTarget *target, char *text,
                      size_t size)
{
    const MenuOwn *own = menu_own_row(row->setting);
    double value = own->get(target);

    if (own->words != NULL)
        snprintf(text, size, "%s", own->words[(int)value]);
    else if (own->last != NULL && value >= own->values[own->count - 1])
        snprintf(text, size, "%s", own->last);
    else
        write_number(row, value, text, size);
}

void menu_rows_write(const MenuRow *row, const MenuTarget *target, char *text,
                     size_t size)
{
    if (row->kind == MENU_SETTING)
        write_setting(row, target, text, size);
    else if (row->kind == MENU_PICTURE)
        write_picture(target, text, size);
    else if (row->kind == MENU_OWN)
        write_own(row, target, text, size);
    else
        snprintf(text, size, "%s", row->key != NULL ? row->key : "");
}

double menu_rows_place(const MenuRow *row, const MenuTarget *target)
{
    SettingScale scale;

    if (!is_number(row))
        return MENU_NO_PLACE;
    find_scale(row, &scale);
    return setting_scale_place(&scale, get(row, target));
}

/* Past refused values: a cell has 4 pixels or 8, but never 5. */
static int step_value(const MenuRow *row, const MenuTarget *target, int by,
                      Error *error)
{
    double value = get(row, target), next = value;
    SettingScale scale;
    Error other;
    int result = 0;

    find_scale(row, &scale);
    for (int tries = 0; tries < scale.count; tries++) {
        double last = next;

        next = setting_scale_next(&scale, last, by);
        if (next == value || next == last)
            return result;
        if (set(row, target, next, result == 0 ? error : &other) == 0)
            return 0;
        if (is_number(row))
            return -1;
        result = -1;
    }
    return result;
}

/* Shows the pictures of the user's folder, until another one is asked for. */
static int show_folder(const MenuTarget *target, Error *error)
{
    Slide slide;
    Slideshow *slideshow;
    int result;

    if (slideshow_read(&slide, &slideshow, target->pictures, FILM_LIVE, NULL,
                       error) != 0)
        return -1;
    result = scene_show(target->scene, slide.source, slideshow, error);
    if (result == 0) {
        scene_play(target->scene, slide.film);
        slide.film = NULL;
        pictures_hold(&target->scene->pictures);
    }
    slideshow_clear_slide(&slide);
    return result;
}

int menu_rows_step(const MenuRow *row, const MenuTarget *target, int by,
                   Error *error)
{
    const Pictures *pictures = &target->scene->pictures;

    if (row->kind != MENU_PICTURE)
        return step_value(row, target, by, error);
    return pictures->slideshow == NULL && target->pictures != NULL
               ? show_folder(target, error)
               : scene_show_next(target->scene, by, error);
}

int menu_rows_move(const MenuRow *row, const MenuTarget *target, double place,
                   Error *error)
{
    SettingScale scale;
    double value;

    if (!is_number(row))
        return 0;
    find_scale(row, &scale);
    value = setting_scale_at(&scale, place);
    return value != get(row, target) ? set(row, target, value, error) : 0;
}
