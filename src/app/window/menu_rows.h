/* SPDX-License-Identifier: MIT */
/*
 * The rows of the menu: what they are called, what they show, and what changes
 * them. There is a row for each setting that its table flags for menus, so a
 * new setting has one; rows for what is no setting: the picture and those of
 * menu_own; and actions: two of menu_keep, and commands.
 */
#ifndef RIPPLE_APP_WINDOW_MENU_ROWS_H
#define RIPPLE_APP_WINDOW_MENU_ROWS_H

#include "app/window/menu_own.h"

#include <stddef.h>

#define MENU_ROWS_MAX 64
#define MENU_NO_PLACE (-1.0)

typedef enum MenuRowKind {
    MENU_SETTING,
    MENU_PICTURE,
    MENU_OWN,
    MENU_KEEP,
    MENU_RESET,
    MENU_COMMAND,
} MenuRowKind;

typedef struct MenuRow {
    MenuRowKind kind;
    int setting;      /* of play_settings_info, or of menu_own_row */
    const char *name; /* of the setting, or of the row */
    const char *key;  /* of MENU_COMMAND: that gives the command */
} MenuRow;

typedef struct MenuRows {
    MenuRow rows[MENU_ROWS_MAX];
    int count;
} MenuRows;

/* Lists the rows of what the model uses in their order, the actions last. */
void menu_rows_list(MenuRows *rows, const MenuTarget *target);

/* Whether a row is an action. */
int menu_rows_is_action(const MenuRow *row);

/* Writes what a row is called. */
void menu_rows_label(const MenuRow *row, const MenuTarget *target, char *text,
                     size_t size);

/* Writes the value of a row as a person reads it, or the key of an action. */
void menu_rows_write(const MenuRow *row, const MenuTarget *target, char *text,
                     size_t size);

/* Where a number lies in its range, 0..1; MENU_NO_PLACE: it is no number. */
double menu_rows_place(const MenuRow *row, const MenuTarget *target);

/* Changes a row to its next value, up if by is 1, down if it is -1, or past
   those that are refused to one that is not. Returns 0, which at the end of a
   range changes nothing, or -1 and the reason, and changes nothing. */
int menu_rows_step(const MenuRow *row, const MenuTarget *target, int by,
                   Error *error);

/* Changes a number to a place in its range, and nothing else. Returns as
   menu_rows_step. */
int menu_rows_move(const MenuRow *row, const MenuTarget *target, double place,
                   Error *error);

#endif
