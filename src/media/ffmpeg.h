/* SPDX-License-Identifier: MIT */
/*
 * Videos and animations, written by the program ffmpeg: a child that reads the
 * pixels of every frame from a pipe and writes the file under a temporary
 * name, which becomes the right one if all went well. Its process group is
 * its own, so that Ctrl+C ends this program and ffmpeg completes the file. No
 * function waits for ffmpeg longer than it is told to.
 */
#ifndef RIPPLE_MEDIA_FFMPEG_H
#define RIPPLE_MEDIA_FFMPEG_H

#include "ripple.h"
#include "media/atomic_file.h"
#include "os/child.h"
#include "os/error.h"
#include "media/frame_rate.h"

/* How fast the frames of a film follow each other, and what is heard. */
typedef struct Track {
    FrameRate rate;
    const char *sound; /* a film whose sound this one gets; NULL: none */
    int repeats_sound; /* as long as there are frames */
} Track;

typedef struct Ffmpeg {
    AtomicFile output; /* the file, which ffmpeg opens by its name */
    AtomicFile longer; /* with all sound; `output` is copied from it */
    Child child;
    FrameRate rate;
    int has_sound;   /* which may go on after the last frame */
    uint64_t end_us; /* the length of the copy; 0: there is to be none */
    int is_ending;   /* no frame follows */
    int is_broken;   /* ffmpeg reads no more */
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
                const Track *track, Error *error);

/* Adds a frame of any format and never waits: flush sends what ffmpeg does not
   read at once. Returns 0, or -1: discard it. */
int ffmpeg_add(Ffmpeg *ffmpeg, const RipplePixels *frame, Error *error);

/* No frame follows: flush completes the file. */
void ffmpeg_end(Ffmpeg *ffmpeg);

/* Before that: so many frames are not all of the film, so that its sound is to
   end with them. ffmpeg has read no less sound by then; what is too much is
   left out in a copy, or stays if that fails. */
void ffmpeg_end_sound(Ffmpeg *ffmpeg, uint64_t frames);

/*
 * Goes on for at most `wait_ms`. Returns 0: ffmpeg has read all frames, and
 * after the end the file is complete and has its name; 1: not yet; -1: ffmpeg
 * has ended with an error, whose last line is in *error. Add no frame after 1.
 */
int ffmpeg_flush(Ffmpeg *ffmpeg, int wait_ms, Error *error);

/* A number that changes when ffmpeg reads or writes. */
uint64_t ffmpeg_progress(const Ffmpeg *ffmpeg);

/* The CPU time that ffmpeg has used. */
uint64_t ffmpeg_cpu_ns(const Ffmpeg *ffmpeg);

/* Kills an ffmpeg that hangs, and keeps the file if it can be played without
   its end. Says so in *error; returns -1. */
int ffmpeg_cut(Ffmpeg *ffmpeg, Error *error);

/* Kills ffmpeg and leaves no file. Does nothing if not open. */
void ffmpeg_discard(Ffmpeg *ffmpeg);

#endif
