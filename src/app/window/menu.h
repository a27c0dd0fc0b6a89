/* SPDX-License-Identifier: MIT */
/*
 * The menu: a panel over the water with a row for all that can be set, and a
 * mark that opens it, which shows while a pointer moves and for two seconds
 * after, or as long as the mouse rests on it. Both are on the window where the
 * pointer was last. An open menu takes the keys, and what pointers do inside of
 * it.
 */
#ifndef RIPPLE_APP_WINDOW_MENU_H
#define RIPPLE_APP_WINDOW_MENU_H

#include "app/osd/menu_panel.h"
#include "app/present/screen.h"
#include "app/window/captions.h"
#include "app/window/menu_keep.h"
#include "app/window/menu_rows.h"

#include <SDL.h>
#include <stdint.h>

typedef struct MenuTexts {
    MenuRows rows;
    MenuPanelRow texts[MENU_ROWS_MAX]; /* as they are shown */
    int selected;
} MenuTexts;

/* Filled in by the window: screen, captions and target. */
typedef struct Menu {
    Screen *screen;
    Captions *captions;
    MenuTarget target;
    int is_open;
    int is_stale;    /* it must be laid out again */
    int window;      /* of the screen, on which the pointer was last */
    SDL_Point mouse; /* its pixel there */
    MenuTexts texts;
    MenuPart dragged;     /* the track of the selected row, the bar, or none */
    SDL_FingerID dragger; /* by this finger, or the mouse: INPUT_MOUSE */
    MenuPanel panel;
    Panel mark;
    uint64_t mark_until_ns; /* 0: the mark is not shown; UINT64_MAX: it stays */
    MenuKeep keep;
    const char *asked; /* the key of an action; the window carries it out */
} Menu;

/* Notes what rows have now, to keep and reset them. */
void menu_start(Menu *menu);

/* Frees what it holds. */
void menu_close(Menu *menu);

/* Shows or hides the panel. */
void menu_toggle(Menu *menu);

/* Handles an event of window `index`; returns whether it was for the menu and
   nothing else. */
int menu_handle(Menu *menu, const SDL_Event *event, int index, uint64_t now_ns);

/* The mouse has left window `index`. */
void menu_leave(Menu *menu, int index, uint64_t now_ns);

/* Shows what has changed since, and hides the mark when its time is over. */
void menu_turn(Menu *menu, uint64_t now_ns);

/* How long menu_turn has nothing to do without a change; UINT64_MAX: for ever.
 */
uint64_t menu_wait_ns(const Menu *menu, uint64_t now_ns);

/* Lays it out again, for a new size or renderer. */
void menu_lay_out(Menu *menu);

#endif
