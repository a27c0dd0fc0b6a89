/* SPDX-License-Identifier: MIT */
/* The time of a script's events: which of them happen in a step. The caller
   does what an event does. */
#ifndef RIPPLE_PLAY_PLAYBACK_H
#define RIPPLE_PLAY_PLAYBACK_H

#include "play/script.h"

/* An event that lasts several steps or repeats. */
typedef struct Running {
    const Event *event;
    uint64_t start; /* the step in which it first happened */
} Running;

/* Zeroed: before step 0. */
typedef struct Playback {
    size_t next; /* index of the first event that has not begun */
    Running *running;
    size_t running_count;
} Playback;

/* Does what an event does `elapsed` steps after its (last) beginning. */
typedef void PlayEvent(void *context, const Event *event, uint64_t elapsed);

/* Plays the events of one step: first those that go on, then those that begin.
   The script must not change until playback_clear. Returns 0, or -1 if there is
   no memory to keep an event. */
int playback_step(Playback *playback, const Script *script, uint64_t step,
                  PlayEvent *play, void *context);

/* Starts again with a script that has changed, as if the events of all steps
   before this one had been played. Returns as playback_step. */
int playback_seek(Playback *playback, const Script *script, uint64_t step);

/* The number of steps from `step` in which nothing happens, at most `limit`. */
uint64_t playback_pause(const Playback *playback, const Script *script,
                        uint64_t step, uint64_t limit);

/* Frees the memory and zeroes the struct. */
void playback_clear(Playback *playback);

#endif
