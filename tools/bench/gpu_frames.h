/* SPDX-License-Identifier: MIT */
/*
 * Times frames that stay on the GPU, each by stamps of the GPU's own clock. The
 * CPU is slower than the GPU where many stones fall; then the GPU would wait,
 * and some drivers lower its clock. So draws that nobody times go before each
 * frame: they are done no sooner than all calls of the frame are there.
 *
 *     | draws | stones, frame | draws | stones, frame | ...
 *             ^               ^       ^               ^  stamps
 *
 * Stones fall in 8 of 10 frames, which keeps the scene going. One frame has
 * none, and one is a step and a render apart.
 */
#ifndef RIPPLE_BENCH_GPU_FRAMES_H
#define RIPPLE_BENCH_GPU_FRAMES_H

#include "pond.h"
#include "samples.h"

#define GPU_FRAMES_TURN 50 /* frames */

/* Milliseconds of a frame, on the CPU too. Begins as zeros. */
typedef struct Times {
    Samples step, optics; /* alone */
    Samples frame;        /* both, without the stones before */
    Samples stones;       /* with them */
    Samples picture;      /* with a picture that has changed */
    Samples submit;       /* until the calls of a frame return */
    Samples bytes;        /* that a frame moves */
    int frames;           /* that were timed */
} Times;

/* The work between two stamps. */
typedef struct Mark {
    Samples *samples;
    unsigned queries[2];
    double ends[2]; /* milliseconds */
} Mark;

typedef struct GpuFrames {
    Times *times;
    Pond *pond;
    int draws;                       /* before each frame */
    Mark marks[2 * GPU_FRAMES_TURN]; /* of a turn */
    int count;                       /* of marks */
} GpuFrames;

/* Adds samples of each kind. The pool must be of the GPU. Returns 0, or -1 once
   the GPU has failed. Exists if RIPPLE_SDL is defined. */
int gpu_frames_take_turn(GpuFrames *frames, Error *error);

#endif
