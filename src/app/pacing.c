/* SPDX-License-Identifier: MIT */
#include "app/pacing.h"

#include "lib/util/fixed.h"
#include "os/step_clock.h"

#include <SDL_power.h>

#define ASK_POWER_NS (10 * (uint64_t)STEP_CLOCK_SECOND_NS)

static int is_on_battery(void)
{
    return SDL_GetPowerInfo(NULL, NULL) == SDL_POWERSTATE_ON_BATTERY;
}

void pacing_init(Pacing *pacing, uint64_t now_ns)
{
    *pacing = (Pacing){.read_cpu_ns = step_clock_read_cpu_ns,
                       .is_on_battery = is_on_battery,
                       .phase_q8 = RIPPLE_MAX_PHASE,
                       .shown_ns = now_ns};
}

/*
 * A window that waits for its display delays all other windows, too, by up to
 * a second while it cannot be seen. So windows that fill displays do not wait:
 * they go by the clock, at the rate of their display, as do windows that cannot
 * wait.
 */
void pacing_follow_screen(Pacing *pacing, const DisplayOptions *options,
                          Screen *screen)
{
    int waits = screen_set_vsync(screen, options->vsync && !screen->fills);
    int rate = screen_refresh_rate(screen), max = options->max_fps;

    if (options->vsync && !waits)
        max = max > 0 ? min_int(max, rate) : rate;
    pacing->has_rate = waits || max > 0;
    pacing->waits = waits;
    frame_clock_init(&pacing->frame_clock, rate);
    frame_limiter_init(&pacing->limiter, waits ? rate : 0);
    frame_limiter_set_rate(&pacing->limiter, max);
    frame_limiter_set_cpu(&pacing->limiter, options->max_cpu,
                          pacing->read_cpu_ns());
    pacing->power_ns = 0;
}

void pacing_follow_power(Pacing *pacing, const DisplayOptions *options,
                         const Screen *screen, int step_rate, uint64_t now_ns)
{
    int rate;

    if (!options->saves_battery || now_ns < pacing->power_ns)
        return;
    pacing->power_ns = now_ns + ASK_POWER_NS;
    rate = min_int(screen_refresh_rate(screen), step_rate);
    frame_limiter_halve(&pacing->limiter, pacing->is_on_battery() ? rate : 0);
}

/* A whole step is shown for the time of half a step before and after it; one
   between steps is half a step late as well. */
int pacing_take_steps(Pacing *pacing, StepClock *step_clock, int is_whole,
                      uint64_t now_ns)
{
    int steps;

    pacing->phase_q8 = RIPPLE_MAX_PHASE;
    if (step_clock == NULL)
        return 0;
    if (is_whole || !pacing->has_rate ||
        frame_clock_locks(&pacing->frame_clock, step_clock) > 0)
        return step_clock_take_steps(step_clock, now_ns);
    now_ns += step_clock->step_ns / 2;
    steps = step_clock_take_steps(step_clock, now_ns);
    pacing->phase_q8 = step_clock_phase_q8(step_clock, now_ns);
    return steps;
}

int pacing_is_between(const Pacing *pacing)
{
    return pacing->phase_q8 < RIPPLE_MAX_PHASE;
}

void pacing_count(Pacing *pacing, int is_shown, StepClock *step_clock,
                  uint64_t now_ns)
{
    if (is_shown || step_clock != NULL)
        frame_limiter_count(&pacing->limiter, now_ns, pacing->read_cpu_ns());
    pacing->shown += is_shown;
    if (step_clock != NULL)
        frame_clock_count(&pacing->frame_clock, step_clock, now_ns);
    else
        frame_clock_rest(&pacing->frame_clock);
}

int pacing_measure(Pacing *pacing, double *frames_per_second, uint64_t now_ns)
{
    uint64_t elapsed_ns = now_ns - pacing->shown_ns;

    if (elapsed_ns < STEP_CLOCK_SECOND_NS)
        return 0;
    *frames_per_second = pacing->shown * 1e9 / (double)elapsed_ns;
    pacing->shown = 0;
    pacing->shown_ns = now_ns;
    return 1;
}
