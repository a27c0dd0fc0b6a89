/* SPDX-License-Identifier: MIT */
/* The help: the lines of the table of keys, in as many columns as there is room
   for; a list that scrolls where they do not fit. */
#ifndef RIPPLE_APP_HELP_H
#define RIPPLE_APP_HELP_H

#include "app/ui.h"

#define HELP_MAX_LINES 36

/* Shows it in the middle of a window; for line(i) see captions_turn_help. Any
   press is taken; returns whether it closes the help. */
int help_show(Ui *ui, UiScroll *scroll, const char *line(int i));

#endif
