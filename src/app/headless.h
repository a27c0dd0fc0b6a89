/* SPDX-License-Identifier: MIT */
/*
 * The program without a window or a video driver: does a number of steps as
 * fast as it can and writes the frames to files, one for each step. The same
 * options, script and seed give the same bytes.
 */
#ifndef RIPPLE_APP_HEADLESS_H
#define RIPPLE_APP_HEADLESS_H

#include "app/option_table.h"
#include "os/error.h"

/*
 * Runs the options' scene for options->frames steps and writes the outputs.
 * Signals, see stop.h, end it early with complete files; a reader that closes a
 * stream ends it without an error. Returns 0, or -1 and the reason.
 */
int headless_run(const Options *options, Error *error);

#endif
