/* SPDX-License-Identifier: MIT */
/* The lines of the help panel (F1). */
#ifndef RIPPLE_APP_WINDOW_HELP_H
#define RIPPLE_APP_WINDOW_HELP_H

/* A title, then lines "KEYS\tWHAT THEY DO"; empty lines part them. */
const char *const *help_lines(int *count);

#endif
