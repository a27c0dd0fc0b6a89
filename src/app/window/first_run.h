/* SPDX-License-Identifier: MIT */
/*
 * Whether the user runs the program for the first time. An empty file in
 * $XDG_STATE_HOME or ~/.local/state remembers that. If it cannot be made, no
 * run is the first: better no message than one on each run.
 */
#ifndef RIPPLE_APP_WINDOW_FIRST_RUN_H
#define RIPPLE_APP_WINDOW_FIRST_RUN_H

/* Whether this is the first run; later calls return 0. */
int first_run_take(void);

#endif
