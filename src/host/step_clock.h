/* SPDX-License-Identifier: MIT */
/*
 * Turns wall clock time into whole steps at a fixed rate, whatever the frame
 * rate is. At most STEP_CLOCK_MAX_STEPS are due at once; what a slow frame or a
 * suspend lost beyond that stays lost.
 */
#ifndef RIPPLE_HOST_STEP_CLOCK_H
#define RIPPLE_HOST_STEP_CLOCK_H

#include <stdint.h>

#define STEP_CLOCK_MAX_STEPS 4
#define STEP_CLOCK_SECOND_NS 1000000000u
#define STEP_CLOCK_MAX_RATE  1000

typedef struct StepClock {
    uint64_t step_ns;
    uint64_t next_ns; /* when the next step is due */
} StepClock;

/* The clock that the program goes by; it never goes back. */
uint64_t step_clock_read_ns(void);

/* What this process has run until now, on all cores together. */
uint64_t step_clock_read_cpu_ns(void);

/* Starts at time now_ns; rate is steps per second, 1..STEP_CLOCK_MAX_RATE. */
void step_clock_start(StepClock *step_clock, int rate, uint64_t now_ns);

/* The steps due by now_ns, 0..STEP_CLOCK_MAX_STEPS; counts them as taken. */
int step_clock_take_steps(StepClock *step_clock, uint64_t now_ns);

/* All the whole steps due by now_ns, for time that is known to be eventless;
   at most `most`. Counts them as taken. */
uint64_t step_clock_skip(StepClock *step_clock, uint64_t now_ns, uint64_t max);

/* How long from now_ns until `steps` more steps are due, 0 if they are. */
uint64_t step_clock_wait_ns(const StepClock *step_clock, uint64_t now_ns,
                            uint64_t steps);

#endif
