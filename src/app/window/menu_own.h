/* SPDX-License-Identifier: MIT */
/*
 * Rows of the menu that are no settings of the water but numbers or words all
 * the same: what the pointer draws, speed and limits, and the camera where it
 * is seen through. A table.
 */
#ifndef RIPPLE_APP_WINDOW_MENU_OWN_H
#define RIPPLE_APP_WINDOW_MENU_OWN_H

#include "app/input/input.h"
#include "app/options/setting_scale.h"
#include "app/present/display_options.h"
#include "app/present/screen.h"
#include "app/scene/scene.h"
#include "os/error.h"

/* What the rows change; none of it is the menu's. */
typedef struct MenuTarget {
    Scene *scene;
    Input *input;
    DisplayOptions *display;
    const Screen *screen;
    const int *is_recording;
    char *pictures; /* folder of the user's, or NULL */
} MenuTarget;

typedef struct MenuOwn {
    const char *name;
    const char *after;        /* the setting that it follows */
    const char *unit;         /* follows a number */
    const char *const *words; /* of the values; NULL: numbers */
    const char *last;         /* stands for the last value, or NULL */
    double min, max, step;    /* the values, or if step is 0: */
    const double *values;
    int count;
    int is_ring;   /* the first value follows the last */
    int is_camera; /* a row of the view in perspective alone */
    double (*get)(const MenuTarget *target);
    /* Returns 0, or -1 and the reason. */
    int (*set)(const MenuTarget *target, double value, Error *error);
} MenuOwn;

/* Row i, from 0; NULL past the last. */
const MenuOwn *menu_own_row(int i);

/* Whether the row is to be seen. */
int menu_own_is_used(const MenuOwn *own, const MenuTarget *target);

/* The values that the row steps through. */
void menu_own_find_scale(const MenuOwn *own, SettingScale *scale);

#endif
