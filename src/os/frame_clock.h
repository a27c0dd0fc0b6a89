/* SPDX-License-Identifier: MIT */
/*
 * How steps and frames keep time with each other. The frames of moving water
 * follow each other at the rate of the display, which is measured: desktops
 * round it, and a limit of frames may set another.
 *
 *     60 frames, 60 steps    | | | | | |    locked: the step clock is pulled
 *                            . . . . . .    until steps fall between frames
 *     75 frames, 60 steps    | | | | | |    not locked: a frame shows what lies
 *                            .  .  .  .     between two steps
 *
 * Invariant: a frame shows the time of the step clock less half a step, in
 * either way, so that nothing jumps where the way changes.
 */
#ifndef RIPPLE_OS_FRAME_CLOCK_H
#define RIPPLE_OS_FRAME_CLOCK_H

#include "os/step_clock.h"

#include <stdint.h>

typedef struct FrameClock {
    uint64_t period_ns; /* between frames: as told, then as measured */
    uint64_t last_ns;   /* when the last one was shown */
    int run;            /* frames since the last rest */
    uint64_t sum_ns; /* measured so far: this time had so many periods, at least
                        so many between two frames */
    int periods, min_periods;
    int strays; /* times in between that do not fit to period_ns */
} FrameClock;

/* Starts with a display of `rate` frames a second, at least 1. */
void frame_clock_init(FrameClock *clock, int rate);

/* How many frames show each step in turn, 1 or 2; 1 too if each frame shows
   some steps more, up to STEP_CLOCK_MAX_STEPS. 0 if the rates are more than
   1.5 % from that, or there are more frames: they show what lies between. */
int frame_clock_locks(const FrameClock *clock, const StepClock *steps);

/* Counts a frame at now_ns, when the steps due have been taken, and pulls the
   steps toward it if they lock: by at most 2 % of the period, all the way at
   the start of a run. */
void frame_clock_count(FrameClock *clock, StepClock *steps, uint64_t now_ns);

/* The next frame does not follow the last one at once. */
void frame_clock_rest(FrameClock *clock);

#endif
