/* SPDX-License-Identifier: MIT */
/*
 * The main loop: one window, or one pool on each display, or one pool that
 * spans all displays. The latter two follow displays that come and go.
 */
#ifndef RIPPLE_APP_APP_H
#define RIPPLE_APP_APP_H

#include "app/captions.h"
#include "app/option_table.h"
#include "os/error.h"

/* Opens the windows that the options ask for and runs until the user quits.
   Returns 0, or -1 and the reason. */
int app_run(const Options *options, Error *error);

/*
 * The program without a window or a video driver, in headless.c: does
 * options->frames steps as fast as it can and writes the outputs. The same
 * options, script and seed give the same bytes. Signals, see stop.h, end it
 * early with complete files; a reader that closes a stream ends it without an
 * error. Returns 0, or -1 and the reason.
 */
int headless_run(const Options *options, Error *error);

/* Shows how to begin if this user runs the program for the first time: once. */
void app_greet(Captions *captions);

#endif
