/* SPDX-License-Identifier: MIT */
/* From one row of the menu to another. */
#ifndef RIPPLE_APP_OSD_MENU_WALK_H
#define RIPPLE_APP_OSD_MENU_WALK_H

#include "app/osd/menu_panel.h"

/* Ways from the selected row to another. */
typedef enum MenuWay {
    MENU_UP,
    MENU_DOWN,
    MENU_ACROSS, /* to the action beside an action */
    MENU_PAGE_UP,
    MENU_PAGE_DOWN,
    MENU_FIRST,
    MENU_LAST, /* of the list */
} MenuWay;

/* The row where a way from the selected row ends; the panel is laid out. */
int menu_walk(const MenuPanel *menu, MenuWay way);

#endif
