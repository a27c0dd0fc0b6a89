/* SPDX-License-Identifier: MIT */
#include "os/step_clock.h"

#include "lib/util/fixed.h"
#include "os/compat.h"

#include <time.h>

static uint64_t read_ns(clockid_t source)
{
    struct timespec now = {0};

    clock_gettime(source, &now);
    return (uint64_t)now.tv_sec * STEP_CLOCK_SECOND_NS + (uint64_t)now.tv_nsec;
}

uint64_t step_clock_read_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

uint64_t step_clock_read_cpu_ns(void)
{
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

void step_clock_start(StepClock *clock, int rate, uint64_t now_ns)
{
    clock->step_ns = STEP_CLOCK_SECOND_NS / (uint64_t)rate;
    clock->next_ns = now_ns + clock->step_ns;
}

/* Steps due by now_ns. If the time went back by more than the step that next_ns
   lies ahead, the clock starts anew. */
static uint64_t count_due(StepClock *clock, uint64_t now_ns)
{
    if (now_ns + clock->step_ns < clock->next_ns)
        clock->next_ns = now_ns + clock->step_ns;
    if (now_ns < clock->next_ns)
        return 0;
    return (now_ns - clock->next_ns) / clock->step_ns + 1;
}

int step_clock_take_steps(StepClock *clock, uint64_t now_ns)
{
    uint64_t due = count_due(clock, now_ns);

    clock->next_ns += due * clock->step_ns;
    return (int)min_uint64(due, STEP_CLOCK_MAX_STEPS);
}

uint64_t step_clock_skip(StepClock *clock, uint64_t now_ns, uint64_t max)
{
    uint64_t due = min_uint64(count_due(clock, now_ns), max);

    clock->next_ns += due * clock->step_ns;
    return due;
}

/* Since the last step was due, at most a step. */
static uint64_t find_past(const StepClock *clock, uint64_t now_ns)
{
    uint64_t last_ns = clock->next_ns - clock->step_ns;

    return now_ns > last_ns ? min_uint64(now_ns - last_ns, clock->step_ns) : 0;
}

int step_clock_phase_q8(const StepClock *clock, uint64_t now_ns)
{
    return 1 + (int)(find_past(clock, now_ns) * 255 / clock->step_ns);
}

void step_clock_pull(StepClock *clock, uint64_t now_ns, int parts, int slowness,
                     uint64_t period_ns)
{
    uint64_t part_ns = clock->step_ns / (uint64_t)parts;
    int64_t past_ns = (int64_t)(find_past(clock, now_ns) % part_ns);
    int64_t pull_ns = (past_ns - (int64_t)(part_ns / 2)) / slowness;
    int64_t max_ns = (int64_t)(slowness > 1 ? period_ns / 48 : part_ns);

    clock->next_ns += (uint64_t)clamp_int64(pull_ns, -max_ns, max_ns);
}

uint64_t step_clock_wait_ns(const StepClock *clock, uint64_t now_ns,
                            uint64_t steps)
{
    uint64_t due_ns = clock->next_ns + (steps - 1) * clock->step_ns;

    return due_ns > now_ns ? due_ns - now_ns : 0;
}
