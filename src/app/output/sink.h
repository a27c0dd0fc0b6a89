/* SPDX-License-Identifier: MIT */
/*
 * One output of frames, whatever its format: opened for a size and a rate,
 * given every frame, closed. No file has its name before it is complete.
 */
#ifndef RIPPLE_APP_OUTPUT_SINK_H
#define RIPPLE_APP_OUTPUT_SINK_H

#include "ripple.h"
#include "app/output/ffmpeg.h"
#include "app/output/atomic_file.h"
#include "host/error.h"

typedef enum OutputFormat {
    OUTPUT_PNG,    /* the last frame */
    OUTPUT_FRAMES, /* every frame as a PNG, numbered from 1 */
    OUTPUT_Y4M,    /* every frame, uncompressed */
    OUTPUT_VIDEO,  /* every frame, by ffmpeg */
} OutputFormat;

typedef struct OutputOption {
    const char *path;
    OutputFormat format;
} OutputOption;

typedef struct Sink {
    const char *path;
    OutputFormat format;
    AtomicFile output; /* but of a video */
    Ffmpeg ffmpeg;
    uint8_t *row;    /* room for writer_y4m_frame */
    uint64_t frames; /* that it has */
    int reader_gone; /* of the stream: that is why it has failed */
} Sink;

/* Finds the format that a path's ending asks for, "-" is Y4M. Returns NULL, or
   why not in static words. */
const char *sink_choose(OutputOption *option, const char *path);

/* Opens a recording of frames as large as this one; the option's path must
   outlive it. Returns 0 or -1; discard it then. */
int sink_open(Sink *sink, const OutputOption *option, const RipplePixels *frame,
              int rate, Error *error);

/* Adds a frame. As open. */
int sink_add(Sink *sink, const RipplePixels *frame, Error *error);

/* Completes the files; `last` is the last frame, for one that has no other.
   As open. */
int sink_close(Sink *sink, const RipplePixels *last, Error *error);

/* Removes what is not complete. Does nothing when not open. */
void sink_discard(Sink *sink);

#endif
