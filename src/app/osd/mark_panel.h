/* SPDX-License-Identifier: MIT */
/* The mark of a recording. */
#ifndef RIPPLE_APP_OSD_MARK_PANEL_H
#define RIPPLE_APP_OSD_MARK_PANEL_H

#include "app/osd/panel.h"

/* Lays out a red dot at the top right of a window. */
void mark_panel_lay_out(Panel *panel, const PanelSpace *space);

#endif
