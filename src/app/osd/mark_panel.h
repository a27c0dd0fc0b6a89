/* SPDX-License-Identifier: MIT */
/* The mark of a recording: a red dot and a short text. */
#ifndef RIPPLE_APP_OSD_MARK_PANEL_H
#define RIPPLE_APP_OSD_MARK_PANEL_H

#include "app/osd/panel.h"

typedef struct MarkPanel {
    Panel panel;
    const char *text; /* NULL: there is no room for it */
} MarkPanel;

/* Lays out the mark at the top right of a window, without the text in a small
   one. The text must outlive the panel. */
void mark_panel_lay_out(MarkPanel *mark, const char *text,
                        const PanelSpace *space);

#endif
