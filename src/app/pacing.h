/* SPDX-License-Identifier: MIT */
/*
 * When a window may show its next frame, and what of the steps that shows: at
 * the rate of its display, and within the limits of frames, of processor time
 * and on battery that the user has set.
 */
#ifndef RIPPLE_APP_PACING_H
#define RIPPLE_APP_PACING_H

#include "app/display_options.h"
#include "app/screen.h"
#include "os/frame_clock.h"
#include "os/frame_limiter.h"

#include <stdint.h>

typedef struct Pacing {
    FrameLimiter limiter;
    FrameClock frame_clock;
    int phase_q8; /* at which the next frame shows the steps, see
                     ripple_render_at */
    int has_rate; /* frames of moving water follow each other at some rate: the
                     display's or the limit's; 0: there is one a step */
    int waits;    /* presenting waits for the display */
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

/* The steps to do before a frame at now_ns, 0..STEP_CLOCK_MAX_STEPS; sets
   phase_q8, which `is_whole` makes RIPPLE_MAX_PHASE. Without a clock time
   stands still. */
int pacing_take_steps(Pacing *pacing, StepClock *step_clock, int is_whole,
                      uint64_t now_ns);

/* Whether the frame lies between two steps. */
int pacing_is_between(const Pacing *pacing);

/* Counts a frame; is_shown 0: one that was left out because nothing has
   changed. Keeps the step clock in time with frames of moving water, which
   follow each other at once; NULL: the next one does not. */
void pacing_count(Pacing *pacing, int is_shown, StepClock *step_clock,
                  uint64_t now_ns);

/* Once a second: sets the frames per second since the last time and returns 1,
   else 0. */
int pacing_measure(Pacing *pacing, double *frames_per_second, uint64_t now_ns);

#endif
