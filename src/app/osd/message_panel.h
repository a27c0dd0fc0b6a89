/* SPDX-License-Identifier: MIT */
/* The panel of a message. */
#ifndef RIPPLE_APP_OSD_MESSAGE_PANEL_H
#define RIPPLE_APP_OSD_MESSAGE_PANEL_H

#include "app/osd/panel.h"

#define MESSAGE_LINES 3 /* at most */

typedef struct MessagePanel {
    Panel panel;
    const char *text;
    struct {
        size_t from, length; /* bytes of the text */
    } lines[MESSAGE_LINES];
    int count;
    int is_cut; /* the last line ends in "..." */
} MessagePanel;

/* Lays out text at the bottom of a window, in as few lines as it needs, broken
   at spaces. If it is too long for all lines, "..." replaces its end. The text
   must outlive the panel. */
void message_panel_lay_out(MessagePanel *message, const char *text,
                           const PanelSpace *space);

#endif
