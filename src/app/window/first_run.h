/* SPDX-License-Identifier: MIT */
/*
 * Whether this user has never had the program before them. An empty file in
 * $XDG_STATE_HOME or ~/.local/state remembers; where it cannot be made, nobody
 * is ever greeted: once too few is better than every time.
 */
#ifndef RIPPLE_APP_WINDOW_FIRST_RUN_H
#define RIPPLE_APP_WINDOW_FIRST_RUN_H

/* Whether it is time to greet; from now on it no longer is. */
int first_run_take(void);

#endif
