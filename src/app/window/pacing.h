/* SPDX-License-Identifier: MIT */
/*
 * When a window may show its next frame: at the rate of its display, and
 * within the limits of frames, of processor time and on battery that the user
 * has set. Steps do not depend on it.
 */
#ifndef RIPPLE_APP_WINDOW_PACING_H
#define RIPPLE_APP_WINDOW_PACING_H

#include "app/present/display_options.h"
#include "app/present/screen.h"
#include "host/frame_limiter.h"

#include <stdint.h>

typedef struct Pacing {
    FrameLimiter limiter;
    uint64_t (*read_cpu_ns)(void); /* the program's processor time until now */
    int (*is_on_battery)(void);
    uint64_t power_ns; /* when to ask is_on_battery again */
    int shown;         /* frames since shown_ns */
    uint64_t shown_ns;
} Pacing;

void pacing_init(Pacing *pacing, uint64_t now_ns);

/* Follows the rate of the screen's displays. To be called again when they
   change. */
void pacing_follow_screen(Pacing *pacing, const DisplayOptions *options,
                          Screen *screen);

/* Halves the frame rate on battery, unless the user does not want that; asks
   every ten seconds. There are `step_rate` steps a second. */
void pacing_follow_power(Pacing *pacing, const DisplayOptions *options,
                         const Screen *screen, int step_rate, uint64_t now_ns);

/* Counts a frame that has been shown. */
void pacing_count(Pacing *pacing, uint64_t now_ns);

/* Once a second: sets the frames per second since the last time and returns 1,
   else 0. */
int pacing_measure(Pacing *pacing, double *frames_per_second, uint64_t now_ns);

#endif
