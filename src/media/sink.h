/* SPDX-License-Identifier: MIT */
/*
 * An output of frames in any format: opened with the size and the rate, given
 * every frame, closed. A file gets its name when it is complete.
 *
 * The reader of an output, ffmpeg or who reads a pipe, may be slow or hang. So
 * add and close do not wait: if they or flush return 1, the output is busy, and
 * no frame can be added until flush returns 0. An ffmpeg that neither reads nor
 * writes for a minute is killed; see also hurry.
 */
#ifndef RIPPLE_MEDIA_SINK_H
#define RIPPLE_MEDIA_SINK_H

#include "ripple.h"
#include "media/ffmpeg.h"
#include "media/atomic_file.h"
#include "media/patience.h"
#include "os/error.h"

typedef enum OutputFormat {
    OUTPUT_PNG,     /* the last frame, or every frame by number */
    OUTPUT_Y4M,     /* every frame, uncompressed */
    OUTPUT_VIDEO,   /* every frame, encoded by ffmpeg */
    OUTPUT_HEIGHTS, /* the heights after the last step */
} OutputFormat;

typedef struct OutputOption {
    const char *path;
    OutputFormat format;
    int is_numbered; /* every frame is a picture of its own, from number 1 */
} OutputOption;

/* Writes a picture. Returns 0, or -1 and errno. */
typedef int SinkWrite(FILE *file, const RipplePixels *frame);

typedef struct Sink {
    const char *path;
    OutputFormat format;
    int is_numbered;
    SinkWrite *write;  /* of pictures */
    AtomicFile output; /* of all formats except OUTPUT_VIDEO */
    Ffmpeg ffmpeg;
    uint8_t *row;    /* scratch of writer_y4m_frame */
    uint64_t frames; /* added so far */
    int reader_gone; /* 1: it failed because the pipe has no reader left */
    int is_busy;     /* the last call returned 1 */
    int completes;   /* the file, as soon as its reader has all of it */
    int closes;      /* no frame follows; or, if not busy, complete */
    int was_cut;     /* it failed because its reader hangs */
    Patience patience;
} Sink;

/* Chooses the format by the path's ending; "-" is Y4M. Returns NULL, or the
   reason in static words. */
const char *sink_choose(OutputOption *option, const char *path);

/* Whether two outputs would write one file, the first if they are numbered; see
   atomic_file_is_same. */
int sink_is_same(const OutputOption *a, const OutputOption *b);

/* Ending i of a path that sink_choose takes, from 0: "png"; NULL past the
   last. */
const char *sink_ending(int i);

/* Opens an output of frames of this size; the option's path must outlive it.
   Returns 0, or -1: discard it. */
int sink_open(Sink *sink, const OutputOption *option, const RipplePixels *frame,
              const Track *track, Error *error);

/* Adds a frame, or copies it while the reader is busy. Returns 0: its reader
   has it, 1: not yet, -1: discard it. */
int sink_add(Sink *sink, const RipplePixels *frame, Error *error);

/* The frames are not all of a film whose sound they get: before close. */
void sink_end_sound(Sink *sink);

/* Completes the files; `last` is the frame of an OUTPUT_PNG, `pool` has the
   heights of an OUTPUT_HEIGHTS. Returns 0: they are complete, else as
   add. */
int sink_close(Sink *sink, const RipplePixels *last, const Ripple *pool,
               Error *error);

/* Goes on, after at most `wait_ms` if nothing goes on at once. Returns as the
   call that was busy. */
int sink_flush(Sink *sink, int wait_ms, Error *error);

/* From this call on flush fails if the reader does nothing for 5 s, not even
   compute, or when the end of the program has been asked for twice. An ffmpeg
   is killed then, also if it only computes for 30 s. */
void sink_hurry(Sink *sink);

/* Looks at the reader of a busy output, as flush does, which must be called
   once a second at least if this is not. */
void sink_look(Sink *sink);

/* Whether a child encodes the frames. */
int sink_has_encoder(const Sink *sink);

/* Why the output has been busy for 2 s without any progress, in static words;
   else NULL. */
const char *sink_stall(const Sink *sink);

/* Removes incomplete files. Does nothing if not open. */
void sink_discard(Sink *sink);

#endif
