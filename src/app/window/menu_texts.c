/* SPDX-License-Identifier: MIT */
#include "app/window/menu_texts.h"

#include "base/fixed.h"

#include <stdio.h>
#include <string.h>

static void write_row(const MenuRow *row, const MenuTarget *target,
                      const MenuKeep *keep, MenuPanelRow *text)
{
    memset(text, 0, sizeof *text); /* all of it is compared */
    if (row->kind == MENU_RESET && menu_keep_can_undo(keep, target))
        snprintf(text->label, sizeof text->label, "undo reset");
    else
        menu_rows_label(row, target, text->label, sizeof text->label);
    text->is_action = menu_rows_is_action(row);
    text->place = menu_rows_place(row, target);
    menu_rows_write(row, target, text->value, sizeof text->value);
}

static void list_rows(MenuTexts *menu, const MenuTarget *target)
{
    const char *name = menu->rows.rows[menu->selected].name;

    menu_rows_list(&menu->rows, target);
    for (int i = 0; name != NULL && i < menu->rows.count; i++) {
        if (strcmp(menu->rows.rows[i].name, name) == 0)
            menu->selected = i;
    }
    menu->selected = min_int(menu->selected, menu->rows.count - 1);
}

int menu_texts_write(MenuTexts *menu, const MenuTarget *target,
                     const MenuKeep *keep)
{
    int changed = 0;

    list_rows(menu, target);
    for (int i = 0; i < menu->rows.count; i++) {
        MenuPanelRow text;

        write_row(&menu->rows.rows[i], target, keep, &text);
        if (memcmp(&text, &menu->texts[i], sizeof text) != 0)
            changed = 1;
        menu->texts[i] = text;
    }
    return changed;
}
