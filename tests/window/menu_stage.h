/* SPDX-License-Identifier: MIT */
/*
 * Statements about the menu, besides those of stage.h:
 *
 *     choose LABEL           goes to that row by Down, and Right for actions
 *     tap LABEL PART         left click on "label", "less", "more", "track" or
 *                            "action" of that row; at the "close" of the head
 *                            or the "bar", the row is -
 *     hold LABEL SHARE       presses left on the track of the row, so far along
 *     slide LABEL SHARE      the same, and lets go of it
 *     touch LABEL PART       the same as tap, with a finger
 *     hover LABEL PART       moves the mouse there
 *     row LABEL, value TEXT  the selected row is that, and shows that
 *     has-row LABEL N        1: there is such a row
 *     first N, actions N     the first row to be seen, or end if the list is
 *                            scrolled to its end; the actions to be seen
 *     message-beside N       1: the message begins at the right of the panel
 *     tool N                 what the left button draws with
 *     menu N, bars N         panel and mark are shown, or not
 *     menu-on N              the panel is on that window of the screen
 *
 * A '_' in a label or text is a space.
 */
#ifndef RIPPLE_TESTS_WINDOW_MENU_STAGE_H
#define RIPPLE_TESTS_WINDOW_MENU_STAGE_H

#include "../verbs.h"

/* Runs one statement. */
void menu_run(const Words *words);
#define menu_play(...) verbs_play(menu_run, __VA_ARGS__)

/* Takes the folders of the user away. */
void menu_leave_home(void);

#endif
