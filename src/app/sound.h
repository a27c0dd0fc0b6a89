/* SPDX-License-Identifier: MIT */
/*
 * The sounds of the water, synthesised. A stone that falls in leaves
 * bubbles, each a sine that rises and decays: the larger the deeper and longer.
 * Rain patters by its drops, a drag rushes softly. The device is open while
 * something sounds and for two seconds more, in a thread of its own, since
 * opening it may take a while.
 */
#ifndef RIPPLE_APP_SOUND_H
#define RIPPLE_APP_SOUND_H

#include "app/video.h"
#include "play/player.h"

#include <SDL.h>

#define SOUND_RATE   48000 /* samples per second, two channels */
#define SOUND_VOICES 32
#define SOUND_USUAL  30

typedef struct SoundVoice {
    double phase, turn; /* of the sine, in radians, and more each sample */
    double rise;        /* of `turn`, each sample */
    double level, decay;
    double left, right;
    int wait; /* samples before it begins */
} SoundVoice;

typedef struct Sound {
    int is_awake; /* the user has touched the water */
    int has_failed;
    int volume;       /* 0..100 */
    SDL_mutex *mutex; /* of all that follows */
    SoundVoice voices[SOUND_VOICES];
    double wake, wake_left, low,
        band; /* the rush, and the state of its filter */
    uint64_t random;
    SDL_Thread *thread;
    SDL_sem *end;
    SDL_atomic_t is_playing;
    SDL_atomic_t silence; /* samples since the last that sounded */
} Sound;

/* Lets sound what the player has heard since the last call. A volume that the
   user has chosen is heard at once, the usual one once the water is touched. */
void sound_turn(Sound *sound, Player *player, const DisplayOptions *options);

/* 0..100: the user's, or the usual one, which is 0 without captions and menu.
 */
int sound_volume(const DisplayOptions *options);

/* Closes the device and zeroes the struct. */
void sound_close(Sound *sound);

/* Writes the next samples, left and right in turns. */
void sound_mix(Sound *sound, float *samples, int count);

#endif
