/* SPDX-License-Identifier: MIT */
#ifndef RIPPLE_APP_FIRST_RUN_H
#define RIPPLE_APP_FIRST_RUN_H

/* How to begin, until the first stone. */
#define FIRST_RUN_HINT "click or drag in the water; menu: Tab or three bars"

/* Whether this user runs the program for the first time: true once. An empty
   file in $XDG_STATE_HOME or ~/.local/state remembers it. If it cannot be made,
   no run is the first: better no hint than one on each run. */
int first_run_begin(void);

#endif
