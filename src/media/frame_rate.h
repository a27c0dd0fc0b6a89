/* SPDX-License-Identifier: MIT */
/*
 * The frames of a film beside the steps of a pool. Films have rates that are no
 * whole numbers: 30000 frames in 1001 seconds. Frame n, from 0, is shown once
 * floor(n steps_a_second seconds / frames) steps are done.
 */
#ifndef RIPPLE_MEDIA_FRAME_RATE_H
#define RIPPLE_MEDIA_FRAME_RATE_H

#include <stdint.h>

/* So many frames in so many seconds, each 1..FRAME_RATE_MAX. */
typedef struct FrameRate {
    int frames, seconds;
} FrameRate;

#define FRAME_RATE_MAX 10000000

/* How many steps are done before that frame, which is less than 2^31. */
static inline uint64_t frame_rate_steps(FrameRate rate, uint64_t frame,
                                        int steps_a_second)
{
    return frame * (uint64_t)rate.seconds / (uint64_t)rate.frames *
               (uint64_t)steps_a_second +
           frame * (uint64_t)rate.seconds % (uint64_t)rate.frames *
               (uint64_t)steps_a_second / (uint64_t)rate.frames;
}

/* The last frame that is due after so many steps. */
static inline uint64_t frame_rate_frame(FrameRate rate, uint64_t steps,
                                        int steps_a_second)
{
    uint64_t divisor = (uint64_t)rate.seconds * (uint64_t)steps_a_second;

    return ((steps + 1) * (uint64_t)rate.frames - 1) / divisor;
}

#endif
