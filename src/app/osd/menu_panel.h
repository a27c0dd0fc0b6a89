/* SPDX-License-Identifier: MIT */
/*
 * The panel of the menu, at the left of a window:
 *
 *     +-------------------------------------+
 *     |  title                           x  |
 *     |  label    ------o-- <   value    >  |  a number
 *     |  label              <   value    >  |  a word
 *     |  label    <     a long value     >  |
 *     |  ...                                |  more rows follow: see the bar
 *     |  [action     key]  [action     key] |
 *     +-------------------------------------+
 *
 * Rows that do not fit are scrolled to. The actions, which are the last rows,
 * stay where they are; of these the last are left out where there is no room.
 * In narrow windows there are no tracks and keys.
 */
#ifndef RIPPLE_APP_OSD_MENU_PANEL_H
#define RIPPLE_APP_OSD_MENU_PANEL_H

#include "app/osd/panel.h"

#define MENU_PANEL_MAX_LABEL 32
#define MENU_PANEL_MAX_VALUE 64
#define MENU_PANEL_COLUMNS   2 /* of actions */

typedef struct MenuPanelRow {
    char label[MENU_PANEL_MAX_LABEL];
    char value[MENU_PANEL_MAX_VALUE]; /* of an action: its key, or "" */
    double place; /* of a number in its range, 0..1; below 0: it is none */
    int is_action;
} MenuPanelRow;

typedef struct MenuPanel {
    Panel panel;
    const char *title;
    const MenuPanelRow *rows;
    int count, selected;
    int first, shown;  /* rows of the list that are to be seen */
    int list, actions; /* rows of the list, actions that are to be seen */
    /* In pixels of the panel: */
    int top, pitch, peek; /* of the rows; the part of one more that is seen */
    int foot;             /* the top of the actions */
    int left, right;      /* of the text */
    int track, track_width, less, more; /* 0: no room for tracks; the arrows */
    int has_keys;
} MenuPanel;

typedef enum MenuPart {
    MENU_PART_NONE,   /* outside */
    MENU_PART_INSIDE, /* of the panel, on nothing that does anything */
    MENU_PART_CLOSE,
    MENU_PART_BAR, /* beside the rows, where they are scrolled */
    MENU_PART_ACTION,
    MENU_PART_LABEL, /* of a row */
    MENU_PART_LESS,
    MENU_PART_MORE,
    MENU_PART_TRACK,
} MenuPart;

/* What is at a pixel of the window. */
typedef struct MenuPlace {
    MenuPart part;
    int row;
    double place; /* on a track, 0..1 */
} MenuPlace;

/* Lays out `count` rows, the actions last, of which `selected`, or the last one
   before it that there is room for, is to be seen, and if there is room `first`
   at the top. Title and rows must outlive the panel. */
void menu_panel_lay_out(MenuPanel *menu, const MenuPanel *content,
                        const PanelSpace *space);

/* Finds what is at pixel (x, y) of the window. */
MenuPlace menu_panel_find(const MenuPanel *menu, int x, int y);

/* The place on the track of a row at column x of the window, even beside it. */
double menu_panel_place(const MenuPanel *menu, int x);

/* The first row to be seen where the bar's middle is at line y of the
   window. */
int menu_panel_scroll(const MenuPanel *menu, int y);

#endif
