/* SPDX-License-Identifier: MIT */
#include "host/step_clock.h"

#include <time.h>

static uint64_t read_clock_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * STEP_CLOCK_SECOND_NS + (uint64_t)now.tv_nsec;
}

uint64_t step_clock_read_ns(void)
{
    return read_clock_ns(CLOCK_MONOTONIC);
}

uint64_t step_clock_read_cpu_ns(void)
{
    return read_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

void step_clock_start(StepClock *step_clock, int rate, uint64_t now_ns)
{
    step_clock->step_ns = STEP_CLOCK_SECOND_NS / (uint64_t)rate;
    step_clock->next_ns = now_ns + step_clock->step_ns;
}

/*
 * How many steps are due by now_ns. A clock that ran backwards, by more than
 * the one step that next_ns lies ahead, starts the pace anew.
 */
static uint64_t count_due(StepClock *step_clock, uint64_t now_ns)
{
    if (now_ns + step_clock->step_ns < step_clock->next_ns)
        step_clock->next_ns = now_ns + step_clock->step_ns;
    if (now_ns < step_clock->next_ns)
        return 0;
    return (now_ns - step_clock->next_ns) / step_clock->step_ns + 1;
}

int step_clock_take_steps(StepClock *step_clock, uint64_t now_ns)
{
    uint64_t due = count_due(step_clock, now_ns);

    step_clock->next_ns += due * step_clock->step_ns;
    return due < STEP_CLOCK_MAX_STEPS ? (int)due : STEP_CLOCK_MAX_STEPS;
}

uint64_t step_clock_skip(StepClock *step_clock, uint64_t now_ns, uint64_t max)
{
    uint64_t due = count_due(step_clock, now_ns);

    if (due > max)
        due = max;
    step_clock->next_ns += due * step_clock->step_ns;
    return due;
}

uint64_t step_clock_wait_ns(const StepClock *step_clock, uint64_t now_ns,
                            uint64_t steps)
{
    uint64_t due_ns = step_clock->next_ns + (steps - 1) * step_clock->step_ns;

    return due_ns > now_ns ? due_ns - now_ns : 0;
}
