/* SPDX-License-Identifier: MIT */
/*
 * The recordings that the user makes while the program runs, which have a frame
 * for every step. Captions name the file or the error; standard output gets the
 * names of complete files. No file is ever overwritten.
 */
#ifndef RIPPLE_APP_WINDOW_CAPTURE_H
#define RIPPLE_APP_WINDOW_CAPTURE_H

#include "ripple.h"
#include "media/sink.h"
#include "app/window/captions.h"

#include <stdint.h>

/* Filled in by the window: the captions. Must stay where it is. */
typedef struct Capture {
    Captions *captions;
    int is_recording;
    int is_ending; /* the file of a recording that has ended is not complete */
    const char *why;
    char name[32];    /* of the recording */
    int rate;         /* its frames per second */
    uint64_t seconds; /* its length */
    Sink sink;
} Capture;

/*
 * Starts a recording of frames of this size and rate, ripple-NNNN.mp4 in the
 * working directory, or .y4m if ffmpeg cannot be started; or stops the
 * recording that runs.
 */
void capture_toggle(Capture *capture, const RipplePixels *frame, int rate,
                    uint64_t now_ns);

/* Whether the encoder has not taken the last frame yet: no step may be made. */
int capture_is_busy(const Capture *capture);

/* Adds a frame to the recording, if there is one. */
void capture_add(Capture *capture, const RipplePixels *frame, uint64_t now_ns);

/* Goes on with what the encoder has not done yet, and says so if it hangs. */
void capture_turn(Capture *capture, uint64_t now_ns);

/* How long capture_turn has nothing to do; UINT64_MAX: for ever. */
uint64_t capture_wait_ns(const Capture *capture);

/* Ends the recording, if there is one, which later turns complete; `why`,
   static words, is added to its caption. */
void capture_stop(Capture *capture, const char *why, uint64_t now_ns);

/* The same, and waits until the file is complete or its encoder is given up:
   see sink_hurry. */
void capture_end(Capture *capture, const char *why, uint64_t now_ns);

#endif
