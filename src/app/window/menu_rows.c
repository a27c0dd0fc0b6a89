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
    {.kind = MENU_PICTURE, .setting = -1, .name = "picture"},
    {.kind = MENU_DRAW, .setting = -1, .name = "draw"},
    {.kind = MENU_STONE_SIZE, .setting = -1, .name = "stone size"},
    {.kind = MENU_SPEED, .setting = -1, .name = "speed"},
    {.kind = MENU_FRAME_LIMIT, .setting = -1, .name = "frame limit"},
};

static const MenuRow actions[] = {
    {MENU_KEEP, -1, "keep settings", COMMAND_NONE, NULL},
    {MENU_RESET, -1, "reset to", COMMAND_NONE, NULL},
    {MENU_COMMAND, -1, "save a picture", COMMAND_SAVE, "S"},
    {MENU_COMMAND, -1, "record a film", COMMAND_RECORD, "F9"},
    {MENU_COMMAND, -1, "full screen", COMMAND_FULLSCREEN, "F"},
    {MENU_COMMAND, -1, "all keys", COMMAND_HELP, "F1"},
    {MENU_COMMAND, -1, "take back land", COMMAND_UNDO, "Ctrl+Z"},
    {MENU_COMMAND, -1, "wipe land", COMMAND_WIPE, "Del"},
};

/* Those that come first, in this order; others follow in that of the table. */
static const char *const order[] = {
    "preset",     "picture",    "bed",        "draw",       "stone size",
    "model",      "rain",       "damping",    "viscosity",  "loss",
    "stiffness",  "restore",    "swell",      "leaves",     "light",
    "light-from", "sky",        "refraction", "bend-limit", "stone",
    "edges",      "shore",      "view",       "filter",     "cell",
    "speed",      "frame limit"};

static const char *const tools[] = {[TOOL_STONE] = "stone",
                                    [TOOL_LAND] = "land",
                                    [TOOL_WATER] = "water",
                                    [TOOL_BOAT] = "boat"};

static const double sizes[] = {0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
                               1,    1.2, 1.4,  1.7, 2,   2.4, 2.8, 3.3, 4};
static const double tool_values[] = {TOOL_STONE, TOOL_LAND, TOOL_WATER,
                                     TOOL_BOAT};
static const double rates[] = {1,   2,   5,   10,  15,  20,   25,      30,
                               40,  50,  60,  75,  90,  120,  144,     180,
                               240, 300, 400, 500, 700, 1000, NO_LIMIT};

static void add(MenuRows *rows, const MenuRow *row)
{
    for (int i = 0; i < rows->count; i++) {
        if (strcmp(rows->rows[i].name, row->name) == 0)
            return;
    }
    if (rows->count < MENU_ROWS_MAX)
        rows->rows[rows->count++] = *row;
}

static int is_used(const RippleSettingInfo *info, const MenuTarget *target)
{
    RippleModel model = target->scene->player.settings.pool.model;

    return (info->flags & RIPPLE_SETTING_MENU) &&
           (info->models == 0 || (info->models & 1U << model) != 0);
}

/* Adds the settings for menus that have this name, or all if it is NULL. */
static void add_settings(MenuRows *rows, const MenuTarget *target,
                         const char *name)
{
    const RippleSettingInfo *info;

    for (int i = 0; (info = play_settings_info(i)) != NULL; i++) {
        if (is_used(info, target) &&
            (name == NULL || strcmp(info->name, name) == 0))
            add(rows, &(MenuRow){.kind = MENU_SETTING,
                                 .setting = i,
                                 .name = info->name});
    }
}

/* Adds the row that is no setting, or else the setting, of that name. */
static void add_named(MenuRows *rows, const MenuTarget *target,
                      const char *name)
{
    for (int i = 0; i < COUNT(own); i++) {
        if (strcmp(own[i].name, name) == 0) {
            add(rows, &own[i]);
            return;
        }
    }
    add_settings(rows, target, name);
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
            add_named(rows, target, order[i]);
    }
    add_settings(rows, target, NULL);
    for (int i = 0; i < COUNT(actions); i++)
        add(rows, &actions[i]);
}

int menu_rows_is_action(const MenuRow *row)
{
    return row->kind >= MENU_KEEP;
}

static const RippleSettingInfo *info_of(const MenuRow *row)
{
    return play_settings_info(row->setting);
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
    case MENU_DRAW:
        return target->input->tool;
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
    case MENU_DRAW:
        target->input->tool = (Tool)value;
        return 0;
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
    case MENU_DRAW:
        setting_scale_list(scale, tool_values, COUNT(tool_values));
        scale->is_ring = 1;
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
    return row->kind != MENU_PICTURE && row->kind != MENU_DRAW &&
           !menu_rows_is_action(row) &&
           (row->setting < 0 || play_settings_word(row->setting, 0) == NULL);
}

/* Whether it fills a display that it can leave again. */
static int can_leave(const Screen *screen)
{
    return screen->count == 1 && screen_is_fullscreen(screen);
}

void menu_rows_label(const MenuRow *row, const MenuTarget *target, char *text,
                     size_t size)
{
    const PlaySettings *settings = &target->scene->player.settings;

    if (row->kind == MENU_RESET)
        snprintf(text, size, "%s %s", row->name,
                 presets_get(settings->preset)->name);
    else if (row->command == COMMAND_RECORD && *target->is_recording)
        snprintf(text, size, "stop the film");
    else if (row->command == COMMAND_FULLSCREEN && can_leave(target->screen))
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
        const char *name, *unit;
    } units[] = {
        {"rain", "/s"},         {"swell", " %"},       {"light", " %"},
        {"light-from", " deg"}, {"sky", " %"},         {"bend-limit", " px"},
        {"speed", "/s"},        {"frame limit", "/s"}, {"stone size", " %"}};

    for (int i = 0; i < COUNT(units); i++) {
        if (strcmp(units[i].name, row->name) == 0)
            return units[i].unit;
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

void menu_rows_write(const MenuRow *row, const MenuTarget *target, char *text,
                     size_t size)
{
    double value = get(row, target);

    if (row->kind == MENU_SETTING)
        write_setting(row, target, text, size);
    else if (row->kind == MENU_PICTURE)
        write_picture(target, text, size);
    else if (row->kind == MENU_DRAW)
        snprintf(text, size, "%s", tools[target->input->tool]);
    else if (menu_rows_is_action(row))
        snprintf(text, size, "%s", row->key != NULL ? row->key : "");
    else if (row->kind == MENU_FRAME_LIMIT && value >= NO_LIMIT)
        snprintf(text, size, "none");
    else
        write_number(row,
                     row->kind == MENU_STONE_SIZE ? round(100 * value) : value,
                     text, size);
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
