/* SPDX-License-Identifier: MIT */
/*
 * Decides when the next frame may be shown. Steps do not wait for frames: a
 * frame that is left out does not slow the waves.
 */
#ifndef RIPPLE_OS_FRAME_LIMITER_H
#define RIPPLE_OS_FRAME_LIMITER_H

#include <stdint.h>

#define FRAME_LIMITER_MAX_RATE 1000

typedef struct FrameLimiter {
    int max_rate, halved_rate; /* frames a second, 0: no limit */
    uint64_t min_ns;           /* between any two frames */
    uint64_t period_ns;        /* between two frames on average, 0: no limit */
    uint64_t last_ns;          /* when the last frame was shown */
    uint64_t due_ns;           /* when the rate allows the next */
    int max_percent;           /* of one core, 0: no limit */
    uint64_t cpu_ns;           /* used until the last frame was shown */
    uint64_t rest_ns;          /* to wait after it to keep max_percent */
} FrameLimiter;

/* Starts with the limit of a display of `refresh_rate` frames a second, at
   least 1; 0: no display. */
void frame_limiter_init(FrameLimiter *limiter, int refresh_rate);

/* Allows at most `rate` frames a second, 1..FRAME_LIMITER_MAX_RATE; 0: no
   limit. */
void frame_limiter_set_rate(FrameLimiter *limiter, int rate);

/* Halves the smaller one of `rate` frames a second and the limit of set_rate;
   rate 0: ends that. */
void frame_limiter_halve(FrameLimiter *limiter, int rate);

/* Lets the process use at most `percent` of a core, 0: no limit, but shows a
   frame at least once a second. cpu_ns is the CPU time used until now. */
void frame_limiter_set_cpu(FrameLimiter *limiter, int percent, uint64_t cpu_ns);

/* How long from now_ns until a frame may be shown, 0 if it may. */
uint64_t frame_limiter_wait_ns(const FrameLimiter *limiter, uint64_t now_ns);

/* Counts a frame that is shown at now_ns; cpu_ns is the CPU time used until
   then. */
void frame_limiter_count(FrameLimiter *limiter, uint64_t now_ns,
                         uint64_t cpu_ns);

#endif
