/* SPDX-License-Identifier: MIT */
/*
 * The program without a window or a video driver: so many steps, one a frame,
 * as fast as it goes, recorded into files. The same options, script and seed
 * give the same bytes.
 */
#ifndef RIPPLE_APP_HEADLESS_H
#define RIPPLE_APP_HEADLESS_H

#include "app/options/options.h"
#include "host/error.h"
#include "app/scene/scene.h"

/*
 * Runs the scene for options->frames steps and writes the outputs. Stops
 * early, with complete files, at SIGINT or SIGTERM and, quietly, when the
 * reader of a stream has gone. Returns 0 or -1.
 */
int headless_run(Scene *scene, const Options *options, Error *error);

#endif
