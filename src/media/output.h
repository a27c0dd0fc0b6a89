/* SPDX-License-Identifier: MIT */
/*
 * An output of frames in any format: opened with the size and the rate, given
 * frames, closed. A thread writes it, and blocks where its reader is slow; from
 * there up to three frames wait in a ring:
 *
 *     output_add ─▶ frame, frame, frame ─▶ thread ─▶ ffmpeg, a file or a pipe
 *
 * A file gets its name when it is complete.
 */
#ifndef RIPPLE_MEDIA_OUTPUT_H
#define RIPPLE_MEDIA_OUTPUT_H

#include "ripple.h"
#include "media/ffmpeg.h"
#include "os/error.h"

typedef enum OutputFormat {
    OUTPUT_PNG,     /* a frame, or every frame by number */
    OUTPUT_Y4M,     /* every frame, uncompressed */
    OUTPUT_VIDEO,   /* every frame, encoded by ffmpeg */
    OUTPUT_HEIGHTS, /* a frame of 16 bits: heights, see ripple_heights */
} OutputFormat;

typedef struct OutputOption {
    const char *path;
    OutputFormat format;
    int is_numbered; /* every frame is a picture of its own, from number 1 */
} OutputOption;

typedef struct Output Output;

/* Chooses the format by the path's ending; "-" is Y4M. Returns NULL, or the
   reason in static words. */
const char *output_choose(OutputOption *option, const char *path);

/* Whether two outputs would write one file, the first if they are numbered; see
   atomic_file_is_same. */
int output_is_same(const OutputOption *a, const OutputOption *b);

/* Ending i of a path that output_choose takes, from 0: "png"; NULL past the
   last. */
const char *output_ending(int i);

/* Whether it is a film, or pictures of all its frames, rather than the last
   frame. */
int output_has_every_frame(const OutputOption *option);

/* Opens an output of frames of this size; the option's path must outlive it.
   Returns NULL if it cannot be. End it with free. */
Output *output_open(const OutputOption *option, const RipplePixels *frame,
                    const Track *track, Error *error);

/* Waits at most `wait_ms` for room in the ring. Returns 1 if there is room, 0
   if not, or -1 if the output has failed. */
int output_await_room(Output *output, int wait_ms, Error *error);

/* Adds a copy of a frame, which is to be written `times` times. There must be
   room. Returns 0, or -1: there is no memory. */
int output_add(Output *output, const RipplePixels *frame, int times,
               Error *error);

/* No frame follows. If `cuts_sound`, the sound ends with the frames. */
void output_close(Output *output, int cuts_sound);

/*
 * After close: waits at most `wait_ms` for the file. Returns 0 if it is
 * complete, 1 if not yet, or -1 if there is none: it has failed, or was given
 * up. That is for the second wish that the program ends, or for a reader that
 * takes no frame for 5 s after the first.
 */
int output_wait(Output *output, int wait_ms, Error *error);

/* Whether it has failed because the pipe has no reader left. */
int output_has_lost_reader(const Output *output);

/* Frees an output; NULL does nothing. If it is not complete, no file is left.
   Ends the program, after its line of error, if the output was given up. */
void output_free(Output *output);

#endif
