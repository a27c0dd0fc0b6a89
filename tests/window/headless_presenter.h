/* SPDX-License-Identifier: MIT */
/* A presenter that keeps what its window would show in memory, by plain loops.
   It has one renderer, "headless", and a lost device loses everything. */
#ifndef RIPPLE_TESTS_WINDOW_HEADLESS_PRESENTER_H
#define RIPPLE_TESTS_WINDOW_HEADLESS_PRESENTER_H

#include "app/screen_window.h"

extern const Presenter headless_presenter;

/* How often the overlay of a window was set; 0 with another presenter. */
int headless_count_draws(const ScreenWindow *window);

#endif
