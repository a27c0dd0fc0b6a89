/* SPDX-License-Identifier: MIT */
/*
 * Videos and animations, made by the program ffmpeg: it is started as a child
 * that reads the bare pixels of every frame from a pipe and writes the file,
 * under a temporary name that becomes the right one when all went well. As a
 * process group of its own it does not see the Ctrl+C meant for this program,
 * so that interrupted recordings too are brought to their end.
 */
#ifndef RIPPLE_APP_OUTPUT_FFMPEG_H
#define RIPPLE_APP_OUTPUT_FFMPEG_H

#include "ripple.h"
#include "app/output/atomic_file.h"
#include "host/error.h"

#include <sys/types.h>

typedef struct Ffmpeg {
    AtomicFile output; /* the file, which ffmpeg writes by its name */
    pid_t child;       /* 0: there is none */
    int input;         /* our end of its standard input */
    int errors;     /* our end of its standard error, -1 when that has ended */
    char line[256]; /* the last that it said there */
    size_t length;
    int line_ended;
} Ffmpeg;

/* Whether the name ends in .mp4, .webm, .gif, .webp or .apng. */
int ffmpeg_knows(const char *path);

/*
 * Starts a video of frames as large as this one, `rate` a second. From then on
 * the process ignores SIGPIPE. Returns 0, or -1 when there is no ffmpeg or the
 * file cannot be. End it with close or discard.
 */
int ffmpeg_open(Ffmpeg *ffmpeg, const char *path, const RipplePixels *frame,
                int rate, Error *error);

/* Hands on one frame of any format, at the pace of ffmpeg. Returns 0, or -1
   with everything discarded and, if it said something, ffmpeg's last words in
   the report. */
int ffmpeg_add(Ffmpeg *ffmpeg, const RipplePixels *frame, Error *error);

/* Waits for ffmpeg to finish the file and gives that its name. As add. */
int ffmpeg_close(Ffmpeg *ffmpeg, Error *error);

/* Ends ffmpeg at once and leaves no file. Does nothing when not open. */
void ffmpeg_discard(Ffmpeg *ffmpeg);

#endif
