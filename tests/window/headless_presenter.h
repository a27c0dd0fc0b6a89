/* SPDX-License-Identifier: MIT */
/* A presenter that keeps what its window would show in memory, by plain loops.
   It has one renderer, "headless", and a lost device loses everything. */
#ifndef RIPPLE_TESTS_WINDOW_HEADLESS_PRESENTER_H
#define RIPPLE_TESTS_WINDOW_HEADLESS_PRESENTER_H

#include "app/present/screen_window.h"

extern const Presenter headless_presenter;

/* Whether a window has something in a layer, and how often that was set, also
   to nothing; 0 with another presenter. */
int headless_has_layer(const ScreenWindow *window, Layer layer);
int headless_count_draws(const ScreenWindow *window, Layer layer);

/* Where the left top pixel of a layer is. */
SDL_Point headless_layer_place(const void *self, Layer layer);

#endif
