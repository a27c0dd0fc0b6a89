/* SPDX-License-Identifier: MIT */
/*
 * Statements about the menu, besides those of stage.h:
 *
 *     choose LABEL           goes to that row by Down
 *     tap LABEL PART         left click on "label", "less", "more" or "track"
 * of that row; at the "close" of the head, the row is - hold LABEL SHARE
 * presses left on the track of the row, so far along touch LABEL PART       the
 * same as tap, with a finger hover LABEL PART       moves the mouse there row
 * LABEL, value TEXT  the selected row is that, and shows that dim N 1: it has
 * no effect menu N, bars N         panel and mark are shown, or not menu-on N
 * the panel is on that window of the screen
 *
 * A '_' in a label or text is a space.
 */
#ifndef RIPPLE_TESTS_WINDOW_MENU_STAGE_H
#define RIPPLE_TESTS_WINDOW_MENU_STAGE_H

/* Runs statements. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void menu_play(const char *format, ...);

/* Takes the folders of the user away. */
void menu_leave_home(void);

#endif
