/* SPDX-License-Identifier: MIT */
/*
 * When the next frame may be shown. Steps of the water have a pace of their
 * own: what is not shown is skipped, and the waves go on as fast.
 */
#ifndef RIPPLE_HOST_FRAME_LIMITER_H
#define RIPPLE_HOST_FRAME_LIMITER_H

#include <stdint.h>

#define FRAME_LIMITER_MAX_RATE 1000

typedef struct FrameLimiter {
    int limit, halved;  /* frames a second, 0: none */
    uint64_t least_ns;  /* between any two frames */
    uint64_t period_ns; /* between two frames on average, 0: no limit */
    uint64_t shown_ns;  /* when the last frame was shown */
    uint64_t due_ns;    /* from when on the limit allows the next */
    int percent;        /* of a core to use at most, 0: no limit */
    uint64_t cpu_ns;    /* used until the last frame was shown */
    uint64_t rest_ns;   /* to wait after it for the percent */
} FrameLimiter;

/* Starts without a limit but that of a display that shows `refresh_rate`
   frames a second, at least 1; 0: there is no display to wait for. */
void frame_limiter_init(FrameLimiter *frames, int refresh_rate);

/* From now on at most `rate` frames a second, 1..FRAME_LIMITER_MAX_RATE, are
   shown; 0: as many as there are. */
void frame_limiter_set_rate(FrameLimiter *frames, int rate);

/* From now on at most half as many frames are shown as `rate` a second and the
   limit allow; 0: the limit alone counts. */
void frame_limiter_halve(FrameLimiter *frames, int rate);

/* From now on frames are as far apart as it takes for the process to use at
   most `percent` of a core, 0: whatever they cost; but never further than a
   second. cpu_ns is what it has used until now. */
void frame_limiter_set_cpu(FrameLimiter *frames, int percent, uint64_t cpu_ns);

/* How long from now_ns until a frame may be shown, 0 if it may. */
uint64_t frame_limiter_wait_ns(const FrameLimiter *frames, uint64_t now_ns);

/* Counts a frame that is shown at now_ns, when the process has used cpu_ns. */
void frame_limiter_count(FrameLimiter *frames, uint64_t now_ns,
                         uint64_t cpu_ns);

#endif
