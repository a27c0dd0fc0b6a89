/* SPDX-License-Identifier: MIT */
#include "host/step_clock.h"

#include <time.h>

static uint64_t read_clock_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * PACE_SECOND_NS + (uint64_t)now.tv_nsec;
}

uint64_t pace_read_clock_ns(void)
{
    return read_clock_ns(CLOCK_MONOTONIC);
}

uint64_t pace_read_cpu_ns(void)
{
    return read_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

void pace_start(Pace *pace, int rate, uint64_t now_ns)
{
    pace->step_ns = PACE_SECOND_NS / (uint64_t)rate;
    pace->next_ns = now_ns + pace->step_ns;
}

/*
 * How many steps are due by now_ns. A clock that ran backwards, by more than
 * the one step that next_ns lies ahead, starts the pace anew.
 */
static uint64_t count_due(Pace *pace, uint64_t now_ns)
{
    if (now_ns + pace->step_ns < pace->next_ns)
        pace->next_ns = now_ns + pace->step_ns;
    if (now_ns < pace->next_ns)
        return 0;
    return (now_ns - pace->next_ns) / pace->step_ns + 1;
}

int pace_steps(Pace *pace, uint64_t now_ns)
{
    uint64_t due = count_due(pace, now_ns);

    pace->next_ns += due * pace->step_ns;
    return due < PACE_MAX_STEPS ? (int)due : PACE_MAX_STEPS;
}

uint64_t pace_skip(Pace *pace, uint64_t now_ns, uint64_t most)
{
    uint64_t due = count_due(pace, now_ns);

    if (due > most)
        due = most;
    pace->next_ns += due * pace->step_ns;
    return due;
}

uint64_t pace_wait_ns(const Pace *pace, uint64_t now_ns, uint64_t steps)
{
    uint64_t due_ns = pace->next_ns + (steps - 1) * pace->step_ns;

    return due_ns > now_ns ? due_ns - now_ns : 0;
}
