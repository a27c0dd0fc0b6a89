/* SPDX-License-Identifier: MIT */
#include "app/window/menu_rows.h"

#include "app/options/setting_scale.h"
#include "base/decimal.h"
#include "base/fixed.h"
#include "play/preset_change.h"
#include "play/presets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NO_LIMIT 2000 /* frames a second: the end of the scale */
#define MAX_TEXT 32

/* Rows that are no settings. */
static const MenuRow own[] = {
    {MENU_PICTURE, -1, "picture"},
    {MENU_STONE_SIZE, -1, "stone size"},
    {MENU_SPEED, -1, "speed"},
    {MENU_FRAME_LIMIT, -1, "frame limit"},
};

static const MenuRow actions[] = {
    {MENU_KEEP, -1, "keep these settings"},
    {MENU_RESET, -1, "reset to"},
};

/* Those that come first, in this order; others follow in that of the table. */
static const char *const order[] = {
    "preset",     "picture",    "bed",     "model",      "rain",
    "swell",      "leaves",     "light",   "light-from", "sky",
    "refraction", "bend-limit", "damping", "stone size", "stone",
    "edges",      "shore",      "view",    "filter",     "cell",
    "speed",      "frame limit"};

static const double sizes[] = {0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
                               1,    1.2, 1.4,  1.7, 2,   2.4, 2.8, 3.3, 4};
static const double rates[] = {1,   2,   5,   10,  15,  20,   25,      30,
                               40,  50,  60,  75,  90,  120,  144,     180,
                               240, 300, 400, 500, 700, 1000, NO_LIMIT};

static void add(MenuRows *rows, const MenuRow *row)
{
    for (int i = 0; i < rows->count; i++) {
        if (rows->rows[i].kind == row->kind &&
            rows->rows[i].setting == row->setting)
            return;
    }
    if (rows->count < MENU_ROWS_MAX)
        rows->rows[rows->count++] = *row;
}

/* Adds the settings for menus that have this name, or all if it is NULL. */
static void add_settings(MenuRows *rows, const char *name)
{
    const RippleSettingInfo *info;

    for (int i = 0; (info = play_settings_info(i)) != NULL; i++) {
        if ((info->flags & RIPPLE_SETTING_MENU) &&
            (name == NULL || strcmp(info->name, name) == 0))
            add(rows, &(MenuRow){MENU_SETTING, i, info->name});
    }
}

/* Adds the row that is no setting, or else the setting, of that name. */
static void add_named(MenuRows *rows, const char *name)
{
    for (int i = 0; i < COUNT(own); i++) {
        if (strcmp(own[i].name, name) == 0) {
            add(rows, &own[i]);
            return;
        }
    }
    add_settings(rows, name);
}

/* Without other pictures the row of the beds is enough. */
static int has_pictures(const MenuTarget *target)
{
    return target->scene->pictures.bed < 0 || target->pictures != NULL;
}

void menu_rows_list(MenuRows *rows, const MenuTarget *target)
{
    rows->count = 0;
    for (int i = 0; i < COUNT(order); i++) {
        if (strcmp(order[i], "picture") != 0 || has_pictures(target))
            add_named(rows, order[i]);
    }
    add_settings(rows, NULL);
    for (int i = 0; i < COUNT(actions); i++)
        add(rows, &actions[i]);
}

int menu_rows_is_action(const MenuRow *row)
{
    return row->kind == MENU_KEEP || row->kind == MENU_RESET;
}

static const RippleSettingInfo *info_of(const MenuRow *row)
{
    return play_settings_info(row->setting);
}

int menu_rows_is_used(const MenuRow *row, const MenuTarget *target)
{
    unsigned models = row->kind == MENU_SETTING ? info_of(row)->models : 0;
    RippleModel model = target->scene->player.settings.pool.model;

    return models == 0 || (models & 1U << model) != 0;
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
    switch (row->kind) {
    case MENU_SETTING:
        return get_setting(row, target);
    case MENU_STONE_SIZE:
        return target->input->size;
    case MENU_SPEED:
        return target->scene->player.rate;
    case MENU_FRAME_LIMIT:
        return target->display->max_fps > 0 ? target->display->max_fps
                                            : NO_LIMIT;
    default:
        return 0;
    }
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

static int set_speed(const MenuTarget *target, double value, Error *error)
{
    if (*target->is_recording)
        return error_set(error, "speed", "cannot change in a recording");
    scene_set_rate(target->scene, (int)value);
    return 0;
}

static int set(const MenuRow *row, const MenuTarget *target, double value,
               Error *error)
{
    switch (row->kind) {
    case MENU_SETTING:
        return set_setting(row, target, value, error);
    case MENU_SPEED:
        return set_speed(target, value, error);
    case MENU_STONE_SIZE:
        target->input->size = value;
        return 0;
    case MENU_FRAME_LIMIT:
        target->display->max_fps = value < NO_LIMIT ? (int)value : 0;
        return 0;
    default:
        return 0;
    }
}

static void find_scale(const MenuRow *row, SettingScale *scale)
{
    switch (row->kind) {
    case MENU_SETTING:
        setting_scale_init(scale, info_of(row), count_words(row->setting));
        break;
    case MENU_STONE_SIZE:
        setting_scale_list(scale, sizes, COUNT(sizes));
        break;
    case MENU_SPEED:
        setting_scale_list(scale, rates, COUNT(rates) - 1);
        break;
    case MENU_FRAME_LIMIT:
        setting_scale_list(scale, rates, COUNT(rates));
        break;
    default:
        *scale = (SettingScale){.count = 0};
        break;
    }
}

/* Whether the values are numbers alone. */
static int is_number(const MenuRow *row)
{
    return row->kind != MENU_PICTURE && !menu_rows_is_action(row) &&
           (row->setting < 0 || play_settings_word(row->setting, 0) == NULL);
}

void menu_rows_label(const MenuRow *row, const MenuTarget *target, char *text,
                     size_t size)
{
    const PlaySettings *settings = &target->scene->player.settings;

    if (row->kind == MENU_RESET)
        snprintf(text, size, "%s %s", row->name,
                 presets_get(settings->preset)->name);
    else
        snprintf(text, size, "%s", row->name);
    for (char *c = text; *c != '\0'; c++)
        *c = *c == '-' ? ' ' : *c;
}

/* Three digits, or all of a whole number. */
static void write_number(char *text, size_t size, double value)
{
    snprintf(text, size, fabs(value) < 100 ? "%.3g" : "%.0f", value);
}

static void write_setting(const MenuRow *row, const MenuTarget *target,
                          char *text, size_t size)
{
    if (is_number(row))
        write_number(text, size, get_setting(row, target));
    else
        play_settings_get(&target->scene->player.settings, row->name, text,
                          size);
}

static void write_picture(const MenuTarget *target, char *text, size_t size)
{
    const Pictures *pictures = &target->scene->pictures;

    snprintf(text, size, "%s",
             pictures->bed >= 0 && target->pictures != NULL
                 ? "none"
                 : pictures_name(pictures));
}

void menu_rows_write(const MenuRow *row, const MenuTarget *target, char *text,
                     size_t size)
{
    switch (row->kind) {
    case MENU_SETTING:
        write_setting(row, target, text, size);
        break;
    case MENU_PICTURE:
        write_picture(target, text, size);
        break;
    case MENU_STONE_SIZE:
        snprintf(text, size, "%.0f %%", 100 * target->input->size);
        break;
    case MENU_FRAME_LIMIT:
        if (target->display->max_fps == 0) {
            snprintf(text, size, "none");
            break;
        }
        /* fall through */
    default:
        write_number(text, size, get(row, target));
        break;
    }
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
    SDL_Surface *picture;
    Slideshow *slideshow;
    int result;

    if (slideshow_read(&picture, &slideshow, target->pictures, NULL, error) !=
        0)
        return -1;
    result = scene_show(target->scene, picture, slideshow, error);
    if (result == 0)
        pictures_hold(&target->scene->pictures);
    SDL_FreeSurface(picture);
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

    find_scale(row, &scale);
    value = setting_scale_at(&scale, place);
    return value != get(row, target) ? set(row, target, value, error) : 0;
}
