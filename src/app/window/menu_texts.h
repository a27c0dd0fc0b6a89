/* SPDX-License-Identifier: MIT */
/* What the rows of the menu show. */
#ifndef RIPPLE_APP_WINDOW_MENU_TEXTS_H
#define RIPPLE_APP_WINDOW_MENU_TEXTS_H

#include "app/osd/menu_panel.h"
#include "app/window/menu_keep.h"
#include "app/window/menu_rows.h"

typedef struct MenuTexts {
    MenuRows rows;
    MenuPanelRow texts[MENU_ROWS_MAX]; /* as they are shown */
    int selected;
} MenuTexts;

/* Lists and writes all rows anew; the same row stays selected if it is still
   there. Returns whether a text has changed. */
int menu_texts_write(MenuTexts *menu, const MenuTarget *target,
                     const MenuKeep *keep);

#endif
