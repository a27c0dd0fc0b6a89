/* SPDX-License-Identifier: MIT */
/* The outline of a stone. */
#ifndef RIPPLE_APP_OSD_RING_PANEL_H
#define RIPPLE_APP_OSD_RING_PANEL_H

#include "app/osd/panel.h"

typedef struct RingPanel {
    Panel panel;
    float middle_x, middle_y; /* in the panel */
    float radius_x, radius_y; /* of the middle of its line */
    float line;               /* its width */
} RingPanel;

/* Lays out a light ellipse between two dark ones around a point of a window,
   with lines for text of that size. All in pixels; the point is -2^20..2^20,
   the radii 0..2^20. Only what is in the window gets pixels. */
void ring_panel_lay_out(RingPanel *ring, float x, float y, float radius_x,
                        float radius_y, const PanelSpace *space);

#endif
