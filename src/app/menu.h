/* SPDX-License-Identifier: MIT */
/*
 * The menu: a form over the water with a row for all that can be set, and a
 * mark that opens it, which shows while a pointer moves and for two seconds
 * after, or as long as the mouse rests on it or a hint is shown. Both are on
 * the window where the pointer was last. An open menu takes the keys, and what
 * pointers do inside of it.
 *
 * "keep settings" writes the preset to ripple.conf, and the settings that
 * differ from the start or from those kept last. If the preset is another one,
 * it writes the settings that differ from that preset, and removes the rest.
 * Other lines of the file stay. "reset" returns to the preset, and can be
 * undone.
 */
#ifndef RIPPLE_APP_MENU_H
#define RIPPLE_APP_MENU_H

#include "app/form.h"
#include "app/captions.h"
#include "app/menu_rows.h"

#include <stdint.h>

/* The values of the rows. */
typedef struct MenuValues {
    PlaySettings settings;
    RippleCamera home; /* of the player */
    int rate, max_fps;
    double size;                 /* of stones */
    int has_bed;                 /* no other picture is shown */
    char picture[PLAY_MAX_PATH]; /* of the user's folder; "" for others */
} MenuValues;

/* Filled in by the window: captions and target. */
typedef struct Menu {
    Captions *captions;
    MenuTarget target;
    MenuRows rows;
    MenuValues start;         /* of the window */
    MenuValues kept;          /* the same at first */
    MenuValues before, after; /* the last reset */
    int has_reset;
    Form form;
    int is_open;
    int window;             /* of the screen, on which the pointer was last */
    uint64_t mark_until_ns; /* 0: the mark is not shown; UINT64_MAX: it stays */
} Menu;

/* Begins with the values that there are. */
void menu_start(Menu *menu);

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
