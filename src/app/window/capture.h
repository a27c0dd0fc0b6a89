/* SPDX-License-Identifier: MIT */
/* The recording that the user starts and stops while the program runs. */
#ifndef RIPPLE_APP_WINDOW_CAPTURE_H
#define RIPPLE_APP_WINDOW_CAPTURE_H

#include "ripple.h"
#include "app/output/sink.h"
#include "host/error.h"

typedef struct Capture {
    int running;
    char name[32]; /* of the file, also after the end */
    Sink sink;
} Capture;

/*
 * Starts ripple-NNNN.mp4 in the working directory, or .y4m where ffmpeg cannot
 * be had, with the first number that is free. No file is ever overwritten.
 * The film must stay where it is. Returns 0 or -1.
 */
int capture_start(Capture *capture, const RipplePixels *frame, int rate,
                  Error *error);

/* Adds a frame of the size it was started with. Returns 0, or -1 when the film
   has ended and left no file. */
int capture_add(Capture *capture, const RipplePixels *frame, Error *error);

/* Completes the file. Returns 0, or -1 when there is none: something failed,
   or there was no frame to put in it. */
int capture_end(Capture *capture, Error *error);

#endif
