/* SPDX-License-Identifier: MIT */
/*
 * Turns wall clock time into whole steps at a fixed rate, whatever the frame
 * rate is. At most PACE_MAX_STEPS are due at once; what a slow frame or a
 * suspend lost beyond that stays lost.
 */
#ifndef RIPPLE_HOST_STEP_CLOCK_H
#define RIPPLE_HOST_STEP_CLOCK_H

#include <stdint.h>

#define PACE_MAX_STEPS 4
#define PACE_SECOND_NS 1000000000u
#define PACE_MAX_RATE  1000

typedef struct Pace {
    uint64_t step_ns;
    uint64_t next_ns; /* when the next step is due */
} Pace;

/* The clock that the program goes by; it never goes back. */
uint64_t pace_read_clock_ns(void);

/* What this process has run until now, on all cores together. */
uint64_t pace_read_cpu_ns(void);

/* Starts at time now_ns; rate is steps per second, 1..PACE_MAX_RATE. */
void pace_start(Pace *pace, int rate, uint64_t now_ns);

/* The steps due by now_ns, 0..PACE_MAX_STEPS; counts them as taken. */
int pace_steps(Pace *pace, uint64_t now_ns);

/* All the whole steps due by now_ns, for time that is known to be eventless;
   at most `most`. Counts them as taken. */
uint64_t pace_skip(Pace *pace, uint64_t now_ns, uint64_t most);

/* How long from now_ns until `steps` more steps are due, 0 if they are. */
uint64_t pace_wait_ns(const Pace *pace, uint64_t now_ns, uint64_t steps);

#endif
