/* SPDX-License-Identifier: MIT */
/*
 * The two actions of the menu. Keep writes ripple.conf: the preset, and what is
 * not as it was at the start or as kept last; where the preset is another one,
 * which has set all settings anew, what is not as in the preset, and no other
 * setting. Other lines of the file stay. Reset goes back to the preset as it
 * is, and can be undone.
 */
#ifndef RIPPLE_APP_MENU_KEEP_H
#define RIPPLE_APP_MENU_KEEP_H

#include "app/menu_rows.h"
#include "os/error.h"

/* What the rows have. */
typedef struct MenuValues {
    PlaySettings settings;
    RippleCamera home; /* of the player */
    int rate, max_fps;
    double size;                 /* of stones */
    int has_bed;                 /* no other picture is shown */
    char picture[PLAY_MAX_PATH]; /* of the user's folder; "" for others */
} MenuValues;

typedef struct MenuKeep {
    MenuValues start;         /* of the window */
    MenuValues kept;          /* the same at first */
    MenuValues before, after; /* the last reset */
    int has_reset;
} MenuKeep;

/* Begins with the values that there are. */
void menu_keep_start(MenuKeep *keep, const MenuTarget *target);

/* Writes ripple.conf, and sets *path, to be freed, to its name. Returns 0, or
   -1 with the reason and *path NULL. */
int menu_keep_write(MenuKeep *keep, const MenuTarget *target, char **path,
                    Error *error);

/* Whether the last reset can be undone: nothing has changed since. */
int menu_keep_can_undo(const MenuKeep *keep, const MenuTarget *target);

/* Goes back to the preset, or undoes that if it can. Returns 0, or -1 and the
   reason. */
int menu_keep_reset(MenuKeep *keep, const MenuTarget *target, Error *error);

#endif
