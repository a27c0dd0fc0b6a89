/* SPDX-License-Identifier: MIT */
/*
 * A limited rate is kept by dates that lie a period apart: a frame that comes
 * late does not put off the next, so that waits in whole milliseconds lose
 * nothing. One that is late by a period or more has missed its date, and dates
 * begin anew with it, so that frames never hurry after a rest.
 *
 * What was used from one frame to the next, of which steps are a part, is
 * worked off before the one after that: where a frame costs F, steps s of a
 * core and the limit is p of one, the time between frames T becomes
 * (F + s T) / p, time and again, which ends at F / (p - s) where s < p.
 */
#include "host/frame_limiter.h"

#include "base/fixed.h"
#include "host/step_clock.h"

void frame_limiter_init(FrameLimiter *frames, int refresh_rate)
{
    *frames = (FrameLimiter){0};
    /* Three quarters: a display that makes us wait must not be missed. */
    if (refresh_rate > 0)
        frames->least_ns =
            STEP_CLOCK_SECOND_NS * (uint64_t)3 / 4 / (uint64_t)refresh_rate;
}

/* 0 for no rate. */
static uint64_t find_period(int rate)
{
    return rate > 0
               ? (STEP_CLOCK_SECOND_NS + (uint64_t)rate - 1) / (uint64_t)rate
               : 0;
}

static void set_period(FrameLimiter *frames)
{
    uint64_t limit_ns = find_period(frames->limit);
    uint64_t whole_ns = find_period(frames->halved);

    if (whole_ns > 0)
        limit_ns = 2 * max_uint64(whole_ns, limit_ns);
    frames->period_ns = limit_ns;
}

void frame_limiter_set_rate(FrameLimiter *frames, int rate)
{
    frames->limit = rate;
    set_period(frames);
}

void frame_limiter_halve(FrameLimiter *frames, int rate)
{
    frames->halved = rate;
    set_period(frames);
}

void frame_limiter_set_cpu(FrameLimiter *frames, int percent, uint64_t cpu_ns)
{
    frames->percent = percent;
    frames->cpu_ns = cpu_ns;
    frames->rest_ns = 0;
}

/* Until then from now; none when it is further than it can be, because the
   clock was set back. */
static uint64_t wait_until(uint64_t then_ns, uint64_t now_ns, uint64_t most_ns)
{
    uint64_t wait_ns = then_ns > now_ns ? then_ns - now_ns : 0;

    return wait_ns <= most_ns ? wait_ns : 0;
}

uint64_t frame_limiter_wait_ns(const FrameLimiter *frames, uint64_t now_ns)
{
    uint64_t least_ns = max_uint64(frames->rest_ns, frames->least_ns);
    uint64_t min = wait_until(frames->shown_ns + least_ns, now_ns, least_ns);
    uint64_t limit = wait_until(frames->due_ns, now_ns, frames->period_ns);

    return max_uint64(min, limit);
}

static uint64_t find_rest(const FrameLimiter *frames, uint64_t used_ns)
{
    uint64_t most_ns = STEP_CLOCK_SECOND_NS;

    if (frames->percent == 0)
        return 0;
    if (used_ns > most_ns)
        return most_ns;
    used_ns = used_ns * 100 / (uint64_t)frames->percent;
    return min_uint64(used_ns, most_ns);
}

void frame_limiter_count(FrameLimiter *frames, uint64_t now_ns, uint64_t cpu_ns)
{
    uint64_t date_ns = now_ns;

    if (now_ns >= frames->due_ns && now_ns - frames->due_ns < frames->period_ns)
        date_ns = frames->due_ns;
    frames->due_ns = date_ns + frames->period_ns;
    frames->shown_ns = now_ns;
    frames->rest_ns = find_rest(frames, cpu_ns - frames->cpu_ns);
    frames->cpu_ns = cpu_ns;
}
