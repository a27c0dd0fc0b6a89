/* SPDX-License-Identifier: MIT */
/* The help on as few pages as are legible in a window. */
#ifndef RIPPLE_APP_OSD_HELP_PAGES_H
#define RIPPLE_APP_OSD_HELP_PAGES_H

#include "app/osd/help_panel.h"

#define HELP_MAX_LINES 40 /* with title and `more` */

/* A page; must stay where it is while the panel is used. */
typedef struct HelpPages {
    HelpPanel panel;
    const char *lines[HELP_MAX_LINES];
} HelpPages;

/*
 * Lays out page `page` from 0, or the last one if there are fewer, of up to
 * HELP_MAX_LINES - 1 lines that are as those of help_panel_lay_out. Empty ones
 * part groups, of which none is on two pages; all pages have the title, and
 * those with another behind them the line `more`. Returns how many there are.
 */
int help_pages_lay_out(HelpPages *pages, const char *const *lines,
                       const char *more, int page, const PanelSpace *space);

#endif
