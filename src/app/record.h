/* SPDX-License-Identifier: MIT */
/*
 * Recordings and pictures that the user saves while the program runs. A
 * recording has a frame for every step. Captions name the file or the error;
 * standard output gets the names of complete files. No file is ever
 * overwritten.
 */
#ifndef RIPPLE_APP_RECORD_H
#define RIPPLE_APP_RECORD_H

#include "ripple.h"
#include "media/output.h"
#include "app/captions.h"

#include <SDL.h>
#include <stdint.h>

#define RECENT_RATE    20 /* frames a second */
#define RECENT_SECONDS 10
#define RECENT_MAX     (RECENT_RATE * RECENT_SECONDS)

typedef struct RecentFrame {
    uint8_t *planes;
    uint64_t step; /* that it shows */
} RecentFrame;

/* The last seconds that the window has shown, in at most 64 MB, as Y'CbCr
   4:2:0. Zeroed: none. */
typedef struct Recent {
    RecentFrame frames[RECENT_MAX]; /* a ring */
    int first, count;
    int width, height, rate; /* of the frames that came, and their steps */
    SDL_Surface *small;      /* of the size that is kept */
    SDL_Surface *square;     /* a part of that */
} Recent;

/* Filled in by the window: the captions. */
typedef struct Record {
    Captions *captions;
    Output *film, *picture;         /* until the file is complete; NULL: none */
    char *film_path, *picture_path; /* of these */
    char *text;                     /* to be beside the picture, or NULL */
    const char *ending;             /* of that */
    int is_recording;               /* the film gets frames */
    const char *why;                /* it has ended */
    int rate;                       /* its frames per second */
    uint64_t frames;                /* its length */
    int missed;                     /* the last frames, which had no room */
    int is_told;                    /* that frames are missed */
    Recent recent;                  /* the last seconds */
    int gets_recent;                /* the film does, not the frames to come */
    int next, is_square;            /* of these */
} Record;

/*
 * Starts a recording of frames of this size and rate, ripple-NNNN.mp4, or .y4m
 * if ffmpeg cannot be started, in the folder that paths_find_save_folder gives;
 * or stops the recording that runs.
 */
void record_toggle(Record *record, const RipplePixels *frame, int rate);

/* Adds a frame to the recording, if there is one. If the encoder is too slow,
   the next frame takes its place, and that is said once. */
void record_add(Record *record, const RipplePixels *frame);

/* Ends the recording, if there is one, which later turns complete; `why`,
   static words, is added to its caption. */
void record_stop(Record *record, const char *why);

/* Adds a frame of RIPPLE_FORMAT_ARGB8888 to the last seconds if one is due, at
   `rate` steps a second; not while they are being saved. Leaves it out without
   memory. */
void record_keep(Record *record, const RipplePixels *frame, uint64_t step,
                 int rate);

/* Forgets the last seconds unless they are being saved. */
void record_forget(Record *record);

/* Begins to save the last seconds: as ripple-NNNN.mp4 or .y4m, or a small
   square as .gif. */
void record_recent(Record *record, int is_square);

/* Saves a frame as ripple-NNNN.png, and beside it a text, if it is not NULL,
   as ripple-NNNN.ENDING, static, unless that exists. First waits until the one
   before is complete. */
void record_save(Record *record, const RipplePixels *frame, const char *text,
                 const char *ending);

/* Announces files that are complete, and errors. */
void record_turn(Record *record);

/* How long record_turn has nothing to do; UINT64_MAX: for ever. */
uint64_t record_wait_ns(const Record *record);

/* Ends the recording, and waits until all files are complete or given up, see
   output_wait. */
void record_end(Record *record);

#endif
