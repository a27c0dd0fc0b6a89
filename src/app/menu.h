/* SPDX-License-Identifier: MIT */
/*
 * The menu: a form over the water with a row for all that can be set, and a
 * mark that opens it, which shows while a pointer moves and for two seconds
 * after, or as long as the mouse rests on it or a hint is shown. Both are on
 * the window where the pointer was last. An open menu takes the keys, and what
 * pointers do inside of it.
 */
#ifndef RIPPLE_APP_MENU_H
#define RIPPLE_APP_MENU_H

#include "app/form.h"
#include "app/captions.h"
#include "app/menu_keep.h"

#include <stdint.h>

/* Filled in by the window: captions and target. */
typedef struct Menu {
    Captions *captions;
    MenuTarget target;
    MenuRows rows;
    MenuKeep keep;
    Form form;
    int is_open;
    int window;             /* of the screen, on which the pointer was last */
    uint64_t mark_until_ns; /* 0: the mark is not shown; UINT64_MAX: it stays */
} Menu;

/* Frees what it holds. */
void menu_close(Menu *menu);

/* Shows or hides the form. */
void menu_toggle(Menu *menu);

/* Shows form or mark in window `index`, or handles the event of the pass. */
void menu_show(Menu *menu, Ui *ui, int index, uint64_t now_ns);

/* The mouse has left window `index`. */
void menu_leave(Menu *menu, int index, uint64_t now_ns);

/* How long the mark stays without a change; UINT64_MAX: for ever. */
uint64_t menu_wait_ns(const Menu *menu, uint64_t now_ns);

#endif
