/* SPDX-License-Identifier: MIT */
/*
 * Videos and animations, written by the program ffmpeg: a child that reads the
 * pixels of every frame from a pipe and writes the file under a temporary
 * name, which becomes the right one if all went well. Its process group is
 * its own, so that Ctrl+C ends this program and ffmpeg completes the file.
 * Functions wait for ffmpeg as long as it takes; but once the end of the
 * program is asked for, an ffmpeg that hangs is killed.
 */
#ifndef RIPPLE_MEDIA_FFMPEG_H
#define RIPPLE_MEDIA_FFMPEG_H

#include "ripple.h"
#include "media/atomic_file.h"
#include "os/child.h"
#include "os/error.h"
#include "media/frame_rate.h"

#include <SDL.h>

/* How fast the frames of a film follow each other, and what is heard. */
typedef struct Track {
    FrameRate rate;
    const char *sound; /* a film whose sound this one gets; NULL: none */
    int repeats_sound; /* as long as there are frames */
} Track;

typedef struct Ffmpeg {
    AtomicFile output; /* the file, which ffmpeg opens by its name */
    Child child;
    FrameRate rate;
    int has_sound;        /* which may go on after the last frame */
    uint64_t delay_us;    /* of the first frame, after the sound's file */
    uint64_t sent;        /* bytes */
    SDL_atomic_t *cancel; /* ffmpeg is killed once this is not 0 */
} Ffmpeg;

/* Whether the name ends in one of: */
int ffmpeg_knows(const char *path);

/* Ending i, from 0: "mp4"; NULL past the last. */
const char *ffmpeg_ending(int i);

/*
 * Starts a video of frames of this size with a name that ffmpeg_knows. Sound is
 * copied as it is where the format can hold it, and else encoded again; no
 * animation has any. From then on the process ignores SIGPIPE. Returns 0, or -1
 * if there is no ffmpeg or the file cannot be opened. End it with close or
 * discard.
 */
int ffmpeg_open(Ffmpeg *ffmpeg, const char *path, const RipplePixels *frame,
                const Track *track, SDL_atomic_t *cancel, Error *error);

/* Adds a frame of any format. Returns 0, or -1 if ffmpeg has ended or was
   killed; then *error has its last line. */
int ffmpeg_add(Ffmpeg *ffmpeg, const RipplePixels *frame, Error *error);

/*
 * Completes the file after so many frames. Sound goes on to its own end, or if
 * `cuts_sound` stops with the frames: ffmpeg has read no less of it by then,
 * and what is too much is left out in a copy, or stays if that fails. Returns
 * as add.
 */
int ffmpeg_close(Ffmpeg *ffmpeg, uint64_t frames, int cuts_sound, Error *error);

/* Kills ffmpeg and leaves no file. Does nothing if not open. */
void ffmpeg_discard(Ffmpeg *ffmpeg);

#endif
