/* SPDX-License-Identifier: MIT */
#include "app/menu.h"

#include "app/chooser.h"
#include "app/command_line.h"
#include "os/step_clock.h"
#include "play/presets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK_NS (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define STAYS   UINT64_MAX /* the mark, while the mouse is on it */
#define BARS    3

#define MAX_TEXT 32 /* of a setting or a number */

void menu_close(Menu *menu)
{
    free(menu->target.pictures);
    menu->target.pictures = NULL;
}

void menu_toggle(Menu *menu)
{
    menu->is_open = !menu->is_open;
    menu->mark_until_ns = 0;
    menu->form.shape = (FormShape){0};
    if (!menu->is_open)
        return;
    menu_close(menu);
    menu->target.pictures = folder_find_usual();
    menu->target.has_chooser = chooser_exists();
    captions_hint(menu->captions, NULL);
    menu->captions->help_shown = 0;
}

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

void menu_start(Menu *menu)
{
    menu->start = menu->kept = read_values(&menu->target);
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

/* Returns the settings that choosing the preset again would give. */
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
static int keep_picture(const MenuValues *kept, const MenuValues *now,
                        Config *config, Error *error)
{
    if (now->picture[0] != '\0')
        return strcmp(now->picture, kept->picture) == 0
                   ? 0
                   : keep_line(config, "picture", now->picture, error);
    if (!now->has_bed || kept->has_bed)
        return 0;
    return keep_line(config, "picture-from", NULL, error) == 0 &&
                   keep_line(config, "picture", NULL, error) == 0 &&
                   keep_line(config, "bed",
                             play_settings_bed(now->settings.bed), error) == 0
               ? 0
               : -1;
}

static int keep_all(const MenuValues *kept, const MenuValues *now,
                    Config *config, Error *error)
{
    int is_new = now->settings.preset != kept->settings.preset;
    PlaySettings preset = read_preset(&now->settings);

    if (config->path == NULL)
        return error_set(error, "ripple.conf",
                         "HOME names no folder that it could be in");
    if (config_read(config, error) != 0 ||
        keep_settings(config, &now->settings,
                      is_new ? &preset : &kept->settings, is_new, error) != 0 ||
        keep_picture(kept, now, config, error) != 0)
        return -1;
    if (now->rate != kept->rate &&
        keep_number(config, "rate", now->rate, error) != 0)
        return -1;
    if (now->max_fps != kept->max_fps &&
        keep_number(config, "max-fps", now->max_fps, error) != 0)
        return -1;
    return command_line_check_config(config, error) == 0
               ? config_write(config, error)
               : -1;
}

static void keep(Menu *menu)
{
    const MenuTarget *target = &menu->target;
    Config config = {.path = config_find()};
    MenuValues now = read_values(target);
    Error error;

    if (keep_all(&menu->kept, &now, &config, &error) != 0) {
        captions_say(menu->captions, "%s", error.text);
    } else {
        menu->kept = now;
        captions_tell_file(menu->captions, "kept in", config.path,
                           target->input->size != 1 ? "; not the stone size"
                                                    : "");
    }
    config_clear(&config);
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

/* Whether nothing has changed since the last reset. */
static int can_undo(const Menu *menu)
{
    MenuValues now = read_values(&menu->target);

    return menu->has_reset && are_same(&now, &menu->after);
}

/* Goes back to the preset, or undoes that if it can. Returns 0, or -1 and the
   reason. */
static int reset(Menu *menu, Error *error)
{
    MenuValues before = read_values(&menu->target), after = menu->start;
    int undoes = can_undo(menu);

    after.settings = read_preset(&before.settings);
    after.home = after.settings.camera;
    after.size = 1;
    if (apply(undoes ? &menu->before : &after, &menu->target, error) != 0)
        return -1;
    menu->has_reset = !undoes;
    menu->before = before;
    menu->after = read_values(&menu->target);
    return 0;
}

static int show_reset(Menu *menu, Error *error)
{
    int preset = menu->target.scene->player.settings.preset;
    char label[40] = "undo reset";

    if (!can_undo(menu))
        snprintf(label, sizeof label, "reset to %s", presets_get(preset)->name);
    return form_button(&menu->form, "reset", label, "") ? reset(menu, error)
                                                        : 0;
}

/* What a command is called at present. */
static const char *find_label(const MenuTarget *target, const char *key,
                              const char *label)
{
    const Screen *screen = target->screen;

    if (strcmp(key, "F9") == 0 && *target->is_recording)
        return "stop the film";
    if (strcmp(key, "F") == 0 && screen->count == 1 &&
        screen_is_fullscreen(screen))
        return "back to window";
    return label;
}

static void show_commands(Menu *menu)
{
    static const struct {
        const char *label, *key;
    } rows[] = {{"save a picture", "S"},        {"record a film", "F9"},
                {"save last 10 s", "Shift+F9"}, {"benchmark", "B"},
                {"full screen", "F"},           {"all keys", "F1"},
                {"take back land", "Ctrl+Z"},   {"wipe land", "Delete"}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *label =
            find_label(&menu->target, rows[i].key, rows[i].label);

        if (form_button(&menu->form, rows[i].label, label, rows[i].key))
            menu->rows.asked = rows[i].key;
    }
}

static void show_form(Menu *menu, Ui *ui)
{
    Form *form = &menu->form;
    Error error;
    int result;

    do {
        form_begin(form, ui, "ripple");
        result = menu_rows_show(form, &menu->target, &menu->rows, &error);
        if (form_button(form, "keep", "keep settings", ""))
            keep(menu);
        result |= show_reset(menu, &error);
        show_commands(menu);
    } while (form_end(form));
    if (result != 0)
        captions_say(menu->captions, "%s", error.text);
    if (form->closes)
        menu_toggle(menu);
}

static void draw_mark(const Ui *ui, RippleRect box)
{
    int size = ui->size, thick = (size + 3) / 6;

    ui_draw_panel(ui, box, (float)box.width / 2);
    for (int i = 0; i < BARS; i++) {
        RippleRect bar = {box.x + (box.width - size * 7 / 6) / 2,
                          box.y + (box.height - thick) / 2 +
                              (i - 1) * size * 5 / 12,
                          size * 7 / 6, thick};

        ui_fill(ui, bar, (float)thick / 2, UI_TEXT);
    }
}

/* The mark comes when a pointer moves, and stays as long as it is on it, or a
   hint names it. */
static void show_mark(Menu *menu, Ui *ui, int index, uint64_t now_ns)
{
    RippleRect box;

    ui->size = ui_fit(ui, 4.5F, 4.5F);
    box = (RippleRect){ui->size, ui->size, ui->size * 5 / 2, ui->size * 5 / 2};
    if (ui->size == 0)
        return;
    if (ui->event.act == UI_MOVE) {
        menu->window = index;
        menu->mark_until_ns =
            ui->event.pointer == INPUT_MOUSE && ui_is_in(ui, UI_MOVE, box)
                ? STAYS
                : now_ns + MARK_NS;
    }
    if (menu_wait_ns(menu, now_ns) == 0)
        menu->mark_until_ns = 0;
    if ((menu->mark_until_ns == 0 && menu->captions->hint == NULL) ||
        menu->window != index)
        return;
    draw_mark(ui, box);
    if (ui_press(ui, box))
        menu_toggle(menu);
}

void menu_show(Menu *menu, Ui *ui, int index, uint64_t now_ns)
{
    if (!menu->is_open)
        show_mark(menu, ui, index, now_ns);
    else if (menu->window == index)
        show_form(menu, ui);
}

void menu_leave(Menu *menu, int index, uint64_t now_ns)
{
    if (menu->mark_until_ns == STAYS && menu->window == index)
        menu->mark_until_ns = now_ns + MARK_NS;
}

uint64_t menu_wait_ns(const Menu *menu, uint64_t now_ns)
{
    if (menu->mark_until_ns == 0 || menu->mark_until_ns == STAYS)
        return UINT64_MAX;
    return menu->mark_until_ns > now_ns ? menu->mark_until_ns - now_ns : 0;
}
