/* SPDX-License-Identifier: MIT */
#include "play/playback.h"

#include "lib/util/fixed.h"

#include <stdlib.h>
#include <string.h>

/* Steps since the last beginning. */
static uint64_t elapsed_steps(const Running *running, uint64_t step)
{
    uint64_t steps = step - running->start, interval = running->event->interval;

    return interval > 0 ? steps % interval : steps;
}

static int has_ended(const Running *running, uint64_t step)
{
    return running->event->interval == 0 &&
           elapsed_steps(running, step) >= script_duration(running->event);
}

static int keep_running(Playback *playback, const Event *event, uint64_t step)
{
    Running *grown;

    if (event->interval == 0 && script_duration(event) == 1)
        return 0;
    grown = realloc(playback->running,
                    (playback->running_count + 1) * sizeof *grown);
    if (grown == NULL)
        return -1;
    playback->running = grown;
    grown[playback->running_count++] = (Running){event, step};
    return 0;
}

static void play_running(Playback *playback, uint64_t step, PlayEvent *play,
                         void *context)
{
    size_t kept = 0;

    for (size_t i = 0; i < playback->running_count; i++) {
        Running running = playback->running[i];
        uint64_t elapsed = elapsed_steps(&running, step);

        if (has_ended(&running, step))
            continue;
        playback->running[kept++] = running;
        if (elapsed < script_duration(running.event))
            play(context, running.event, elapsed);
    }
    playback->running_count = kept;
}

int playback_step(Playback *playback, const Script *script, uint64_t step,
                  PlayEvent *play, void *context)
{
    int result = 0;

    play_running(playback, step, play, context);
    while (playback->next < script->count &&
           script->events[playback->next].step <= step) {
        const Event *event = &script->events[playback->next++];

        play(context, event, 0);
        if (keep_running(playback, event, step) != 0)
            result = -1;
    }
    return result;
}

int playback_seek(Playback *playback, const Script *script, uint64_t step)
{
    int result = 0;

    playback_clear(playback);
    while (playback->next < script->count &&
           script->events[playback->next].step < step) {
        const Event *event = &script->events[playback->next++];

        if (keep_running(playback, event, event->step) != 0)
            result = -1;
    }
    return result;
}

/* Steps until a running event does something; UINT64_MAX: never. */
static uint64_t pause_of(const Running *running, uint64_t step)
{
    uint64_t elapsed = elapsed_steps(running, step);

    if (elapsed < script_duration(running->event))
        return 0;
    return running->event->interval > 0 ? running->event->interval - elapsed
                                        : UINT64_MAX;
}

uint64_t playback_pause(const Playback *playback, const Script *script,
                        uint64_t step, uint64_t limit)
{
    for (size_t i = 0; i < playback->running_count; i++) {
        uint64_t pause = pause_of(&playback->running[i], step);

        limit = min_uint64(pause, limit);
    }
    if (playback->next < script->count) {
        uint64_t next = script->events[playback->next].step;
        uint64_t pause = next > step ? next - step : 0;

        limit = min_uint64(pause, limit);
    }
    return limit;
}

void playback_clear(Playback *playback)
{
    free(playback->running);
    memset(playback, 0, sizeof *playback);
}
