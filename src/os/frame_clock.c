/* SPDX-License-Identifier: MIT */
#include "os/frame_clock.h"

#include "lib/util/fixed.h"

/* Periods that are measured at once; strays among them before what fits to none
   is the new period. */
#define MEASURED   32
#define MAX_STRAYS 8

/* The frame of a run at which the display has begun to hold frames back. */
#define SETTLED 4

#define SLOWNESS 8 /* of the pull: this part of the way a frame */

void frame_clock_init(FrameClock *clock, int rate)
{
    *clock = (FrameClock){.period_ns = STEP_CLOCK_SECOND_NS / (uint64_t)rate};
}

static void start_measuring(FrameClock *clock)
{
    clock->sum_ns = 0;
    clock->periods = clock->min_periods = clock->strays = 0;
}

/* Takes the time since the last frame, which may be some periods. */
static void measure(FrameClock *clock, uint64_t past_ns)
{
    uint64_t period_ns = clock->period_ns;
    uint64_t periods = max_uint64((past_ns + period_ns / 2) / period_ns, 1);
    uint64_t fit_ns = periods * period_ns;
    uint64_t miss_ns = past_ns > fit_ns ? past_ns - fit_ns : fit_ns - past_ns;

    if (periods > STEP_CLOCK_MAX_STEPS || miss_ns > fit_ns / 4) {
        if (++clock->strays < MAX_STRAYS)
            return;
        clock->period_ns = max_uint64(past_ns, 1);
        start_measuring(clock);
        return;
    }
    clock->sum_ns += past_ns;
    clock->min_periods = clock->periods > 0
                             ? min_int(clock->min_periods, (int)periods)
                             : (int)periods;
    clock->periods += (int)periods;
    if (clock->periods < MEASURED)
        return;
    clock->period_ns =
        clock->sum_ns * (uint64_t)clock->min_periods / (uint64_t)clock->periods;
    start_measuring(clock);
}

static int is_near(uint64_t a, uint64_t b)
{
    return (a > b ? a - b : b - a) * 1000 <= b * 15;
}

int frame_clock_locks(const FrameClock *clock, const StepClock *steps)
{
    uint64_t step_ns = steps->step_ns, period_ns = clock->period_ns;

    if (is_near(2 * period_ns, step_ns))
        return 2;
    for (uint64_t i = 1; i <= STEP_CLOCK_MAX_STEPS; i++) {
        if (is_near(period_ns, i * step_ns))
            return 1;
    }
    return 0;
}

void frame_clock_count(FrameClock *clock, StepClock *steps, uint64_t now_ns)
{
    int frames = frame_clock_locks(clock, steps);

    if (clock->run > 0 && now_ns < clock->last_ns)
        clock->run = 0;
    clock->run = min_int(clock->run + 1, SETTLED + 1);
    if (clock->run > SETTLED)
        measure(clock, now_ns - clock->last_ns);
    clock->last_ns = now_ns;
    if (frames > 0 && clock->run >= SETTLED)
        step_clock_pull(steps, now_ns, frames,
                        clock->run == SETTLED ? 1 : SLOWNESS, clock->period_ns);
}

void frame_clock_rest(FrameClock *clock)
{
    clock->run = 0;
}
