/* SPDX-License-Identifier: MIT */
/*
 * Xvfb's screen, read from the file with its pixels that `Xvfb -fbdir` keeps:
 * an XWD dump (X11/XWDFile.h) that is always up to date.
 */
#ifndef RIPPLE_TESTS_SCREENSHOT_H
#define RIPPLE_TESTS_SCREENSHOT_H

#include "ripple.h"

/* The pixels of a rectangle of the screen; alpha is 0xff. The caller frees
   them. */
RipplePixels screenshot_take(const char *path, RippleRect place);

/* The number of pixels that differ; both must have the same size. */
int screenshot_count_differences(const RipplePixels *a, const RipplePixels *b);

#endif
