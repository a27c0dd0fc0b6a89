/* SPDX-License-Identifier: MIT */
/* The recording that the user starts and stops while the program runs. */
#ifndef RIPPLE_APP_WINDOW_CAPTURE_H
#define RIPPLE_APP_WINDOW_CAPTURE_H

#include "ripple.h"
#include "app/output/sink.h"
#include "host/error.h"

typedef struct Film {
    int running;
    char name[32]; /* of the file, also after the end */
    Recording recording;
} Film;

/*
 * Starts ripple-NNNN.mp4 in the working directory, or .y4m where ffmpeg cannot
 * be had, with the first number that is free. No file is ever overwritten.
 * The film must stay where it is. Returns 0 or -1.
 */
int film_start(Film *film, const RipplePixels *frame, int rate, Report *report);

/* Adds a frame of the size it was started with. Returns 0, or -1 when the film
   has ended and left no file. */
int film_add(Film *film, const RipplePixels *frame, Report *report);

/* Completes the file. Returns 0, or -1 when there is none: something failed,
   or there was no frame to put in it. */
int film_end(Film *film, Report *report);

#endif
