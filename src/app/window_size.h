/* SPDX-License-Identifier: MIT */
/* How large a new window is. */
#ifndef RIPPLE_APP_WINDOW_SIZE_H
#define RIPPLE_APP_WINDOW_SIZE_H

#include "app/display_options.h"

/* Makes a shape of width x height as large as fits 7/10 of the width and 7/10
   of the height of a display without its panels, but no side too thin to be
   clicked. A display that is not there changes nothing else. */
void window_size_share(int display, int *width, int *height);

/* Makes the size of a frame that of its window: as many times as large as fits
   the display if frames are enlarged, and, unless the size is to be kept,
   shrunk to fit it and with no side too thin. */
void window_size_fit(const DisplayOptions *options, int *width, int *height);

#endif
