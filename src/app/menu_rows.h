/* SPDX-License-Identifier: MIT */
/*
 * The rows of the menu: one function shows them and does what a user asks of
 * them. There is a row for each setting that its table flags for menus, so a
 * new setting has one, and rows for what is no setting: pictures, what the
 * pointer draws, speed and limits, and the camera where it is seen through.
 */
#ifndef RIPPLE_APP_MENU_ROWS_H
#define RIPPLE_APP_MENU_ROWS_H

#include "app/input.h"
#include "app/form.h"
#include "app/screen.h"
#include "app/scene.h"
#include "os/error.h"

/* The last step of a number. */
typedef struct MenuStep {
    const char *name;
    double from, to;
    int by;
} MenuStep;

/* The memory of the rows, zeroed at first. */
typedef struct MenuRows {
    int shows_more;
    MenuStep last;
    const char *asked; /* the key of a command that the window carries out */
} MenuRows;

/* What the rows change; none of it is the menu's. */
typedef struct MenuTarget {
    Scene *scene;
    Input *input;
    DisplayOptions *display;
    const Screen *screen;
    const int *is_recording;
    char *pictures;  /* folder of the user's, or NULL */
    int has_chooser; /* of files */
} MenuTarget;

/* Shows the rows of a form that has begun; those for people who know the terms
   are under "more". Returns 0, or -1 and the reason why one could not change.
 */
int menu_rows_show(Form *form, const MenuTarget *target, MenuRows *state,
                   Error *error);

#endif
