/* SPDX-License-Identifier: MIT */
/* What a window shows over the water, as its list tells. */
#ifndef RIPPLE_TESTS_WINDOW_SEEN_H
#define RIPPLE_TESTS_WINDOW_SEEN_H

#include "app/screen_window.h"

/* The first item from number `from` on that is this text, in which '_' is a
   space, or any text if it is NULL; -1: none. */
int seen_text(const ScreenWindow *window, const char *text, int from);

/* Whether an item has that text; '_' is a space. */
int seen_is(const ScreenWindow *window, int item, const char *text);

/* The first item that is a shape of that kind and colour, 0 for any; or -1. */
int seen_shape(const ScreenWindow *window, ShapeKind kind, uint32_t argb);

/* An item; copies its text. */
const CanvasItem *seen_item(const ScreenWindow *window, int item);
const char *seen_copy(const ScreenWindow *window, int item, char *text,
                      int size);

/* Whether a message is seen that begins as this one. */
int seen_message(const ScreenWindow *window, const char *message);

#endif
