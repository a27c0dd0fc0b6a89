/* SPDX-License-Identifier: MIT */
/* Three bars at the top left of a window: a click on them opens the menu. */
#ifndef RIPPLE_APP_OSD_MENU_MARK_H
#define RIPPLE_APP_OSD_MENU_MARK_H

#include "app/osd/panel.h"

/* Lays out the mark; it has no pixels in very small windows. */
void menu_mark_lay_out(Panel *panel, const PanelSpace *space);

#endif
