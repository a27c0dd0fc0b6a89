/* SPDX-License-Identifier: MIT */
#include "app/menu.h"

#include "app/chooser.h"
#include "os/step_clock.h"
#include "play/presets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK_NS (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define STAYS   UINT64_MAX /* the mark, while the mouse is on it */
#define BARS    3

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

static void keep(Menu *menu, uint64_t now_ns)
{
    char *path;
    Error error;

    if (menu_keep_write(&menu->keep, &menu->target, &path, &error) != 0) {
        captions_say(menu->captions, now_ns, "%s", error.text);
        return;
    }
    captions_tell_file(menu->captions, now_ns, "kept in", path,
                       menu->target.input->size != 1 ? "; not the stone size"
                                                     : "");
    free(path);
}

static int reset(Menu *menu, Error *error)
{
    int preset = menu->target.scene->player.settings.preset;
    char label[40] = "undo reset";

    if (!menu_keep_can_undo(&menu->keep, &menu->target))
        snprintf(label, sizeof label, "reset to %s", presets_get(preset)->name);
    return form_button(&menu->form, "reset", label, "")
               ? menu_keep_reset(&menu->keep, &menu->target, error)
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

static void show_form(Menu *menu, Ui *ui, uint64_t now_ns)
{
    Form *form = &menu->form;
    Error error;
    int result;

    do {
        form_begin(form, ui, "ripple");
        result = menu_rows_show(form, &menu->target, &menu->rows, &error);
        if (form_button(form, "keep", "keep settings", ""))
            keep(menu, now_ns);
        result |= reset(menu, &error);
        show_commands(menu);
    } while (form_end(form));
    if (result != 0)
        captions_say(menu->captions, now_ns, "%s", error.text);
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
        show_form(menu, ui, now_ns);
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
