/* SPDX-License-Identifier: MIT */
/*
 * Turns time into whole steps at a fixed rate, whatever the frame rate is. At
 * most STEP_CLOCK_MAX_STEPS are due at once: after a slow frame or a suspend
 * the others are dropped.
 */
#ifndef RIPPLE_OS_STEP_CLOCK_H
#define RIPPLE_OS_STEP_CLOCK_H

#include <stdint.h>

#define STEP_CLOCK_MAX_STEPS 4
#define STEP_CLOCK_SECOND_NS 1000000000u
#define STEP_CLOCK_MAX_RATE  1000

typedef struct StepClock {
    uint64_t step_ns;
    uint64_t next_ns; /* when the next step is due */
} StepClock;

/* The clock of the program, which never goes back. */
uint64_t step_clock_read_ns(void);

/* The CPU time of this process, all cores together. */
uint64_t step_clock_read_cpu_ns(void);

/* Starts at time now_ns; rate is steps per second, 1..STEP_CLOCK_MAX_RATE. */
void step_clock_start(StepClock *clock, int rate, uint64_t now_ns);

/* The steps due by now_ns, 0..STEP_CLOCK_MAX_STEPS; counts them as taken. */
int step_clock_take_steps(StepClock *clock, uint64_t now_ns);

/* All steps due by now_ns, at most `max`, for time in which nothing happens;
   counts them as taken. */
uint64_t step_clock_skip(StepClock *clock, uint64_t now_ns, uint64_t max);

/* The share of the step under way that has passed by now_ns, in 1/256, 1..256,
   so that the step shows at once. What is due has been taken. */
int step_clock_phase_q8(const StepClock *clock, uint64_t now_ns);

/* Moves the steps so that now_ns comes nearer to the middle of one of the
   `parts` of a step: 1/`slowness` of the way, with a slowness above 1 at most
   1/48 of period_ns. What is due has been taken. */
void step_clock_pull(StepClock *clock, uint64_t now_ns, int parts, int slowness,
                     uint64_t period_ns);

/* How long from now_ns until `steps` more steps are due, 0 if they are. */
uint64_t step_clock_wait_ns(const StepClock *clock, uint64_t now_ns,
                            uint64_t steps);

#endif
