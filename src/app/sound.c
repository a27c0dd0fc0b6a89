/* SPDX-License-Identifier: MIT */
/*
 * A bubble of radius r, in metres, rings at 3.26 / r Hz (Minnaert 1933) and
 * dies out with d = 0.13 / r + 0.0072 r^-1.5 a second; near the surface it
 * rises, f(t) = f (1 + RISE d t) (van den Doel, "Physically based models for
 * liquid sounds", 2005). Stones are deeper than real ones of that size, and
 * decay half as fast, so that small loudspeakers and ears have something of
 * them.
 */
#include "app/sound.h"

#include "lib/util/fixed.h"
#include "os/compat.h"
#include "play/nature/rain.h"
#include "play/splash_size.h"

#include <math.h>
#include <string.h>

#define RISE         0.2
#define USUAL_BUBBLE 0.0045 /* metres, of a click's stone */
#define MIN_BUBBLE   0.0006
#define MAX_BUBBLE   0.014
#define STONE_BUBBLE 0.0025 /* larger ones are followed by smaller */
#define FOLLOWERS    4
#define STONE_LEVEL  0.5
#define WAKE_LEVEL   0.8
#define WAKE_NOTCH   0.2     /* of its loudness, for each piece of a drag */
#define WAKE_DECAY   0.99988 /* a sample */
#define SILENT       1e-4
#define SILENCE_S    2
#define TICK_MS      100
#define PI           3.14159265358979323846

static double draw(Sound *sound)
{
    return rain_fraction(rain_random(0, sound->random++));
}

/* The quietest voice gives way. */
static void add_bubble(Sound *sound, double radius, double level, double pan,
                       double wait_s)
{
    double decay = 0.5 * (0.13 / radius + 0.0072 * pow(radius, -1.5));
    double turn = 2 * PI * 3.26 / radius / SOUND_RATE;
    SoundVoice *voice = &sound->voices[0];

    for (int i = 1; i < SOUND_VOICES; i++) {
        if (sound->voices[i].level < voice->level)
            voice = &sound->voices[i];
    }
    if (voice->level > level)
        return;
    *voice = (SoundVoice){.turn = turn,
                          .rise = turn * RISE * 2 * decay / SOUND_RATE,
                          .level = level,
                          .decay = exp(-decay / SOUND_RATE),
                          .left = sqrt((1 - pan) / 2),
                          .right = sqrt((1 + pan) / 2),
                          .wait = (int)(wait_s * SOUND_RATE)};
}

static void add_stone(Sound *sound, double radius, double level, double pan)
{
    add_bubble(sound, radius, level, pan, 0.01 * draw(sound));
    if (radius < STONE_BUBBLE)
        return;
    for (int i = 0; i < FOLLOWERS; i++)
        add_bubble(sound, radius * (0.3 + 0.4 * draw(sound)),
                   level * (0.2 + 0.3 * draw(sound)),
                   fmin(fmax(pan + 0.4 * draw(sound) - 0.2, -1), 1),
                   0.03 + 0.2 * draw(sound));
}

/* In perspective, from how far away a place of the pool is heard: in widths of
   the pool, at least 1. */
static double find_distance(const Ripple *pool, int x, int y)
{
    const RippleCamera *camera = ripple_camera(pool);
    double yaw = camera->yaw * PI / 180, pitch = camera->pitch * PI / 180;
    double level = cos(pitch) * camera->distance, width = ripple_width(pool);
    double dx = x / width - 0.5 - sin(yaw) * level;
    double dy = (y - ripple_height(pool) / 2.0) / width - cos(yaw) * level;
    double dz = sin(pitch) * camera->distance;

    if (ripple_settings(pool)->view != RIPPLE_VIEW_PERSPECTIVE)
        return 1;
    return fmax(sqrt(dx * dx + dy * dy + dz * dz), 1);
}

static void hear(Sound *sound, const Player *player, const Heard *heard)
{
    const Ripple *pool = player->pool;
    const RippleStone *stone = &heard->stone;
    double usual = splash_stone(pool, &player->settings, 0, 0, 1, 0).radius;
    double weight =
        splash_weight(&player->settings, stone->radius / ripple_cell(pool), 0);
    double strength = fabs(stone->weight / fmax(weight, 1));
    double radius = USUAL_BUBBLE * pow(stone->radius / fmax(usual, 1), 0.8) *
                    pow(strength, 0.25);
    int x = ripple_width(pool) / 2, y;
    double pan, level;

    ripple_project(pool, stone->x, stone->y, &x, &y);
    pan = fmin(fmax(2.0 * x / ripple_width(pool) - 1, -1), 1);
    level = 1 / pow(find_distance(pool, stone->x, stone->y), 2);
    radius = fmin(fmax(radius, MIN_BUBBLE), MAX_BUBBLE);
    if (heard->kind == HEARD_WAKE) {
        sound->wake = fmin(sound->wake + WAKE_NOTCH * level, 1);
        sound->wake_left = (1 - pan) / 2;
    } else {
        level *= STONE_LEVEL * fmin(radius / USUAL_BUBBLE, 1.5);
        add_stone(sound, radius, level, pan);
    }
}

static void SDLCALL fill(void *data, Uint8 *bytes, int length)
{
    Sound *sound = data;

    SDL_LockMutex(sound->mutex);
    sound_mix(sound, (float *)(void *)bytes, length / (int)(2 * sizeof(float)));
    SDL_UnlockMutex(sound->mutex);
}

/* One at a time: windows have threads of their own, and SDL is not safe. */
static SDL_SpinLock subsystem;

static SDL_AudioDeviceID open_device(const SDL_AudioSpec *spec)
{
    SDL_AudioDeviceID device = 0;

    SDL_AtomicLock(&subsystem);
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0) {
        device = SDL_OpenAudioDevice(NULL, 0, spec, NULL, 0);
        if (device == 0)
            SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    SDL_AtomicUnlock(&subsystem);
    return device;
}

static void close_device(SDL_AudioDeviceID device)
{
    SDL_AtomicLock(&subsystem);
    SDL_CloseAudioDevice(device);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    SDL_AtomicUnlock(&subsystem);
}

/* The thread: has the device until it is quiet. */
static int SDLCALL play(void *data)
{
    Sound *sound = data;
    SDL_AudioSpec spec = {.freq = SOUND_RATE,
                          .format = AUDIO_F32SYS,
                          .channels = 2,
                          .samples = 1024,
                          .callback = fill,
                          .userdata = sound};
    SDL_AudioDeviceID device;

#ifdef __linux__
    if (access("/dev/snd", F_OK) !=
        0) /* without ALSA, which prints ten lines */
        SDL_SetHintWithPriority(SDL_HINT_AUDIODRIVER, "pulseaudio",
                                SDL_HINT_DEFAULT);
#endif
    device = open_device(&spec);
    if (device != 0) {
        SDL_PauseAudioDevice(device, 0);
        while (SDL_AtomicGet(&sound->silence) < SILENCE_S * SOUND_RATE &&
               SDL_SemWaitTimeout(sound->end, TICK_MS) == SDL_MUTEX_TIMEDOUT)
            continue;
        close_device(device);
    }
    sound->has_failed = device == 0;
    SDL_AtomicSet(&sound->is_playing, 0);
    return 0;
}

/* Returns 0, or -1 without a device. */
static int start(Sound *sound)
{
    if (SDL_AtomicGet(&sound->is_playing))
        return 0;
    SDL_WaitThread(sound->thread, NULL);
    sound->thread = NULL;
    if (sound->mutex == NULL)
        sound->mutex = SDL_CreateMutex();
    if (sound->end == NULL)
        sound->end = SDL_CreateSemaphore(0);
    if (sound->has_failed || sound->mutex == NULL || sound->end == NULL)
        return -1;
    SDL_AtomicSet(&sound->silence, 0);
    SDL_AtomicSet(&sound->is_playing, 1);
    sound->thread = SDL_CreateThread(play, "sound", sound);
    if (sound->thread == NULL)
        SDL_AtomicSet(&sound->is_playing, 0);
    return sound->thread != NULL ? 0 : -1;
}

int sound_volume(const DisplayOptions *options)
{
    if (options->sound >= 0)
        return options->sound;
    return options->is_bare ? 0 : SOUND_USUAL;
}

void sound_turn(Sound *sound, Player *player, const DisplayOptions *options)
{
    int count = player->heard_count;

    player->heard_count = 0;
    for (int i = 0; i < count; i++)
        sound->is_awake |= player->heard[i].kind >= HEARD_TOUCH;
    if (count == 0 || sound_volume(options) == 0 ||
        (options->sound < 0 && !sound->is_awake) || start(sound) != 0)
        return;
    SDL_LockMutex(sound->mutex);
    sound->volume = sound_volume(options);
    for (int i = 0; i < count; i++)
        hear(sound, player, &player->heard[i]);
    SDL_UnlockMutex(sound->mutex);
}

void sound_close(Sound *sound)
{
    if (sound->end != NULL) { /* SDL on Windows does not take NULL */
        SDL_SemPost(sound->end);
        SDL_WaitThread(sound->thread, NULL);
        SDL_DestroySemaphore(sound->end);
    }
    if (sound->mutex != NULL)
        SDL_DestroyMutex(sound->mutex);
    memset(sound, 0, sizeof *sound);
}

static void add_voice(SoundVoice *voice, double *left, double *right)
{
    double value;

    if (voice->level < SILENT || voice->wait-- > 0)
        return;
    value = voice->level * (double)sinf((float)voice->phase);
    *left += voice->left * value;
    *right += voice->right * value;
    voice->phase += voice->turn;
    voice->turn += voice->rise;
    voice->level *= voice->decay;
}

/* Noise through a filter of state variables, around 600 Hz. */
static double rush(Sound *sound)
{
    double noise = 2 * draw(sound) - 1;

    sound->low += 0.08 * sound->band;
    sound->band += 0.08 * (noise - sound->low - sound->band);
    sound->wake *= WAKE_DECAY;
    return WAKE_LEVEL * sound->wake * sound->band;
}

void sound_mix(Sound *sound, float *samples, int count)
{
    double volume = sound->volume * sound->volume / 1e4;

    for (int i = 0; i < count; i++) {
        double left = 0, right = 0;

        if (sound->wake > SILENT) {
            double value = rush(sound);

            left += value * sound->wake_left;
            right += value * (1 - sound->wake_left);
        }
        for (int k = 0; k < SOUND_VOICES; k++)
            add_voice(&sound->voices[k], &left, &right);
        samples[2 * i] = (float)tanh(4 * volume * left);
        samples[2 * i + 1] = (float)tanh(4 * volume * right);
    }
    if (fabsf(samples[2 * count - 2]) + fabsf(samples[2 * count - 1]) > 0)
        SDL_AtomicSet(&sound->silence, 0);
    else
        SDL_AtomicAdd(&sound->silence, count);
}
