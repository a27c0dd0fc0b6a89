/* SPDX-License-Identifier: MIT */
/* The panel of a message of one line. */
#ifndef RIPPLE_APP_OSD_MESSAGE_PANEL_H
#define RIPPLE_APP_OSD_MESSAGE_PANEL_H

#include "app/osd/panel.h"

typedef struct MessagePanel {
    Panel panel;
    const char *text;
    size_t fitting; /* bytes that fit */
} MessagePanel;

/* Lays out one line of text at the bottom of a window. If it is too long, "..."
   replaces its end. The text must outlive the panel. */
void message_panel_lay_out(MessagePanel *message, const char *text,
                           const PanelSpace *space);

#endif
