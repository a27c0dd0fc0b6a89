/* SPDX-License-Identifier: MIT */
/*
 * Videos and animations, written by the program ffmpeg: a child that reads the
 * pixels of every frame from a pipe and writes the file under a temporary
 * name, which becomes the right one if all went well. Its process group is
 * its own, so that Ctrl+C ends this program and ffmpeg completes the file.
 */
#ifndef RIPPLE_APP_OUTPUT_FFMPEG_H
#define RIPPLE_APP_OUTPUT_FFMPEG_H

#include "ripple.h"
#include "app/output/atomic_file.h"
#include "host/child.h"
#include "host/error.h"

typedef struct Ffmpeg {
    AtomicFile output; /* the file, which ffmpeg opens by its name */
    Child child;
} Ffmpeg;

/* Whether the name ends in one of: */
int ffmpeg_knows(const char *path);

/* Ending i, from 0: "mp4"; NULL past the last. */
const char *ffmpeg_ending(int i);

/*
 * Starts a video of frames of this size, `rate` a second, with a name that
 * ffmpeg_knows. From then on the process ignores SIGPIPE. Returns 0, or -1 if
 * there is no ffmpeg or the file cannot be opened. End it with close or
 * discard.
 */
int ffmpeg_open(Ffmpeg *ffmpeg, const char *path, const RipplePixels *frame,
                int rate, Error *error);

/* Adds a frame of any format; waits while ffmpeg is slower. Returns 0, or -1
   with all discarded and the last line of ffmpeg's errors in *error. */
int ffmpeg_add(Ffmpeg *ffmpeg, const RipplePixels *frame, Error *error);

/* Waits until ffmpeg has completed the file, and gives it its name. As add. */
int ffmpeg_close(Ffmpeg *ffmpeg, Error *error);

/* Kills ffmpeg and leaves no file. Does nothing if not open. */
void ffmpeg_discard(Ffmpeg *ffmpeg);

#endif
