/* SPDX-License-Identifier: MIT */
/*
 * The panel of the menu, at the left of a window:
 *
 *     +-------------------------------------+
 *     |  title                           x  |
 *     |  label    <  ------o----  value  >  |  a number
 *     |  label    <               value  >  |  a word, or no room for tracks
 *     |  action                             |
 *     +-------------------------------------+
 *
 * Rows that do not fit are scrolled to.
 */
#ifndef RIPPLE_APP_OSD_MENU_PANEL_H
#define RIPPLE_APP_OSD_MENU_PANEL_H

#include "app/osd/panel.h"

#define MENU_PANEL_MAX_LABEL 32
#define MENU_PANEL_MAX_VALUE 64

typedef struct MenuPanelRow {
    char label[MENU_PANEL_MAX_LABEL];
    char value[MENU_PANEL_MAX_VALUE]; /* "" for an action */
    double place; /* of a number in its range, 0..1; below 0: it is none */
    int is_dim;   /* has no effect now */
    int is_action;
} MenuPanelRow;

typedef struct MenuPanel {
    Panel panel;
    const char *title;
    const MenuPanelRow *rows;
    int count, selected;
    int first, shown; /* rows that are to be seen */
    /* In pixels of the panel: */
    int top, pitch, gap;    /* of the rows; the gap before the actions */
    int left, right;        /* of the text */
    int less, track, value; /* the left sides of the arrow, of tracks and of
                               values */
    int track_width, more;  /* 0: there is no room; the right arrow's side */
} MenuPanel;

typedef enum MenuPart {
    MENU_PART_NONE,   /* outside */
    MENU_PART_INSIDE, /* of the panel, on nothing that does anything */
    MENU_PART_CLOSE,
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

/* Lays out `count` rows, of which `selected` is to be seen, and if there is
   room `first` at the top. Title and rows must outlive the panel. */
void menu_panel_lay_out(MenuPanel *menu, const MenuPanel *content,
                        const PanelSpace *space);

/* Finds what is at pixel (x, y) of the window. */
MenuPlace menu_panel_find(const MenuPanel *menu, int x, int y);

/* The place on the track of a row at column x of the window, even beside it. */
double menu_panel_place(const MenuPanel *menu, int x);

#endif
