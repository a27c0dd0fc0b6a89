/* SPDX-License-Identifier: MIT */
/*
 * Times frames that stay on the GPU. A call only submits work, so that a batch
 * of frames is timed until the GPU has done all of it, and its mean is one
 * sample. Stones fall in batches of their own, which keep the scene going: the
 * CPU makes stones, and their calls would hide what a frame takes.
 *
 *     | stone, frame, stone, frame ... | frame, frame ... |  and so on with
 *     |          stones                |      frame       |  step, optics
 */
#ifndef RIPPLE_BENCH_BATCHES_H
#define RIPPLE_BENCH_BATCHES_H

#include "pond.h"
#include "samples.h"

#define BATCH_KINDS 5

/* Milliseconds of a frame, on the CPU too. Begins as zeros. */
typedef struct Times {
    Samples step, optics; /* alone */
    Samples frame;        /* both, without the stones before */
    Samples stones;       /* with them */
    Samples picture;      /* with a picture that has changed */
    Samples submit;       /* until the calls of a frame return */
    Samples bytes;        /* that a frame moves */
    int frames;           /* in `frame` */
} Times;

typedef struct Batches {
    Times *times;
    Pond *pond;
    int sizes[BATCH_KINDS]; /* frames of each kind */
} Batches;

/* All need a pool of the GPU, and return 0, or -1 once the GPU has failed. They
   exist if RIPPLE_SDL is defined. */

/* Finds sizes, at most 100 frames or some milliseconds. */
int batches_init(Batches *batches, Pond *pond, Times *times, Error *error);

/* Adds a sample of each kind. */
int batches_take_turn(Batches *batches, Error *error);

#endif
