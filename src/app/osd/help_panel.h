/* SPDX-License-Identifier: MIT */
/* The panel of the help. */
#ifndef RIPPLE_APP_OSD_HELP_PANEL_H
#define RIPPLE_APP_OSD_HELP_PANEL_H

#include "app/osd/panel.h"

typedef struct HelpPanel {
    Panel panel;
    const char *const *lines;
    int count;
    int key_width;     /* from the keys to their actions, in pixels */
    int column_width;  /* from a column to the next */
    int column_height; /* of the lines below the title */
    int splits_groups; /* between columns */
} HelpPanel;

/*
 * Lays out the help in the middle of a window. The first line is the title,
 * with a tab before what stands beside it; in the others a tab separates a key
 * from its action; an empty line is half a line of space between two groups.
 * The lines must outlive the panel. It has several columns, of whole groups if
 * they fit, and then smaller text, where the window is small.
 */
void help_panel_lay_out(HelpPanel *help, const char *const *lines, int count,
                        const PanelSpace *space);

#endif
