/* SPDX-License-Identifier: MIT */
/*
 * The files that the user makes while the program runs: pictures, and
 * recordings, which have a frame for every step. Captions name the file or the
 * error; standard output gets the names of complete files. No file is ever
 * overwritten.
 */
#ifndef RIPPLE_APP_WINDOW_CAPTURE_H
#define RIPPLE_APP_WINDOW_CAPTURE_H

#include "ripple.h"
#include "app/output/sink.h"
#include "app/window/captions.h"

#include <stdint.h>

/* Filled in by the window: the captions. Must stay where it is. */
typedef struct Capture {
    Captions *captions;
    int is_recording;
    char name[32]; /* of the recording */
    Sink sink;
} Capture;

/* Saves a frame as ripple-NNNN.png in the working directory. */
void capture_save_frame(Capture *capture, const RipplePixels *frame,
                        uint64_t now_ns);

/*
 * Starts a recording of frames of this size and rate, ripple-NNNN.mp4 in the
 * working directory, or .y4m if ffmpeg cannot be started; or completes the
 * recording that runs.
 */
void capture_toggle(Capture *capture, const RipplePixels *frame, int rate,
                    uint64_t now_ns);

/* Adds a frame to the recording, if there is one. */
void capture_add(Capture *capture, const RipplePixels *frame, uint64_t now_ns);

/* Completes the recording, if there is one; `why` is added to its caption. */
void capture_end(Capture *capture, const char *why, uint64_t now_ns);

#endif
