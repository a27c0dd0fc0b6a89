/* SPDX-License-Identifier: MIT */
/*
 * All that runs at once: one window, or a pool on each display, or one pool
 * that goes on from display to display; these follow displays that come and
 * go.
 */
#ifndef RIPPLE_APP_APP_H
#define RIPPLE_APP_APP_H

#include "app/options/options.h"
#include "host/error.h"

/* Opens what the options ask for and runs it until the user quits. Returns 0
   or -1. */
int app_run(const Options *options, Error *error);

#endif
