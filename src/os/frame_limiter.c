/* SPDX-License-Identifier: MIT */
/*
 * A limited rate has dates, one period apart: a late frame does not delay the
 * next one, so that waits in whole milliseconds lose nothing. A frame that is
 * late by a period or more starts the dates anew, so that frames never hurry
 * after a rest.
 *
 * The CPU limit p, a share of one core: if a frame costs F, and steps a share s
 * of a core, the time T to the next frame becomes (F + s T) / p, which
 * converges to F / (p - s) if s < p.
 */
#include "os/frame_limiter.h"

#include "lib/util/fixed.h"
#include "os/step_clock.h"

void frame_limiter_init(FrameLimiter *limiter, int refresh_rate)
{
    *limiter = (FrameLimiter){0};
    /* Three quarters of its period: the display itself waits for the rest. */
    if (refresh_rate > 0)
        limiter->min_ns =
            STEP_CLOCK_SECOND_NS * (uint64_t)3 / 4 / (uint64_t)refresh_rate;
}

/* 0 if there is no rate. */
static uint64_t period_of(int rate)
{
    return rate > 0
               ? (STEP_CLOCK_SECOND_NS + (uint64_t)rate - 1) / (uint64_t)rate
               : 0;
}

static void set_period(FrameLimiter *limiter)
{
    uint64_t period_ns = period_of(limiter->max_rate);
    uint64_t whole_ns = period_of(limiter->halved_rate);

    if (whole_ns > 0)
        period_ns = 2 * max_uint64(whole_ns, period_ns);
    limiter->period_ns = period_ns;
}

void frame_limiter_set_rate(FrameLimiter *limiter, int rate)
{
    limiter->max_rate = rate;
    set_period(limiter);
}

void frame_limiter_halve(FrameLimiter *limiter, int rate)
{
    limiter->halved_rate = rate;
    set_period(limiter);
}

void frame_limiter_set_cpu(FrameLimiter *limiter, int percent, uint64_t cpu_ns)
{
    limiter->max_percent = percent;
    limiter->cpu_ns = cpu_ns;
    limiter->rest_ns = 0;
}

/* From now until then; 0 if that is more than max_ns: the clock was set
   back. */
static uint64_t wait_until(uint64_t then_ns, uint64_t now_ns, uint64_t max_ns)
{
    uint64_t wait_ns = then_ns > now_ns ? then_ns - now_ns : 0;

    return wait_ns <= max_ns ? wait_ns : 0;
}

uint64_t frame_limiter_wait_ns(const FrameLimiter *limiter, uint64_t now_ns)
{
    uint64_t min_ns = max_uint64(limiter->rest_ns, limiter->min_ns);

    return max_uint64(wait_until(limiter->last_ns + min_ns, now_ns, min_ns),
                      wait_until(limiter->due_ns, now_ns, limiter->period_ns));
}

/* used_ns of CPU time as the time between frames, at most a second. */
static uint64_t compute_rest(const FrameLimiter *limiter, uint64_t used_ns)
{
    uint64_t max_ns = STEP_CLOCK_SECOND_NS;

    if (limiter->max_percent == 0)
        return 0;
    used_ns = min_uint64(used_ns, max_ns);
    return min_uint64(used_ns * 100 / (uint64_t)limiter->max_percent, max_ns);
}

void frame_limiter_count(FrameLimiter *limiter, uint64_t now_ns,
                         uint64_t cpu_ns)
{
    uint64_t date_ns = now_ns;

    if (now_ns >= limiter->due_ns &&
        now_ns - limiter->due_ns < limiter->period_ns)
        date_ns = limiter->due_ns;
    limiter->due_ns = date_ns + limiter->period_ns;
    limiter->last_ns = now_ns;
    limiter->rest_ns = compute_rest(limiter, cpu_ns - limiter->cpu_ns);
    limiter->cpu_ns = cpu_ns;
}
