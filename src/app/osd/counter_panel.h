/* SPDX-License-Identifier: MIT */
/* The panel that tells how fast the water is, as demos had it. */
#ifndef RIPPLE_APP_OSD_COUNTER_PANEL_H
#define RIPPLE_APP_OSD_COUNTER_PANEL_H

#include "app/osd/panel.h"

#define COUNTER_LINES 4
#define COUNTER_TIMES 64

typedef struct CounterPanel {
    Panel panel;
    char lines[COUNTER_LINES][40];
    float times[COUNTER_TIMES]; /* of the last frames, from the oldest on, in
                                   milliseconds */
} CounterPanel;

/* Lays out lines and times, which are filled in, at the bottom left of a
   window, with a curve of the times below the lines. */
void counter_panel_lay_out(CounterPanel *counter, const PanelSpace *space);

#endif
