/* SPDX-License-Identifier: MIT */
/* Names of parts that lie side by side. */
#ifndef RIPPLE_APP_OSD_LABELS_PANEL_H
#define RIPPLE_APP_OSD_LABELS_PANEL_H

#include "app/osd/panel.h"

typedef struct LabelsPanel {
    Panel panel; /* from the first label to the last */
    Panel label; /* any of them; the first at (0, 0) */
    const char *const *texts;
    int count;
    double pitch; /* from a label to the next */
} LabelsPanel;

/* Lays out a label at the top of each of `count` parts, at least one, into
   which a frame of width x height pixels at (x, y) of a window is divided. Text
   has the size that is wanted, or that fits the parts. The texts must outlive
   the panel. */
void labels_panel_lay_out(LabelsPanel *labels, const char *const *texts,
                          int count, const PanelSpace *frame, int x, int y);

#endif
