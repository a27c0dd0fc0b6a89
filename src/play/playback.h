/* SPDX-License-Identifier: MIT */
/* When the events of a script happen: once, again and again, or for several
   steps. What they do is for the caller to say. */
#ifndef RIPPLE_PLAY_PLAYBACK_H
#define RIPPLE_PLAY_PLAYBACK_H

#include "play/script.h"

/* An event that goes on: a boat under way, or what happens again. */
typedef struct Running {
    const Event *event;
    uint64_t start; /* the step in which it first happened */
} Running;

/* Zero it to begin before step 0. */
typedef struct Playback {
    size_t next; /* of the script's events */
    Running *running;
    size_t running_count;
} Playback;

/* Does what an event does in the step `place` from when it happened. */
typedef void PlayEvent(void *context, const Event *event, uint64_t place);

/* Plays what a step has: first what goes on, then what begins. The script must
   stay as it is until playback_clear. Returns 0, or -1 when there is no memory
   for what is to go on. */
int playback_step(Playback *playback, const Script *script, uint64_t step,
                  PlayEvent *play, void *context);

/* How many steps from `step` on nothing happens, at most `limit`. */
uint64_t playback_pause(const Playback *playback, const Script *script,
                        uint64_t step, uint64_t limit);

/* Frees the memory and zeroes the struct. */
void playback_clear(Playback *playback);

#endif
