/* SPDX-License-Identifier: MIT */
#include "app/osd/menu_walk.h"

#include "lib/util/fixed.h"

/* Up and down, around the ends; beside each other actions are one row. */
static int walk(const MenuPanel *menu, int by)
{
    int lines = (menu->actions + MENU_PANEL_COLUMNS - 1) / MENU_PANEL_COLUMNS;
    int count = menu->list + lines, row = menu->selected, column = 0;

    if (row >= menu->list) {
        column = (row - menu->list) % MENU_PANEL_COLUMNS;
        row = menu->list + (row - menu->list) / MENU_PANEL_COLUMNS;
    }
    row = (row + by + count) % count;
    if (row >= menu->list)
        row = menu->list + (row - menu->list) * MENU_PANEL_COLUMNS + column;
    return min_int(row, menu->list + menu->actions - 1);
}

int menu_walk(const MenuPanel *menu, MenuWay way)
{
    int row = menu->selected, action = row - menu->list;

    switch (way) {
    case MENU_UP:
        return walk(menu, -1);
    case MENU_DOWN:
        return walk(menu, 1);
    case MENU_ACROSS:
        return action >= 0 && (action ^ 1) < menu->actions
                   ? menu->list + (action ^ 1)
                   : row;
    case MENU_PAGE_UP:
        return clamp_int(row - menu->shown, 0, menu->list - 1);
    case MENU_PAGE_DOWN:
        return min_int(row + menu->shown, menu->list - 1);
    case MENU_FIRST:
        return 0;
    default:
        return menu->list - 1;
    }
}
