/* SPDX-License-Identifier: MIT */
/* A presenter that keeps what its window would show in memory, by plain loops.
   It has one renderer, "headless", and a lost device loses everything. */
#ifndef RIPPLE_TESTS_WINDOW_HEADLESS_PRESENTER_H
#define RIPPLE_TESTS_WINDOW_HEADLESS_PRESENTER_H

#include "app/present/presenter.h"

extern const Presenter headless_presenter;

/* Whether an open one has something in a layer. */
int headless_has_layer(const void *self, Layer layer);

#endif
